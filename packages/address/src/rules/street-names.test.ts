import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('names, suffixes, ordinals and misspellings', () => {
  table(
    `
    // names
    9 St Louis St <> 9 Louis St
    9 St James Pl = 9 Saint James Place
    9 St James Pl <> 9 James Pl
    9 Ste Genevieve Ave = 9 Sainte Genevieve Ave
    9 Fort Washington Ave = 9 Ft Washington Ave
    9 Ft. Worth St = 9 Fort Worth St
    9 Mt Pleasant Rd = 9 Mount Pleasant Rd
    9 Mt. Pleasant Rd = 9 Mount Pleasant Rd
    9 Mtn View Rd = 9 Mountain View Rd
    9 Mount View Rd <> 9 Mountain View Rd
    9 McDonald St = 9 Mc Donald St
    9 McDonald St = 9 Mcdonald St
    9 O'Neil St = 9 Oneil St
    9 O'Neil St = 9 O Neil St
    9 O'Neil St = 9 O’Neil St
    9 O\`Neil St = 9 O'Neil St
    9 D'Angelo St = 9 Dangelo St
    9 King's Ct = 9 Kings Ct
    9 MLK Blvd = 9 Martin Luther King Jr Blvd
    9 MLK Blvd = 9 Martin Luther King, Jr. Blvd
    9 M.L.K. Blvd = 9 Martin Luther King Blvd
    9 M L King Jr Blvd = 9 MLK Jr Blvd
    9 Dr MLK Jr Blvd = 9 Martin Luther King Blvd
    9 Rev Dr Martin Luther King Jr Blvd = 9 MLK Blvd
    9 N Martin Luther King Dr = 9 N MLK Dr
    9 N MLK Dr <> 9 S MLK Dr
    9 MLK St <> 9 MLK Ave
    9 De La Vina St = 9 Dela Vina St
    9 De La Vina St = 9 DeLaVina St
    9 La Cienega Blvd = 9 Lacienega Blvd
    9 El Camino Real = 9 El Camino Real
    9 Winston-Salem St = 9 Winston Salem St
    9 Smith-Jones Rd = 9 Smith Jones Rd
    9 Wilkes-Barre St = 9 WilkesBarre St
    9 Lake Shore Dr = 9 Lakeshore Dr
    9 Lake Shore Dr = 9 Lake-Shore Dr
    9 Lk Shore Dr = 9 Lake Shore Dr
    9 Lake Dr <> 9 Lake Shore Dr
    9 Old Mill <> 9 Mill Rd
    9 Upper Mill Rd <> 9 Lower Mill Rd
    9 Upper Mill Rd <> 9 Mill Rd
    9 Little Creek Rd <> 9 Big Creek Rd
    9 Little Creek Rd <> 9 Creek Rd
    9 Oak Hill Rd <> 9 Oak Rd
    9 Oak Hill Rd <> 9 Oak Hill Dr
    9 Oak Ridge Rd = 9 Oakridge Rd
    9 Oak Ridge = 9 Oak Ridge Rd
    9 Oak Ridge Rd <> 9 Oak Rd
    9 Oak Park = 9 Oak Pk
    9 Oak Park Ave <> 9 Oak Ave
    9 Park Ave <> 9 Park Pl
    9 Park <> 9 Parker
    9 Parkway Dr = 9 Pkwy Dr
    9 The Parkway = 9 The Pkwy
    9 Court St <> 9 Court Ave
    9 Circle Dr = 9 Cir Dr
    9 Circle Dr <> 9 Circle Ct
    9 Avenue C = 9 Ave C
    9 Avenue C <> 9 C Ave
    9 Avenue C <> 9 Avenue D
    9 Avenue A <> 9 Avenue A Apt 2
    9 A St <> 9 B St
    9 A Street = 9 A St
    9 A Ave <> 9 A St
    9 K St <> 9 J St
    9 AA St <> 9 A St
    9 Broadway = 9 Broadway
    9 Broadway <> 9 Broadway Ct Apt 1
    9 Broadway Ave <> 9 Broadway St
    9 The Strand = 9 The Strand
    9 The Strand <> 9 Strand Ave
    9 Plaza = 9 Plz
    9 Esplanade = 9 Esplanade
    9 Bowery = 9 Bowery
    9 Chestnut Hill = 9 Chestnut Hill Rd
    9 Chestnut Hill Ave <> 9 Chestnut Hill Rd
    9 Chestnut St <> 9 Chestnut Hill Rd
    9 Harbor View = 9 Harborview
    9 Harbor View Ct = 9 Harborview Ct
    9 Harbor View Ct <> 9 Harborview Dr
    9 Hillcrest = 9 Hill Crest
    9 Service Rd <> 9 Rd
    9 I-10 Service Rd <> 9 I-10
    9 Oak Service Rd <> 9 Oak Rd
    9 Oak Frontage Rd <> 9 Oak Rd
    9 Oak Rd Ext <> 9 Oak Rd
    9 Oak Rd Extension = 9 Oak Rd Ext
    9 Oak Ext <> 9 Oak
    9 Oak St Ext <> 9 Oak Ext
    9 Oak Spur <> 9 Oak Loop
    9 Oak Aly <> 9 Oak Ave
    9 Oak Alley = 9 Oak Aly
    9 Oak Crt = 9 Oak Ct
    9 Oak Cr <> 9 Oak Ct
    9 Oak Crk <> 9 Oak Cir
    9 Oak Cv = 9 Oak Cove
    9 Oak Bnd = 9 Oak Bend
    9 Oak Pkwy = 9 Oak Parkway
    9 Oak Pky = 9 Oak Pkwy
    9 Oak Terr = 9 Oak Ter
    9 Oak Tr = 9 Oak Trl
    9 Oak Trce = 9 Oak Trace
    9 Oak Trl <> 9 Oak Ter
    9 Oak Pl <> 9 Oak Plz
    9 Oak Sq = 9 Oak Square
    9 Oak Hwy <> 9 Oak Way
    9 Oak Wy = 9 Oak Way
    9 Oak Bl = 9 Oak Blvd
    9 Oak Bvd = 9 Oak Blvd
    9 Oak La = 9 Oak Ln
    9 Oak Lane = 9 Oak Ln
    9 Oak Ln <> 9 Oak Land
    9 Oak Vw = 9 Oak View
    9 Oak Vlg = 9 Oak Village
    9 Oak Pt = 9 Oak Point
    9 Oak Run = 9 Oak Run
    9 Oak Run <> 9 Oak Ridge
    9 Oak Row <> 9 Oak Rd
    9 Oak Mnr = 9 Oak Manor
    9 Oak Walk <> 9 Oak Way
    9 Oak Mews = 9 Oak Mews
    9 Oak Gdns = 9 Oak Gardens
    9 Oak Gdn <> 9 Oak Grn
    9 Oak Hl <> 9 Oak Hls
    9 Oak Hts = 9 Oak Heights
    9 Oak Expy = 9 Oak Expressway
    9 Oak Fwy = 9 Oak Freeway
    9 Oak Tpke = 9 Oak Turnpike
    9 Oak St St = 9 Oak St
    9 Oak Ave St <> 9 Oak St
    9 Oak Ct Cir <> 9 Oak Ct
    // ordinals
    1 First St = 1 1st St
    1 Frist St <> 1 2nd St
    1 21st St = 1 Twenty First St
    1 21st St = 1 Twenty-First St
    1 21st St <> 1 22nd St
    1 21 St = 1 21st Street
    1 21st St <> 1 12th St
    1 2nd St <> 1 22nd St
    1 Second St = 1 2nd St
    1 Third St <> 1 Thirteenth St
    1 3rd St <> 1 33rd St
    1 3 St = 1 3rd St
    1 03rd St = 1 3rd St
    1 Eleventh St = 1 11th St
    1 Eightieth St = 1 80th St
    1 Eighty Eighth St = 1 88th St
    1 100th St = 1 One Hundredth St
    1 101st St = 1 One Hundred First St
    1 110th St = 1 One Hundred Tenth St
    1 110th St = 1 One Hundred and Tenth St
    1 142nd St = 1 One Hundred Forty Second St
    1 142nd St = 1 One Hundred Forty-Second St
    1 142nd St <> 1 143rd St
    1 1st St <> 1 1st Ave
    1 W 1st St <> 1 E 1st St
    1 5 St NW = 1 5th St NW
    1 Seven Oaks Dr = 1 7 Oaks Dr
    1 Seven Oaks Dr <> 1 Six Oaks Dr
    1 Nine Mile Rd = 1 9 Mile Rd
    1 Nine Mile Rd <> 1 Eight Mile Rd
    1 W 9 Mile Rd = 1 West Nine Mile Road
    1 9 1/2 Mile Rd <> 1 9 Mile Rd
    1 13 1/2 St <> 1 13 St
    // misspell
    9 Sycamore Ave = 9 Sycmore Ave
    9 Sycamore Ave <> 9 Sycmore St
    9 Sycamore Ave <> 9 Sycmore
    9 N Sycamore Ave <> 9 Sycmore Ave
    9 Sycamore Ave Apt 2 = 9 Sycmore Ave Apt 2
    9 Sycamore Ave Apt 2 <> 9 Sycmore Ave
    9 Maple Ave = 9 Mapel Ave
    9 Maple Ave <> 9 Apple Ave
    9 Elm St <> 9 Elk St
    9 Second St <> 9 Secand St
    9 Second St <> 9 Seventh St
    9 First St <> 9 Fist St
    9 North Sycamore St = 9 N Sycmore St
    9 Marion St <> 9 Marino Ct
    9 Oakdale Dr = 9 Oakdael Dr
    9 Oakdale Dr <> 9 Oakvale Ct
    9 Rosemont Ave = 9 Rosemount Ave
    9 County Road 100 <> 9 County Road 101
    9 Avenue of the Stars = 9 Ave of the Stars
  `,
  );
});
