import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('equal units match whatever the designator', () => {
  table(`
    20 Elm St Apt 4B = 20 Elm St #4B
    20 Elm St Apt 4B = 20 Elm St Unit 4-B
    20 Elm St Apt 4B = 20 Elm St, Apt. 4 B
    20 Elm St Apt 4B = 20 Elm St Ste 4B
    20 Elm St Apt 4B = 20 Elm St Apartment #4B
    20 Elm St Apt 4B = 20 Elm St # 4B
    20 Elm St Apt 4B = 20 Elm St APT4B
    20 Elm St Apt 4 = 20 Elm St Apt No. 4
    20 Elm St Apt 4 = 20 Elm St # Apt 4
    20 Elm St Apt 4 = Apt 4, 20 Elm St
    20 Elm St Apt 4 = Apt 4 20 Elm St
    20 Elm St Apt 4 = #4 20 Elm St
    20 Elm St Apt 4 = 20 Elm St (Apt 4)
    20 Elm St Apt 4 = 20 Elm St; Apt 4
    20 Elm St Apt 4 = 20 Elm St, 4
    20 Elm St Apt 4 = 20 Elm St 4
    20 Elm St Lot 4 = 20 Elm St Trlr 4
    20 Elm St Spc 4 = 20 Elm St Space 4
    20 Elm St Fl 3 = 20 Elm St 3rd Floor
    20 Elm St Fl 2 = 20 Elm St, second floor
    20 Elm St Rm 12 = 20 Elm St Room 12
    20 Elm St PH 2 = 20 Elm St Penthouse 2
    20 Elm St Rear = 20 Elm St, rear
    20 Elm St Bsmt = 20 Elm St Basement
    20 Elm Apt 4 = 20 Elm #4
    20 Broadway Apt 4 = 20 Broadway #4
  `);
});

describe('different units never match', () => {
  table(`
    20 Elm St Apt 4 <> 20 Elm St Apt 5
    20 Elm St Apt 4 <> 20 Elm St Apt 40
    20 Elm St Apt 4A <> 20 Elm St Apt 4B
    20 Elm St Apt 4A <> 20 Elm St Apt 4
    20 Elm St Apt 1-12 <> 20 Elm St Apt 11-2
    20 Elm St Rear <> 20 Elm St Front
    20 Elm St Apt A <> 20 Elm St Apt B
    20 Elm St PH 2 <> 20 Elm St Apt 2
  `);
});

describe('two levels compare as a whole', () => {
  table(`
    20 Elm St Bldg 2 Apt 1 = 20 Elm St Building 2 #1
    20 Elm St Bldg 2 Apt 1 = 20 Elm St, Bldg 2, Unit 1
    20 Elm St Bldg 2 Apt 1 <> 20 Elm St Bldg 1 Apt 2
    20 Elm St Bldg 2 Apt 1 <> 20 Elm St Apt 1
    20 Elm St Bldg 2 Apt 1 <> 20 Elm St Bldg 2
    20 Elm St Bldg 2 Apt 1 <> 20 Elm St Bldg 3 Apt 1
    20 Elm St Bldg 2 Apt 1 <> 20 Elm St
    20 Elm St 4th Fl Ste 406 = 20 Elm St Floor 4 Suite 406
    20 Elm St 4th Fl Ste 406 <> 20 Elm St Fl 5 Ste 406
  `);
});

describe('a unit on one side only is not the same property', () => {
  table(`
    20 Elm St Apt 4 <> 20 Elm St
    20 Elm St #4 <> 20 Elm St
    20 Elm St, Unit B <> 20 Elm St
    20 Elm St Rear <> 20 Elm St
    20 Elm St (Rear) <> 20 Elm St
  `);
});

describe('notes are not units', () => {
  table(`
    20 Elm St (rear entrance) = 20 Elm St
    20 Elm St near Oak St = 20 Elm St
    20 Elm St, near Oak St = 20 Elm St
    20 Elm St, Gymnasium = 20 Elm St
    20 Elm St - Right side of building-Music Room <> 20 Elm St
    20 Elm St - Right side of building <> 20 Elm St - Left side of building
    20 Elm St between 5th and 6th Ave = 20 Elm St
    20 Elm St at Oak Ave = 20 Elm St
    20 Elm St off Oak Ave = 20 Elm St
    20 Avenue A at 6th St = 20 Avenue A
    20 Elm St, Main Entrance = 20 Elm St
    20 Elm St, Precinct 15 = 20 Elm St
    20 Elm St PO Box 9 = 20 Elm St
    20 Elm St, P.O. Box 9 = 20 Elm St
    20 Elm St POB 9 = 20 Elm St
    20 Elm St Apt 4 PO Box 9 = 20 Elm St Apt 4
    // words that look like units but are names
    500 W Front St = 500 West Front Street
    500 Lower Rd = 500 Lower Road
    500 Upper Ferry Rd = 500 Upper Ferry Road
    500 Key Blvd = 500 Key Boulevard
    500 Station Pier Rd = 500 Station Pier Road
    500 Unit Rd = 500 Unit Road
    500 Union Sq = 500 Union Square
  `);
});
