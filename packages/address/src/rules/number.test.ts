import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('numbers must be equal', () => {
  table(`
    712 Oak St = 712 Oak Street
    712 Oak St <> 714 Oak St
    712 Oak St <> 721 Oak St
    712 Oak St <> 7120 Oak St
    07 Oak St = 7 Oak St
    007 Oak St = 7 Oak St
    70 Oak St <> 7 Oak St
    One Oak St = 1 Oak St
  `);
});

describe('a fraction or a letter is part of the number', () => {
  table(`
    88 1/2 Elm St = 88½ Elm St
    88 1/2 Elm St = 88-1/2 Elm St
    88 ½ Elm St = 88 1/2 Elm Street
    88 1/2 Elm St <> 88 Elm St
    88 1/2 Elm St <> 88 1/4 Elm St
    88 1/2 Elm St <> 8812 Elm St
    31A Elm St = 31-A Elm St
    31A Elm St = 31 A Elm St
    31a Elm St = 31 - A Elm St
    31A Elm St <> 31 Elm St
    31A Elm St <> 31B Elm St
    31 A Elm St <> 31 Elm St
    31A S Elm St = 31 A S Elm St
    31 A Elm St <> 31 Elm St Apt A
    31 E Elm St <> 31 Elm St Apt E
    // a single letter may be the street or a direction
    31 A St <> 31A St Clair Ave
    31 E Elm St = 31 East Elm St
    202 E Street = 202 E St
    202 E St <> 202 F St
  `);
});

describe('a hyphen joins house number and block in Queens, Fair Lawn and Hawaii', () => {
  table(`
    40-17 Bell Blvd | Bayside | NY | 11361 = 4017 Bell Blvd | Bayside | NY | 11361
    40-17 Bell Blvd | Bayside | NY | = 4017 Bell Blvd | Bayside | NY | 11361
    40-17 Bell Blvd | Bayside | NY | 11361 <> 40 Bell Blvd | Bayside | NY | 11361
    40-17 Bell Blvd | Bayside | NY | 11361 <> 17 Bell Blvd | Bayside | NY | 11361
    210-14 41st Ave | Bayside | NY | 11361 = 21014 41 Ave | Bayside | NY | 11361
    35-51 85th St | Jackson Heights | NY | 11372 <> 35 85th St | Jackson Heights | NY | 11372
    35-51 85th St | Jackson Heights | NY | 11372 <> 51 85th St | Jackson Heights | NY | 11372
    210-214 41st Ave | Bayside | NY | 11361 <> 210 41st Ave | Bayside | NY | 11361
    12-34 River Rd | Fair Lawn | NJ | 07410 = 1234 River Rd | Fair Lawn | NJ | 07410
    12-34 River Rd | Fair Lawn | NJ | 07410 <> 12 River Rd | Fair Lawn | NJ | 07410
    94-1038 Waipio Uka St | Waipahu | HI | 96797 = 941038 Waipio Uka St | Waipahu | HI | 96797
    94-1038 Waipio Uka St | Waipahu | HI | 96797 <> 94 Waipio Uka St | Waipahu | HI | 96797
    40-17 Bell Blvd, Bayside, NY || | = 4017 Bell Blvd | Bayside | NY | 11361
  `);
});

describe('a hyphen written as a space, in places with hyphenated numbers', () => {
  table(`
    104 86 165th St | Jamaica | NY | 11433 = 104-86 165th St | Jamaica | NY | 11433
    104 86 165 St | Jamaica | NY | 11433 = 104-86 165th St | Jamaica | NY | 11433
    104 86 165th St | Jamaica | NY | 11433 <> 104 165th St | Jamaica | NY | 11433
    104 86 165th St | Jamaica | NY | 11433 <> 86 165th St | Jamaica | NY | 11433
    40 17 Bell Blvd Apt 2, Bayside, NY 11361 | | | = 40-17 Bell Blvd Apt 2 | Bayside | NY | 11361
    40 17 Bell Blvd | Bayside | NY | 11361 <> 40 17th Ave | Bayside | NY | 11361
    // two numbers are a house and a street
    104 86 Ave | Jamaica | NY | 11433 = 104 86th Ave | Jamaica | NY | 11433
    104 86th Ave | Jamaica | NY | 11433 <> 104-86 Ave | Jamaica | NY | 11433
    // the second is too long for a block
    104 186 Bell Blvd | Bayside | NY | 11361 <> 104-186 Bell Blvd | Bayside | NY | 11361
    67 1125 Mamalahoa Hwy | Kamuela | HI | 96743 = 67-1125 Mamalahoa Hwy | Kamuela | HI | 96743
    67 1125 Mamalahoa Hwy | Kamuela | HI | 96743 <> 67 Mamalahoa Hwy | Kamuela | HI | 96743
    12 34 River Rd | Fair Lawn | NJ | 07410 = 12-34 River Rd | Fair Lawn | NJ | 07410
    // in other places there are no hyphenated numbers
    104 86 Oak St | Dover | DE | 19901 <> 104-86 Oak St | Dover | DE | 19901
    40 17 Bell Blvd | Albany | NY | 12207 <> 40-17 Bell Blvd | Albany | NY | 12207
  `);
});

describe('a range elsewhere stands for its ends', () => {
  table(`
    210-214 Oak St = 210 Oak St
    210-214 Oak St = 214 Oak St
    210 - 214 Oak St = 214 Oak St
    210-214 Oak St = 210-214 Oak Street
    210–214 Oak St = 210-214 Oak St
    210-214 Oak St <> 212 Oak St
    210-214 Oak St <> 216 Oak St
    210-214 Oak St <> 210-212 Oak St
    210-214 Oak St <> 210214 Oak St
    98-102 Oak St = 102 Oak St
    40-17 Oak St <> 40 Oak St
    40-17 Oak St <> 17 Oak St
  `);
});

describe('grid numbers are one token', () => {
  table(
    `
    N52W16590 Mill Rd = N52 W16590 Mill Rd
    N52W16590 Mill Rd = N52-W16590 Mill Rd
    N52W16590 Mill Rd = N 52 W 16590 Mill Rd
    n52w16590 Mill Rd = N52 W 16590 Mill Road
    N52W16590 Mill Rd <> N52W16591 Mill Rd
    N52W16590 Mill Rd <> N53W16590 Mill Rd
    N52W16590 Mill Rd <> S52W16590 Mill Rd
    N52W16590 Mill Rd <> N52E16590 Mill Rd
    N52W16590 Mill Rd <> 16590 Mill Rd
    N52W16590 Mill Rd <> 52 Mill Rd
    W6375 County Road K = W6375 Cty Rd K
    W6375 County Road K <> 6375 County Road K
    4N635 Elm Ave = 4N635 Elm Avenue
    4N635 Elm Ave <> 4 N Elm Ave
    4N635 Elm Ave <> 635 Elm Ave
  `,
    ' | Jackson | WI | 53037',
  );
});

describe('without a number there is no property', () => {
  table(`
    Oak St <> Oak St
    0 Oak St <> 0 Oak St
    0 Oak St <> Oak St
    00 Oak St <> 0 Oak St
    Three Rivers Dr <> 3 Rivers Dr
    5th Ave <> 5th Ave
  `);
});
