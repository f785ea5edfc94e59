import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('number forms', () => {
  table(
    `
    // numbers
    88½ Elm = 88 1/2 Elm
    88 .5 Elm St <> 88 Elm St
    88.5 Elm St <> 88 Elm St
    88 1/2 Elm St Apt 2 = 88½ Elm St #2
    88 Half Elm St <> 88 Elm St
    88 3/4 Elm St <> 88 1/2 Elm St
    1/2 Elm St <> 1 Elm St
    1/2 Elm St <> 2 Elm St
    8 1/2 St <> 8 Elm St
    31AB Elm St <> 31A Elm St
    A31 Elm St <> 31 Elm St
    A-31 Elm St <> 31 Elm St
    31-A Elm St <> 31 Elm St
    31-B Elm St = 31B Elm St
    31 B Elm St <> 31 Elm St
    100A Main St <> 100 Main St
    100 Main St A <> 100A Main St
    100 Main St Apt A <> 100A Main St
    100 Main St A = 100 Main St Apt A
    100 Main St Unit A = 100 Main St # A
    100 Main St <> 100 Main St A
    100 N Main St <> 100N Main St S
    100N Main St <> 100 Main St
    100 Main St <> 1OO Main St
    12-A-1 Elm St <> 12 Elm St
    1,200 Elm St <> 1 Elm St
    #12 Elm St = 12 Elm St
    No 12 Elm St = 12 Elm St
    No. 12 Elm St = 12 Elm St
    12. Elm St = 12 Elm St
    12, Elm St = 12 Elm St
    000 Elm St <> 0 Elm St
    0012 Elm St = 12 Elm St
    12 12 Elm St <> 12 Elm St
    210/214 Oak St <> 212 Oak St
    210/214 Oak St <> 210 Main St
    210 & 214 Oak St <> 212 Oak St
    210 & 212 Oak St <> 214 Oak St
    210 to 214 Oak St <> 212 Oak St
    210-14 Oak St <> 212 Oak St
    210-14 Oak St <> 14 Oak St
    210-214 Oak St Apt 2 = 214 Oak St Apt 2
    210-214 Oak St Apt 2 <> 214 Oak St
    1210-1214 Oak St = 1214 Oak St
    214-210 Oak St <> 212 Oak St
    210A-214 Oak St <> 210 Oak St
    210-214A Oak St <> 214 Oak St
    210A-210C Oak St <> 210B Oak St
    210-B Oak St = 210B Oak St
    One Oak Street = 1 Oak St
    One Main = 1 Main St
    ONE Broadway = 1 Broadway
    Two Oak Street <> 1 Oak St
  `,
  );
});

describe('number forms, Bayside NY', () => {
  table(
    `
    40-17 Bell Blvd = 40 - 17 Bell Blvd
    40-17 Bell Blvd = 40–17 Bell Blvd
    40 17 Bell Blvd <> 40 Bell Blvd
    40-17A Bell Blvd = 4017A Bell Blvd
    40-17A Bell Blvd <> 40-17 Bell Blvd
    40-17 Bell Blvd Apt 2 = 4017 Bell Boulevard #2
    40-07 Bell Blvd = 4007 Bell Blvd
    40-07 Bell Blvd <> 40-7 Bell Blvd
    104-20 68th Dr <> 104-20 68th Rd
    104-20 68th Dr <> 104-20 68th Ave
    104-20 68th Dr = 104-20 68 Drive
    40-20 40-22 Bell Blvd <> 40-20 Bell Blvd
    35-20/22 Bell Blvd <> 35-20 Bell Blvd
  `,
    ' | Bayside | NY | 11361',
  );
});

describe('number forms, Honolulu HI', () => {
  table(
    `
    94-1038 Waipio Uka St = 94 - 1038 Waipio Uka Street
    94-1038 Waipio Uka St <> 1038 Waipio Uka St
    91-1001 Keaunui Dr Apt 5 = 91-1001 Keaunui Drive #5
    91-1001 Keaunui Dr Unit 10-5 = 91-1001 Keaunui Dr #10-5
  `,
    ' | Honolulu | HI | 96813',
  );
});

describe('number forms, Newark NJ', () => {
  table(
    `
    104-86 Pine St <> 10486 Pine St
    40-17 Pine St <> 4017 Pine St
    104-86 Bell Ave <> 10486 Bell Ave
    40-17 Bell Ave <> 4017 Bell Ave
    40-17 Bell Ave <> 40 Bell Ave
    40-17 Bell Ave <> 17 Bell Ave
    40-44 Bell Ave <> 42 Bell Ave
    210-214 Oak St = 210 Oak St
    210-214 Oak St <> 212 Oak St
  `,
    ' | Newark | NJ | 07102',
  );
});
