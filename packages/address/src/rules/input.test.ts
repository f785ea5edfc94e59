import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('one-line addresses', () => {
  table(`
    9 Oak St, Lebanon, IN 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St Lebanon IN 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, Indiana 46052, USA | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St Lebanon Indiana 46052 United States | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 46052 US. | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, Indiana, United States 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 OAK ST LEBANON, IN | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 46052-1234. | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St Lebanon IN 46052.0 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN, 46052, Lebanon | | | <> 9 Oak St | Lebanon | IN | 46053
    9 Oak St, Lebanon, Lebanon IN 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St Lebanon, Lebanon, IN 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St Lebanon | Lebanon | IN | 46052 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 46052 | Lebanon | IN | 46052 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St Lebanon IN 46052 | Lebanon | IN | 46052 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St Apt 4 Lebanon IN 46052 | | | = 9 Oak St Apt 4 | Lebanon | IN | 46052
    9 Oak St, Apt 4, Lebanon, IN 46052 | | | = 9 Oak St #4 | Lebanon | IN | 46052
    Apt 4, 9 Oak St, Lebanon, IN 46052 | | | = 9 Oak St #4 | Lebanon | IN | 46052
    9 Oak St 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak Lebanon IN 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St\tLebanon\tIN\t46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9\u00a0Oak\u00a0St,\u00a0Lebanon, IN 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak Street Saint Louis MO 63129 | | | = 9 Oak St | St Louis | MO | 63129
    9 Oak Winston–Salem NC 27101 | | | = 9 Oak | Winston-Salem | NC | 27101
    9 Oak St, Camden IN 46052 | Lebanon | IN | 46052 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Boston 2139 MA | | | <> 9 Oak St | Boston | NY | 02139
    9 Oak St, Cambridge, MA 2139 | | | = 9 Oak St | Cambridge | MA | 02139
    9 Oak Av Omaha NE 68101 | | | = 9 Oak Ave | Omaha | NE | 68101
    9 Oak Ave NE Omaha NE 68101 | | | = 9 Oak Ave NE | Omaha | NE | 68101
    9 Oak Ct Hartford CT 06101 | | | = 9 Oak Ct | Hartford | CT | 06101
    9 Oak St Gary, In 46401 | | | = 9 Oak St | Gary | IN | 46401
    9 Rue La Fayette, La Grange, LA 70068 | | | = 9 Rue Lafayette | La Grange | LA | 70068
  `);
});

describe('a suffix or direction never slides into the city', () => {
  table(`
    17 Rose Lane Dover DE 19901 | | | <> 17 Rose Ct | Dover | DE | 19901
    17 Rose Lane Dover DE 19901 | | | = 17 Rose Ln | Dover | DE | 19901
    17 Rose Lane Dover DE 19901 | | | = 17 Rose Ln | Camden | DE | 19901
    17 Rose Lane DE 19901 | | | <> 17 Rose Ct | Dover | DE | 19901
    17 Rose Lane 19901 | | | <> 17 Rose Ct | Dover | DE | 19901
    17 Rose Lane 19901 | | | = 17 Rose Ln | Dover | DE | 19901
    17 Rose Lane, Dover DE 19901 | | | <> 17 Rose Ct | | | 19901
    4 Oak St E Troy WI 53120 | | | = 4 Oak St | East Troy | WI | 53120
    4 Oak St E Troy WI 53120 | | | = 4 Oak St E | Troy | WI | 53120
    4 Oak St E Troy WI 53120 | | | <> 4 Oak St W | Troy | WI | 53120
    4 Oak St E Troy WI 53120 | | | <> 4 Oak St | Milwaukee | WI | 53120
    4 Oak St E Troy WI 53120 | | | <> 4 Oak St W | East Troy | MI | 53120
    9 Park Ave W Chester PA 19380 | | | = 9 Park Ave | West Chester | PA | 19380
    9 Hwy 64 West Mulberry AR 72947 | | | = 9 W Hwy 64 | Mulberry | AR | 72947
    9 Maple Rochester NY 14612 | | | <> 9 Maple St | Greece | NY | 14612
    9 Oak Hill Troy NY 12180 | | | <> 9 Oak St | Hill Troy | MI | 12180
  `);
});

describe('fields given separately win', () => {
  table(`
    9 Oak St, Lebanon, IN 46052 | | | 46099 <> 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 46052 | | OH | <> 9 Oak St | Lebanon | IN | 46052
    520 Arkansas | Earle | AR | 72331 = 520 Arkansas St | Earle | AR | 72331
    321 Washington | Seattle | WA | 98101 = 321 Washington St | Seattle | WA | 98101
    12 Dover | Dover | DE | 19901 = 12 Dover St | Dover | DE | 19901
  `);
});

describe('sentinels are not addresses, in any field', () => {
  for (const nothing of [
    '',
    'N/A',
    'NA',
    'n/a',
    'null',
    'NULL',
    'none',
    'nan',
    'NaN',
    'unknown',
    'TBD',
    '0',
    '-',
    '--',
    'vacant land',
    'No Situs Address',
    'DNC Excluded',
    '.',
    '#N/A',
  ]) {
    table(`${nothing} | Dover | DE | 19901 <> ${nothing} | Dover | DE | 19901`);
  }
  table(`
    9 Oak St | unknown | DE | <> 9 Oak St | unknown | DE |
    9 Oak St | N/A | N/A | 19901 = 9 Oak St | Dover | DE | 19901
    9 Oak St | Dover | null | <> 9 Oak St | Dover | null |
  `);
});

describe('mail forms are never a property', () => {
  const forms = [
    'PO Box 9',
    'P.O. Box 9',
    'P O Box 9',
    'POB 9',
    'Post Office Box 9',
    'PO BOX #9',
    'Box 9',
    'PO Drawer 9',
    'P.O.Box 9',
    'POBox 9',
    'RR 2 Box 8',
    'R.R. 2 Box 8',
    'RR2 Box 8',
    'Rural Route 2 Box 8',
    'RR 2',
    'RFD 2',
    'RFD 2 Box 8',
    'Route 2 Box 8',
    'Rt 2 Box 8',
    'RR #2 Box 8',
    'RD 2 Box 14',
    '123 RR 2 Box 8',
    'HC 4 Box 1',
    'HCR 4 Box 1',
    'H.C. 4 Box 1',
    'HC4 Box 1',
    'HC 61 Box 3710',
    'Star Route 2',
    'Star Route 2 Box 5',
    'Highway Contract Rte 46 Box 992',
    'General Delivery',
    'Gen Delivery',
    'PSC 1234 Box 5678',
    'CMR 4 Box 2',
    'Unit 2050 Box 4190',
  ];
  for (const form of forms) table(`${form} <> ${form}`);
  table(`
    PSC 3 Box 9 | APO | AE | 09324 <> PSC 3 Box 9 | APO | AE | 09324
    9 Oak St | APO | AE | 09324 <> 9 Oak St | APO | AE | 09324
    9 Oak St | FPO | AP | 96601 <> 9 Oak St | FPO | AP | 96601
    // names that only look so
    9 Box Elder Rd = 9 Box Elder Road
    9 General Lee Dr = 9 General Lee Drive
    9 Post Office Rd = 9 Post Office Road
    9 Post Rd = 9 Post Road
    9 Star Rd = 9 Star Road
  `);
});

describe('typographic characters', () => {
  table(`
    9 “Oak” St = 9 Oak St
    9 O‘Dell St = 9 O'Dell St
    9 Kapiʻolani Blvd = 9 Kapiolani Blvd
    9 Kapiʻolani Blvd = 9 Kapi'olani Blvd
    9 Kapiʼolani Blvd = 9 Kapi\`olani Blvd
    9 Kapi’olani Blvd = 9 Kapi‘olani Blvd
    9 ʻĀina Haina Dr = 9 Aina Haina Dr
    9 ‘Oak St = 9 Oak St
    9 Kapiʿolani Blvd = 9 KAPIOLANI BLVD
    9 Oak St — Apt 4 = 9 Oak St Apt 4
    9 Oak‑Hill St = 9 Oak Hill St
    ９ Oak St = 9 Oak St
    9 Ｏak St = 9 OAK ST
    9\u200b Oak St = 9 Oak St
    9 Peña Blvd = 9 PENA BLVD
    9  Oak    St = 9 Oak St
    , 9 Oak St ; = 9 Oak St
    9 Oak St. = 9 Oak St
    9 oak st = 9 OAK ST
  `);
});
