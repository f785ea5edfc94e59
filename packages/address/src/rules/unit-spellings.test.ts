import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('units in all their spellings', () => {
  table(
    `
    // units
    20 Elm St Apt. 4B = 20 Elm St apt 4b
    20 Elm St Apt 4B = 20 Elm St Apt 4 B
    20 Elm St Apt 4B <> 20 Elm St Apt 4C
    20 Elm St Apt B4 <> 20 Elm St Apt 4B
    20 Elm St Apt 4-B = 20 Elm St 4B
    20 Elm St Apt 04 = 20 Elm St Apt 4
    20 Elm St Apt 4 = 20 Elm St Apt#4
    20 Elm St Apt 4 = 20 Elm St Apt-4
    20 Elm St Apt 4 = 20 Elm St, Apt: 4
    20 Elm St Apt 4 = 20 Elm St Aptmt 4
    20 Elm St Apt 4 = 20 Elm St Apartment 4
    20 Elm St Apt 4 = 20 Elm St Unit #4
    20 Elm St Apt 4 = 20 Elm St Unit No 4
    20 Elm St Apt 4 = 20 Elm St No 4
    20 Elm St Apt 4 = 20 Elm St No. 4
    20 Elm St Apt 4 = 20 Elm St Num 4
    20 Elm St Apt 4 = 20 Elm St Number 4
    20 Elm St Apt 4 = 20 Elm St Condo 4
    20 Elm St Apt 4 = 20 Elm St Cond 4
    20 Elm St Apt 4 = 20 Elm St Cndo 4
    20 Elm St Apt 4 = 20 Elm St Townhouse 4
    20 Elm St Apt A = 20 Elm St Unit A
    20 Elm St Apt A = 20 Elm St #A
    20 Elm St Apt A = 20 Elm St A
    20 Elm St Apt N <> 20 N Elm St
    20 Elm St Unit N = 20 Elm St Apt N
    20 Elm St Unit E <> 20 Elm St E
    20 Elm St #E <> 20 E Elm St
    20 Elm St Apt One = 20 Elm St Apt 1
    20 Elm St Ste 100 = 20 Elm St Suite 100
    20 Elm St Ste 100-A = 20 Elm St Suite 100A
    20 Elm St Ste 100 A = 20 Elm St Suite 100A
    20 Elm St Ste A-100 = 20 Elm St Suite A100
    20 Elm St Rm 4 = 20 Elm St Room 4
    20 Elm St Flr 4 = 20 Elm St 4th Fl
    20 Elm St 4th Flr = 20 Elm St Floor 4
    20 Elm St, 4th Floor = 20 Elm St Fl 4
    20 Elm St Fourth Floor = 20 Elm St Fl 4
    20 Elm St 1st Floor <> 20 Elm St
    20 Elm St 1st Fl = 20 Elm St First Floor
    20 Elm St 2nd Fl <> 20 Elm St 3rd Fl
    20 Elm St Fl 2 <> 20 Elm St
    20 Elm St Lot 12 = 20 Elm St Lt 12
    20 Elm St Spc 12 = 20 Elm St Sp 12
    20 Elm St Spc 12 = 20 Elm St Space #12
    20 Elm St Trlr 12 = 20 Elm St Trailer 12
    20 Elm St Bldg A = 20 Elm St Building A
    20 Elm St Bldg A Apt 1 = 20 Elm St Bldg A #1
    20 Elm St Bldg A Apt 1 = 20 Elm St Apt 1 Bldg A
    20 Elm St Bldg A Apt 1 <> 20 Elm St Bldg B Apt 1
    20 Elm St Bldg A-1 <> 20 Elm St Bldg A
    20 Elm St Bldg 2 Unit 1 <> 20 Elm St Unit 21
    20 Elm St Bldg 2 Unit 1 <> 20 Elm St Unit 2-1
    20 Elm St Bsmt = 20 Elm St Basement Apt
    20 Elm St Bsmt <> 20 Elm St
    20 Elm St Upper = 20 Elm St Uppr
    20 Elm St Upper <> 20 Elm St Lower
    20 Elm St Upper <> 20 Elm St
    20 Elm St Up <> 20 Elm St Down
    20 Elm St Upstairs <> 20 Elm St
    20 Elm St Front <> 20 Elm St Rear
    20 Elm St Frnt = 20 Elm St Front
    20 Elm St Rear = 20 Elm St Apt Rear
    20 Elm St Rear Unit <> 20 Elm St
    20 Elm St Left <> 20 Elm St Right
    20 Elm St Penthouse = 20 Elm St PH
    20 Elm St PH 2 = 20 Elm St PH2
    20 Elm St PH-2 = 20 Elm St Penthouse 2
    20 Elm St Ph A <> 20 Elm St Ph B
    20 Elm St Garage <> 20 Elm St Apt 1
    20 Elm St Unit 4 & 5 <> 20 Elm St Unit 4
    20 Elm St Units 4-5 <> 20 Elm St Unit 4
    20 Elm St Apts 4 & 5 <> 20 Elm St Apt 4
    20 Elm St #4-5 <> 20 Elm St #45
    20 Elm St #1-12 <> 20 Elm St #112
    20 Elm St #4/5 <> 20 Elm St #4
    20 Elm St 4 5 <> 20 Elm St 4
    20 Elm St Unit 4 Garage 2 <> 20 Elm St Unit 5
    20 Elm St Dept 4 = 20 Elm St Department 4
    20 Elm St PMB 4 = 20 Elm St #4
    20 Elm St Ofc 4 = 20 Elm St Office 4
    20 Elm St Ofc = 20 Elm St Office
    20 Elm St Hngr 4 = 20 Elm St Hangar 4
    20 Elm St Slip 4 = 20 Elm St # 4
    20 Elm St Lbby = 20 Elm St Lobby
    20 Elm St c/o John Smith = 20 Elm St
    20 Elm St Attn John Smith = 20 Elm St
    20 Elm St (back house) <> 20 Elm St Apt 3
    20 Elm St, Rear Apt <> 20 Elm St
    20 Elm St, Apt <> 20 Elm St
    20 Elm St Apt | Dover | DE | 19901 <> 20 Elm St | Dover | DE | 19901
    20 Elm St Apt Dover DE 19901 | | | <> 20 Elm St | Dover | DE | 19901
    20 Elm St, # = 20 Elm St
    20 Elm Apt B <> 20 Elm St Apt C
    20 Elm #B = 20 Elm St Apt B
    20 Broadway 4B = 20 Broadway Apt 4B
    20 Broadway Apt 4B <> 20 Broadway
    20 Broadway #4 = 20 Broadway Fl 4
    20 W Broadway Ste 5 = 20 West Broadway Suite 5
    20 Avenue A Apt 2 = 20 Ave A #2
    20 County Road 5 Apt 2 = 20 CR 5 #2
    20 Hwy 5 Lot 2 = 20 Highway 5 Trlr 2
    20 Hwy 5 Unit B = 20 Highway 5 #B
    20 Elm St Apt 4, Rear <> 20 Elm St Apt 4
    20-B Elm St <> 20 Elm St Apt B
    Unit 4 20 Elm St = 20 Elm St Unit 4
    Unit 4, 20 Elm St = 20 Elm St Unit 4
    #4, 20 Elm St = 20 Elm St Unit 4
    # 4 20 Elm St = 20 Elm St Unit 4
    Suite 200, 20 Elm St = 20 Elm St Ste 200
    2nd Floor, 20 Elm St = 20 Elm St Fl 2
    Bldg 2 Apt 1, 20 Elm St = 20 Elm St Bldg 2 Apt 1
    20 Elm St; Apt 4 = 20 Elm St Apt 4
    20 Elm St - Apt 4 = 20 Elm St Apt 4
    20 Elm St-Apt 4 = 20 Elm St Apt 4
    20 Elm St / Apt 4 = 20 Elm St Apt 4
    20 Elm StApt 4 <> 20 Elm St
    20 Elm St [Apt 4] = 20 Elm St Apt 4
    20 Elm St "Apt 4" = 20 Elm St Apt 4
    20 Elm St* <> 20 Elm St
    20 Elm St Apt 4 (rear) <> 20 Elm St Apt 4
    20 Elm St (Gymnasium) = 20 Elm St
    20 Elm St (Apt 4) = 20 Elm St Apt 4
    20 Elm St (unit 4) = 20 Elm St Apt 4
    20 Elm St (#4) = 20 Elm St Apt 4
    20 Elm St @ Oak St = 20 Elm St
    20 Elm St & Oak St <> 20 Oak St
    20 Elm St PO Box 5 Apt 4 = 20 Elm St Apt 4
    20 Elm St Box 5 <> 20 Elm St
    20 Elm St Apt 4 <> 4 Elm St Apt 20
    20 Elm St Apt 4 <> 20 Elm Ct Apt 4
    20 Elm St 2F = 20 Elm St Apt 2F
    20 Elm St Fl 2F <> 20 Elm St 2
    20 Elm St 2R <> 20 Elm St 2L
    20 Elm St 2nd <> 20 Elm St 3rd
  `,
  );
});
