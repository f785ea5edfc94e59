import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('suffixes', () => {
  table(`
    9 Oak Av = 9 Oak Ave
    9 Oak Aven = 9 Oak Avenue
    9 Oak Blvd. = 9 Oak Boulevard
    9 Oak Cir = 9 Oak Circle
    9 Oak Trl = 9 Oak Trail
    9 Oak Xing = 9 Oak Crossing
    9 Oak Plc = 9 Oak Place
    9 Fir St <> 9 Fir Ct
    9 Fir St <> 9 Fir Ave
    9 Fir Dr <> 9 Fir Ln
    // missing on one side
    9 Fir = 9 Fir St
    9 N Fir = 9 N Fir Ct
    // another street
    9 Fir Rd Ext <> 9 Fir Rd
    9 Fir Ext <> 9 Fir
    9 Avon St Ext = 9 Avon Street Extension
    9 Avon St Ext <> 9 Avon St
    9 Old Mill Rd <> 9 Mill Rd
    9 New Mill Rd <> 9 Mill Rd
    9 Old Mill Rd <> 9 New Mill Rd
    9 Mill Service Rd <> 9 Mill Rd
    9 Fir Rd Rd = 9 Fir Rd
    9 Fir Dr Drive = 9 Fir Drive
  `);
});

describe('a suffix word may be the name', () => {
  table(`
    9 Court St = 9 Court Street
    9 Court St <> 9 Street Ct
    70 Avenue C = 70 Ave C
    70 Avenue C <> 70 Avenue D
    70 Avenue C <> 70 C St
    15 Park Ave = 15 Park Avenue
    15 Park Ave <> 15 Park St
    22 Broadway = 22 Broadway
    22 Broadway St = 22 Broadway
    22 W Broadway = 22 West Broadway
    1 Lake Shore Dr = 1 Lakeshore Dr
    1 Lake Shore = 1 Lakeshore
    1 Lake Shore = 1 Lakeshore Dr
    1 North Shore Dr = 1 Northshore Dr
    8 Chestnut Hill = 8 Chestnut Hill Rd
    8 Chestnut Hill Rd <> 8 Chestnut Hill Ln
    8 Park Place Ave <> 8 Park Place
    5 The Mews = 5 The Mews
    10 The Trail = 10 The Trail
    1 Avenue of the Americas = 1 Ave of the Americas
    1 K St <> 1 L St
    1 K St <> 1 Kay St
    8358 S Stony Island Ave = 8358 South Stony Island Avenue
  `);
});

describe('directionals', () => {
  table(`
    5 North High St = 5 N High St
    5 N. High St = 5 No. High St
    5 N W High St = 5 NW High St
    5 N. W. High St = 5 Northwest High St
    5 High St N.W. = 5 High St NW
    5 N High St <> 5 S High St
    5 NW High St <> 5 NE High St
    5 High St NW <> 5 High St SW
    5 N High St <> 5 NW High St
    5 High St = 5 N High St
    5 High St = 5 High St SW
    12 E Oak St = 12 Oak St E
    12 E Oak St <> 12 Oak St W
    12 E Oak St <> 12 W Oak St E
    // a direction can be the name
    6 North St = 6 North Street
    6 North St <> 6 South St
    6 North St <> 6 West St
    3 West End Ave = 3 West End Avenue
    3 West End Ave <> 3 East End Ave
    9 N North Park = 9 North North Park
    641 S St NW = 641 S Street Northwest
    641 S St NW <> 641 S St NE
    641 S St NW <> 641 T St NW
    12 East West Hwy = 12 E West Highway
    408 D Street West = 408 D St W
    120 45th Street,NE = 120 45th St NE
    235 Peachtree Street, NE Suite 2000 = 235 Peachtree St NE Ste 2000
    106 Central Park South = 106 Central Park S
    106 Central Park South <> 106 Central Park West
  `);
});

describe('grid streets keep both directions', () => {
  table(
    `
    640 E 300 S = 640 East 300 South
    640 E 300 S = 640 E. 300 S.
    640 E 300 S <> 640 S 300 E
    640 E 300 S <> 640 E 300 N
    640 E 300 S <> 640 W 300 S
    640 E 300 S <> 640 E 400 S
    640 E 300 S <> 640 E 300
    640 E 300 S <> 640 300 S
    640 E 300 South Apt 4 = 640 E 300 S #4
    1048 W 1205 N = 1048 West 1205 North
    48 S 400 E = 48S 400E
    48 S 400 E = 48 S 400E
  `,
    ' | Provo | UT | 84601',
  );
  table(
    `855 W 5000 N Rd = 855 West 5000 North Road
    855 W 5000 N Rd <> 855 W 5000 S Rd
    2645 S Co Rd 600 E = 2645 South County Road 600 East`,
    ' | Butlerville | IN | 47223',
  );
});

describe('ordinals', () => {
  table(`
    1 Fourth St = 1 4th St
    1 4 St = 1 4th St
    1 04th St = 1 4th St
    1 4TH ST = 1 4th street
    1 Twenty-Third St = 1 23rd St
    1 Twenty Third St = 1 23 St
    1 Twentythird St = 1 23rd St
    1 Ninety-Ninth St = 1 99th St
    1 Twelfth St = 1 12th St
    1 Twentieth St = 1 20th St
    1 One Hundredth St = 1 100th St
    1 One Hundred Twenty-Third St = 1 123rd St
    1 One Hundred and First St = 1 101st St
    1 Two Hundred Twelfth St = 1 212th St
    1 E 93th St = 1 E 93rd St
    1 W 51St. St. = 1 W 51st Street
    1 4th St <> 1 5th St
    1 14th St <> 1 4th St
    1 Fourth St <> 1 Fifth St
    1 Sixth St <> 1 Sixteenth St
    1 23rd St <> 1 22nd St
    1 4th St <> 1 4th Ave
    1 Six Mile Rd = 1 6 Mile Rd
    1 Six Mile Rd <> 1 Seven Mile Rd
  `);
});

describe('names in several spellings', () => {
  table(`
    9 Saint Louis Ave = 9 St Louis Ave
    9 St. Louis Ave = 9 St Louis Ave
    9 St. Louis = 9 Saint Louis Ave
    9 E St Clair Ave = 9 East Saint Clair Avenue
    9 Fort Hill Rd = 9 Ft Hill Rd
    9 Ft. Hill Rd = 9 Fort Hill Rd
    9 Mount Vernon Ave = 9 Mt Vernon Ave
    9 Mt. Vernon Ave = 9 Mount Vernon Ave
    9 Mc Carroll St = 9 McCarroll St
    9 O'Dell Rd = 9 ODell Rd
    9 O’Dell Rd = 9 O Dell Rd
    9 De La Rosa Ln = 9 Dela Rosa Ln
    9 De La Rosa Ln = 9 Delarosa Ln
    9 Van Buren St = 9 VanBuren St
    9 Bala-Cynwyd Rd = 9 Bala Cynwyd Rd
    9 Smith-Jones Rd = 9 SmithJones Rd
    9 MLK Dr = 9 Martin Luther King Dr
    9 MLK Jr Dr = 9 Martin Luther King Dr
    9 Martin Luther King Jr Blvd = 9 Martin Luther King Blvd
    9 Dr Martin Luther King Jr Blvd = 9 MLK Blvd
    9 M L King Blvd = 9 Martin L King Jr Blvd
    9 Martin Luther King Junior Ave SE = 9 MLK Ave SE
    9 MLK Dr <> 9 MLK Blvd
    9 Martin Luther King Dr <> 9 King Dr
    9 S.O.M. Center Rd = 9 SOM Center Rd
    9 C & N Smith Mill Rd = 9 C and N Smith Mill Rd
    9 Centre Ave = 9 Center Ave
    9 Rock Crk Rd = 9 Rock Creek Rd
    9 S. Dearborn St = 9 S.Dearborn St
    9 Main St Rd = 9 Main Street Road
  `);
});

describe('Spanish names', () => {
  table(`
    9 Calle Luna = 9 Calle Luna
    9 Calle Luna <> 9 Camino Luna
    9 Calle Luna <> 9 Avenida Luna
    9 Via Luna <> 9 Paseo Luna
    9 Calle Luna <> 9 Luna St
    9 Cañada Rd = 9 Canada Rd
    9 Cañon Dr = 9 CANON DR
    9 Avenida Sevilla <> 9 Sevilla Ave
  `);
  table(
    `
    123 C/ Luna = 123 Calle Luna
    Urb Alturas 5 Calle 2 = Urb. Alturas, 5 Calle 2
    Urb Alturas 5 Calle 2 = Urbanización Alturas 5 C/ 2
    Urb Alturas 5 Calle 2 = 5 Calle 2, Urb Alturas
    Urb Alturas 5 Calle 2 = 5 Calle 2 Urb Alturas
    Urb Alturas 5 Calle 2 <> Urb Santa Rosa 5 Calle 2
    Urb Alturas 5 Calle 2 <> Urb Alturas 5 Calle 3
    Urb Alturas 5 Calle 2 <> Urb Alturas 6 Calle 2
    Urb Alturas 5 Calle 2 <> 5 Calle 2
    Urb Alturas B5 Calle 3 = Urb Alturas B-5 Calle 3
    Urb Alturas B5 Calle 3 <> Urb Alturas C5 Calle 3
    1225 Ave Ponce de Leon = 1225 Avenida Ponce De León
  `,
    ' | San Juan | PR | 00926',
  );
});

describe('misspellings', () => {
  table(`
    9 Newport Ave = 9 Newort Ave
    9 Newport Ave = 9 Newwport Ave
    9 Newport Ave = 9 Newpart Ave
    9 Newport Ave = 9 Nweport Ave
    9 Allen St = 9 Alen St
    9 Newport Ave <> 9 Nwport Av Apt 2
    9 Newport Ave <> 9 Neort Ave
    9 Elm St <> 9 Elms St
    9 Elm St <> 9 Alm St
    // nothing else may be missing
    9 Newport Ave <> 9 Newort
    9 N Newport Ave <> 9 Newort Ave
    9 Newport Ave <> 9 Newort St
    9 N Newport Ave <> 9 S Newort Ave
    // digits and letter names are never slips
    9 Avenue A <> 9 Avenue B
    9 County Road 12 <> 9 County Road 13
    9 112th St <> 9 12th St
    9 County Road K <> 9 County Road KK
    9 Highway A <> 9 Highway B
    9 Lake A Dr <> 9 Lake B Dr
  `);
});

describe('suffixes that are cut, mistyped or spelled by a scanner', () => {
  table(`
    42 FRANCIS LEWIS BOULEV = 42 Francis Lewis Blvd
    42 GRAND CENTRAL PARKWA = 42 Grand Central Pkwy
    42 N GRAND CENTRAL PARKWA <> 42 S Grand Central Pkwy
    42 FRANCIS LEWIS BOULEV <> 42 Francis Lewis Ave
    42 FRANCIS LEWIS BO <> 42 Francis Lewis Blvd
    42 FRANCIS LE <> 42 Francis Lewis Blvd
    42 FRANCIS LEWIS BOULEV <> 42 Francis Lewis Blvd Apt 4
    // begins several suffixes, or is a name
    42 OAK PAR <> 42 Oak Park
    42 OAK TRA <> 42 Oak Trl
    42 BELLA TERRA <> 42 Bella Ter
    42 OAK RAOD = 42 Oak Rd
    42 OAK DIRVE = 42 Oak Dr
    42 OAK BOULAVARD = 42 Oak Blvd
    42 N OAK RAOD = 42 Oak Rd
    42 MARY JANE <> 42 Mary Ln
    42 OAK RAOD <> 42 Oak Dr
    // a unit that looks like a typing error of the suffix
    42 Oak Ct 5TH <> 42 Oak Ct
    42 Oak COURT5 <> 42 Oak Ct
    42 Oak STREETA <> 42 Oak St
    42 Oak St 5TH <> 42 Oak St
    42 Oak Rd Rd = 42 Oak Rd
    42 OAK R0AD = 42 Oak Rd
    42 OAK B1VD = 42 Oak Blvd
    42 OAK R0AD APT 1B <> 42 Oak Rd Apt IB
    5616 HAMSTEAD CRSG = 5616 Hamstead Xing
    5616 MOPAC EXPWY = 5616 Mopac Expy
  `);
});

describe('names that are a direction, a suffix or Fort', () => {
  table(`
    617 E FT AVE = 617 E Fort Ave
    600 E BLVD = 600 East Blvd
    600 BLVD E = 600 East Blvd
    600 E BLVD <> 600 West Blvd
    600 BLVD E <> 600 Blvd W
    6 E ST <> 6 East St
    6 AVENUE E <> 6 East Ave
    1013 S WELLS = 1013 S Wells St
    1013 S WELLS <> 1013 N Wells St
    1013 S COURT <> 1013 S Court St
    // the words that differ follow a complete street
    20 ELM ST UPR <> 20 Elm St UPL
    20 ELM RD LUX <> 20 Elm Rd LUV
  `);
});

describe('a unit without designator on one side', () => {
  table(`
    22 RUDSBORO RD 34 = 22 Rudsboro Rd, #34
    22 RUDSBORO RD 34 <> 22 Rudsboro Rd, #35
    22 RUDSBORO RD 34 <> 22 Rudsboro Rd
    22 RUDSBORO RD B = 22 Rudsboro Rd, B
    22 RUDSBORO RD 34 <> 22 N Rudsboro Rd #34
    20 BROADWAY B = 20 Broadway #B
    20 OAKA <> 20 Oak #A
    4315 WEBSTER AVENUE LH = 4315 Webster Ave Apt LH
    4315 WEBSTER AVENUE LH NY 10470 | | | <> 4315 Webster Ave | Bronx | NY | 10470
  `);
});
