import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('both ZIPs present', () => {
  table(`
    9 Oak St | Dover | DE | 19901 = 9 Oak St | Dover | DE | 19901
    9 Oak St | Dover | DE | 19901 <> 9 Oak St | Dover | DE | 19904
    9 Oak St | Camden | DE | 19901 = 9 Oak St | Dover | DE | 19901
    9 Oak St | | | 19901 = 9 Oak St | Dover | DE | 19901
    9 Oak St | Dover | DE | 19901 <> 9 Oak St | Dover | MD | 19901
    9 Oak St | Lutherville/Timonium | MD | 21093 = 9 Oak St | Timonium | MD | 21093
  `);
});

describe('no ZIP on one side', () => {
  table(`
    9 Oak St | Dover | DE | = 9 Oak St | Dover | DE | 19901
    9 Oak St | Dover | DE | = 9 Oak St | DOVER | Delaware |
    9 Oak St | Dover | DE | <> 9 Oak St | Camden | DE | 19901
    9 Oak St | Dover | DE | <> 9 Oak St | Dover | NJ | 07801
    9 Oak St | Saint Germain | WI | = 9 Oak St | St. Germain | WI | 54558
    9 Oak St | Mt Pleasant | SC | = 9 Oak St | Mount Pleasant | SC | 29464
    9 Oak St | Ft Wayne | IN | = 9 Oak St | Fort Wayne | IN | 46825
    9 Oak St | Mayfield Hts | OH | = 9 Oak St | Mayfield Heights | OH | 44124
    9 Oak St | Cincinnat | OH | <> 9 Oak St | Cincinnati | OH | 45237
    9 Oak St | Merion | PA | <> 9 Oak St | Marion | PA | 19066
    9 Oak St | Cincinnat | OH | 45237 = 9 Oak St | Cincinnati | OH | 45237
    9 Oak St | new york city | NY | = 9 Oak St | New York | NY | 10001
    9 Oak St | N Huntingdon | PA | = 9 Oak St | North Huntingdon | PA | 15642
    9 Oak St | Dover | | <> 9 Oak St | Dover | DE | 19901
    9 Oak St | | DE | <> 9 Oak St | Dover | DE | 19901
    9 Oak St | | DE | <> 9 Oak St | | DE |
    9 Oak St | | | <> 9 Oak St | Dover | DE | 19901
    9 Oak St | Dover | | <> 9 Oak St | Dover | |
    9 Oak St | N/A | DE | <> 9 Oak St | N/A | DE |
  `);
});

describe('ZIPs are read tolerantly', () => {
  table(`
    9 Oak St | | | 46052.0 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | | | 46052-1234 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | | | 46052 1234 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | | | 460521234 = 9 Oak St | Lebanon | IN | 46052-9999
    9 Oak St | Cambridge | MA | 2139 = 9 Oak St | Cambridge | MA | 02139
    9 Oak St | | MA | 2139 = 9 Oak St | Cambridge | MA | 02139
    9 Oak St | | Massachusetts | 2139.0 = 9 Oak St | Cambridge | MA | 02139
    9 Oak St | | MA | 2139-1234 = 9 Oak St | Cambridge | MA | 02139
    9 Oak St | | PR | 926 = 9 Oak St | San Juan | PR | 00926
    9 Oak St | | IN | 4605 <> 9 Oak St | Lebanon | IN | 46052
    9 Oak St | | IN | 2139 <> 9 Oak St | | | 02139
    9 Oak St | | | 2139 = 9 Oak St | | | 02139
    9 Oak St Apt 4 | | | 2139.0 = 9 Oak St # 4 | Cambridge | MA | 02139
    9 Oak St, Apt 4 | N/A | | 2139-1234 = 9 Oak St # 4 | Cambridge | MA | 02139
    9 Oak St | | | 926 = 9 Oak St | San Juan | PR | 00926
    // if another place is named it may have lost its last digit instead: 7870 is 78701 as well as 07870
    9 Oak St | | TX | 7870 <> 9 Oak St | | | 07870
    9 Oak St | Austin | | 7870 <> 9 Oak St | | | 07870
    9 Oak St, Austin | | | 7870 <> 9 Oak St | | | 07870
    9 Oak St Austin | | | 7870 <> 9 Oak St | | | 07870
    9 Oak St, Austin TX | | | 7870 <> 9 Oak St | | | 07870
    9 Oak St | | Texass | 7870 <> 9 Oak St | | | 07870
    // no ZIP begins with 004, and ZIPs with 09 are military
    9 Oak St | | | 412 <> 9 Oak St | | | 00412
    9 Oak St | | | 9012 <> 9 Oak St | | | 09012
    9 Oak St | | DE | 00000 <> 9 Oak St | | DE | 00000
    9 Oak St | Dover | DE | 00000 = 9 Oak St | Dover | DE | 19901
    9 Oak St | Dover | DE | abcde = 9 Oak St | Dover | DE | 19901
  `);
});

describe('states by code or name, any case', () => {
  table(`
    9 Oak St | Lebanon | Indiana | = 9 Oak St | Lebanon | in | 46052
    9 Oak St | Columbia | south carolina | = 9 Oak St | Columbia | SC |
    9 Oak St | Washington | District of Columbia | = 9 Oak St | Washington | DC | 20020
    9 Oak St | Washington | D.C. | = 9 Oak St | Washington | DC | 20020
    9 Oak St | Columbia | North Carolina | <> 9 Oak St | Columbia | SC |
    9 Oak St | Charleston | West Virginia | <> 9 Oak St | Charleston | Virginia |
  `);
});
