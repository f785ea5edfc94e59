import { describe } from 'vitest';
import { table } from '../testing/table.js';

// How files, spreadsheets and forms write what is on record in another way.

describe('a county behind the city', () => {
  table(`
    45 Polk St, Raleigh, Wake County, NC 27601 | | | = 45 Polk St | Raleigh | NC | 27601
    45 Polk St, Raleigh, Wake County, NC | | | = 45 Polk St | Raleigh | NC |
    45 Polk St, Raleigh, Wake Co, NC 27601 | | | = 45 Polk St | Raleigh | NC | 27601
    45 Polk St, Raleigh, Wake Cty., NC 27601 | | | = 45 Polk St | Raleigh | NC | 27601
    45 Polk St, Raleigh, County of Wake, NC 27601 | | | = 45 Polk St | Raleigh | NC | 27601
    45 Polk St Apt 4, Raleigh, Wake County, NC 27601, USA | | | = 45 Polk St Apt 4 | Raleigh | NC | 27601
    45 Polk St, Houma, Terrebonne Parish, LA 70360 | | | = 45 Polk St | Houma | LA | 70360
    45 Polk St, Fairbanks, Fairbanks North Star Borough, AK 99701 | | | = 45 Polk St | Fairbanks | AK | 99701
    45 Polk St | Raleigh, Wake County | NC | = 45 Polk St | Raleigh | NC |
    45 Polk St, Raleigh, Wake County | | NC | = 45 Polk St | Raleigh | NC |
    45 Polk St, Durham, Wake County, NC | | | <> 45 Polk St | Raleigh | NC |
    45 Polk St, Raleigh, Lot 5 Wake County, NC 27601 | | | <> 45 Polk St | Raleigh | NC | 27601
    45 Polk St, Raleigh, Lot 5 Wake County, NC 27601 | | | <> 45 Polk St Lot 6 | Raleigh | NC | 27601
    45 County Line Rd, Wake County, NC 27601 | | | = 45 County Line Rd | Raleigh | NC | 27601
  `);
});

describe('a city and a state in one field, or twice', () => {
  table(`
    45 Polk St | Erie, PA | | = 45 Polk St | Erie | PA |
    45 Polk St | Erie PA | | = 45 Polk St | Erie | PA |
    45 Polk St | Erie, Pennsylvania | | = 45 Polk St | Erie | PA |
    45 Polk St | Erie, PA, USA | | = 45 Polk St | Erie | PA |
    45 Polk St | Kansas City, MO | | = 45 Polk St | Kansas City | MO |
    45 Polk St | Kansas City, MO | | <> 45 Polk St | Kansas City | KS |
    45 Polk St | Erie, PA | | <> 45 Polk St | Erie | CO |
    45 Polk St | Port Washington | | <> 45 Polk St | Port | WA |
    45 Polk Erie | Erie | PA | = 45 Polk | Erie | PA |
    45 Polk St Erie | Erie | PA | = 45 Polk St | Erie | PA |
    45 Polk St City of Erie | Erie | PA | = 45 Polk St | Erie | PA |
    45 Polk St, City of Erie | City of Erie | PA | = 45 Polk St | Erie | PA |
    45 Polk St, Erie, PA 16501, Erie, PA 16501 | | | = 45 Polk St | Erie | PA | 16501
    45 Polk St, Erie, PA, Erie, PA 16501 | | | = 45 Polk St | Erie | PA | 16501
    45 Polk St Erie PA 16501 Erie PA 16501 | | | = 45 Polk St | Erie | PA | 16501
    45 Polk St, Erie, PA, Erie, PA | | | = 45 Polk St | Erie | PA |
    45 Polk St, Erie, Pennsylvania, Erie, PA | | | = 45 Polk St | Erie | PA |
    45 Polk St, New York, NY, New York, NY 10001 | | | = 45 Polk St | New York | NY | 10001
    45 Polk St, Erie, PA, Erie | | PA | 16501 = 45 Polk St | Erie | PA | 16501
    45 Polk St | Erie PA Erie PA | | = 45 Polk St | Erie | PA |
    45 Walla Walla Ave, Walla Walla, WA 99362 | | | = 45 Walla Walla Ave | Walla Walla | WA | 99362
    45 Polk St, Erie, PA, Erie, PA | | | <> 45 Polk St | Dover | PA |
    45 Polk St, Erie, PA 16501, Erie, PA 16502 | | | <> 45 Polk St | Erie | PA | 16501
    45 Erie | Erie | PA | = 45 Erie St | Erie | PA |
    45 Lake Erie | Erie | PA | <> 45 Lake Rd | Erie | PA |
  `);
});

describe('a number as a spreadsheet or a form writes it', () => {
  table(`
    45.0 Polk St = 45 Polk St
    45.00 N Polk St Apt 4.0 = 45 N Polk St Apt 4
    45.5 Polk St <> 45 Polk St
    450 Polk St <> 45.0 Polk St
    2127/29 Polk St = 2127-29 Polk St
    2127/2129 Polk St = 2127-2129 Polk St
    88 1/2 Polk St <> 88 Polk St
    Nine Polk Sq = 9 Polk Sq
    Two Penn Plaza = 2 Penn Plaza
    Seven Oaks Dr <> 7 Oaks Dr
    Two Rivers Plaza <> 2 Rivers Plaza
    45 Two Mile Rd = 45 2 Mile Rd
  `);
});

describe('text that was decoded wrongly', () => {
  table(`
    45 PolkÂ St = 45 Polk St
    45 PE„A ST = 45 Peña St
    45 Mu–oz St = 45 Muñoz St
    45 PolkÂ St = 45 Polk St
    45 Oâ€™Neil St = 45 O'Neil St
    45 PeÃ±a St = 45 Peña St
    45 O&#39;Neil St = 45 ONeil St
    45 Polk&nbsp;St = 45 Polk St
    45 Polk St | CaÃ±on City | CO | = 45 Polk St | Canon City | CO |
    45 PeÃ±a St <> 45 Pera St
  `);
});

describe('words that run together', () => {
  table(`
    45 WEST9TH ST = 45 W 9th St
    45 E41ST ST = 45 E 41st St
    45 SW8TH ST = 45 SW 8th St
    45 BAY27TH ST = 45 Bay 27th St
    45 9THST = 45 9th St
    45 9THAVE N = 45 9th Ave N
    45 WEST9TH ST <> 45 E 9th St
    45 B41ST ST <> 45 41st St
    45 E41ST ST <> 45 E 42nd St
  `);
});

describe('a unit without a space, or before the street', () => {
  table(`
    45 E Via Sol Unit2508 = 45 E Via Sol Unit 2508
    45 Broadway Suite200 = 45 Broadway Ste 200
    45 Broadway Bldg2 Apt3 = 45 Broadway Bldg 2 Apt 3
    45 Via Sol Lot12 = 45 Via Sol Lot 12
    45 Polk St Apartment4 = 45 Polk St Apt 4
    45 Polk St APT36-1190 = 45 Polk St Apt 36-1190
    45 Polk St APTB2 = 45 Polk St Apt B2
    45 Polk St APT36-1190 <> 45 Polk St Apt 36
    45 Polk St APT36 <> 45 Polk St Apt 3
    45 E 800 N APT1 | Provo | UT | 84601 = 45 E 800 N Apt 1 | Provo | UT | 84601
    45 Polk St UnitB = 45 Polk St Unit B
    45 Polk St, AptB = 45 Polk St # B
    45 Polk SuiteA = 45 Polk Ste A
    45 Polk St BldgC Apt 2 = 45 Polk St Bldg C Apt 2
    45 Polk St UnitN = 45 Polk St Unit N
    45 Polk St UnitB <> 45 Polk St
    45 Polk St UnitB <> 45 Polk St Unit C
    45 Unity Ave = 45 Unity Avenue
    45 Polk St Apto 3 <> 45 Polk St Apt O3
    45 Polk St 2FL = 45 Polk St Fl 2
    45 Polk St 2NDFL = 45 Polk St 2nd Floor
    45 Polk St 2FL <> 45 Polk St Fl 3
    2nd Fl 45 Polk St = 45 Polk St Fl 2
    Rear 45 Polk St = 45 Polk St Rear
    Basement 45 Polk St = 45 Polk St Bsmt
    45 Rear Polk St = 45 Polk St Rear
    45 Rear Polk St <> 45 Polk St
    Rear 45 Polk St <> 45 Polk St
    45 Rear Rd <> 45 Rd Rear
    Unit 210, 45 Polk St = 45 Polk St Ste 210
    c/o Lee 45 Polk St Apt 4 = 45 Polk St Apt 4
    C/O Smith Homes LLC 45 Polk St = 45 Polk St
    ATTN: Lee 45 Polk St = 45 Polk St
    % Lee 45 Polk St = 45 Polk St
    %Lee, 45 Polk St Apt 4 = 45 Polk St Apt 4
    45 Polk St % Lee = 45 Polk St
    care of Lee 45 Polk St = 45 Polk St
    In Care Of: Mary Lee, 45 Polk St = 45 Polk St
    45 Polk St Apt 4 care of Lee = 45 Polk St Apt 4
    % Lee 4 45 Polk St <> 45 Polk St
    % 3rd St Bank 45 Polk St <> 45 Polk St
    45% Polk St <> 45 Polk St
    c/o 7 Eleven 45 Polk St <> 45 Polk St
    c/o 7 Eleven 45 Polk St <> 7 Eleven St
    PO Box 9, 45 Polk = 45 Polk
    PO Box 9, 45 Broadway Apt 2 = 45 Broadway Apt 2
    PO Box 9, 45 <> 45 Polk
  `);
});

describe('a unit word in the name of a street', () => {
  table(`
    3 Ames Trailer Ct = 3 Ames Trailer Court
    3 Ames Suite Dr = 3 Ames Suite Drive
    3 Old Trailer Park Rd = 3 Old Trailer Park Road
    3 Ames Building Rd Apt 4 = 3 Ames Building Road Apt 4
    3 Ames Trailer Ct <> 3 Ames Trailer Dr
    3 Ames Trailer 5 <> 3 Ames
  `);
});

describe('forms of roads', () => {
  table(`
    45 Polk St (Route 12) = 45 Polk St
    45 Polk St (Hwy 12 N) = 45 Polk St
    45 Polk St (Rm 5) <> 45 Polk St
    45 22ND HALF ST = 45 22nd 1/2 St
    45 22ND HALF ST <> 45 22nd St
    45 31.5 Rd = 45 31 1/2 Rd
    45 31.25 Rd = 45 31 1/4 Rd
    45 31.5 Rd <> 45 31 Rd
    45 FM 973 RD = 45 FM 973
    45 US 71 HWY = 45 US HWY 71
    45 US HWY 15 501 N = 45 US Highway 15-501 N
    45 US HWY 15/501 = 45 US Highway 15-501
    45 US HWY 15 501 N <> 45 US Highway 15 N
    45 N IH 35 Service Rd NB = 45 N IH 35 SVRD NB
    45 N Interstate 35 Svc Rd = 45 N IH 35 SVRD
    45 N IH 35 SVRD <> 45 N IH 35
    45 CSAH 9 = 45 County Road 9
    45 County State Aid Highway 9 = 45 CSAH 9
    45 CSAH 9 <> 45 State Hwy 9
    45 Highway 31 N 204 = 45 Highway 31 N # 204
    45 Highway 31 N 204 <> 45 Highway 31 N
    6451 E Pacific Coast Hwy 21 = 6451 E Pacific Coast Hwy Unit 21
    6451 E Pacific Coast Hwy Unit 21 <> 6451 E Pacific Coast Hwy
    6451 E Pacific Coast Hwy 21 <> 6451 E Pacific Coast Hwy
    6451 E Pacific Coast Hwy 21 <> 6451 W Pacific Coast Hwy Unit 21
    6451 Old Hwy 21 <> 6451 Old Hwy Unit 21
    9622 S Avenue N = 9622 South Avenue N
    9622 S Avenue N <> 9622 South Avenue O
    9622 S Avenue N <> 9622 N Avenue S
    9622 S Avenue N <> 9622 North Avenue S
    1180 Avenue of the Ameri = 1180 Avenue of the Americas
    1180 Avenue of the Ameri <> 1182 Avenue of the Americas
    1180 Avenue of the <> 1180 Avenue of the Americas
    45 Old Stone <> 45 Old Stonebridge Rd
    45 Polk PKE = 45 Polk Pike
    45 M-43 N | Hastings | MI | 49058 = 45 M 43 North | Hastings | MI | 49058
    45 M-43 Hwy | Hastings | MI | 49058 = 45 State Highway 43 | Hastings | MI | 49058
    45 M 43 | Hastings | MI | 49058 <> 45M 43rd St | Hastings | MI | 49058
    45 K-6 | Salina | KS | 67401 = 45 K6 Hwy | Salina | KS | 67401
    45 PR 1180 | Paris | TX | 75460 = 45 Private Road 1180 | Paris | TX | 75460
    45 Pr 140 | Paris | TX | 75460 = 45 Pvt Rd 140 | Paris | TX | 75460
    45 PR 140 | Paris | TX | 75460 <> 45 CR 140 | Paris | TX | 75460
    45 Eye St NW | Washington | DC | 20001 = 45 I St NW | Washington | DC | 20001
    45 Eye St NW <> 45 I St NW
  `);
});
