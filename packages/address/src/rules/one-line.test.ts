import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('one-line addresses and places', () => {
  table(
    `
    // one-line
    9 Oak St, Lebanon IN | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 46052, US | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 46052, U.S.A. | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 46052 United States of America | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN. 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St., Lebanon, Ind. 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St Lebanon, IN 46052 Lebanon | | | <> 9 Oak St | Lebanon | IN | 46053
    9 Oak St, Lebanon, IN, 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon, IN | | 46052 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon, IN 46052 | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon IN | | <> 9 Oak St | Lebanon | OH | 45036
    9 Oak St | | IN 46052 | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon | IN | 46052 USA = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon | | IN | 46052 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St Lebanon | | IN | 46052 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St Lebanon | | IN | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St Lebanon | | IN | <> 9 Oak St | Zionsville | IN | 46077
    9 OAK ST LEBANON INDIANA 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 oak st apt 4 lebanon in 46052 | | | = 9 Oak St #4 | Lebanon | IN | 46052
    9 oak st #4 lebanon in 46052 | | | = 9 Oak St #4 | Lebanon | IN | 46052
    9 oak st unit b lebanon in 46052 | | | = 9 Oak St #B | Lebanon | IN | 46052
    9 oak st ste 100 lebanon in 46052 | | | = 9 Oak St #100 | Lebanon | IN | 46052
    9 N Oak St, West Lafayette, IN 47906 | | | = 9 N Oak St | West Lafayette | IN | 47906
    9 N Oak St West Lafayette IN 47906 | | | = 9 N Oak St | West Lafayette | IN | 47906
    9 Oak St East Chicago IN 46312 | | | = 9 Oak St | East Chicago | IN | 46312
    // the separator of street and city gives the direction to the city, even in one ZIP
    9 Oak St, East Chicago, IN 46312 | | | <> 9 Oak St E | Chicago | IN | 46312
    9 Oak St | East Chicago | IN | 46312 <> 9 Oak St E | Chicago | IN | 46312
    9 Oak St, NW Dover, DE 19901 | | | = 9 Oak St NW | Dover | DE | 19901
    9 Oak St, NW Washington, DC | | | = 9 Oak St NW | Washington | DC | 20001
    // without it the reading with the shorter city needs the ZIP, the direction and the city
    9 Oak St East Bristol IN 46312 | | | = 9 Oak St E | Bristol | IN | 46312
    9 Oak St East Bristol IN 46312 | | | <> 9 Oak St | Bristol | IN | 46312
    9 Oak St East Bristol IN 46312 | | | <> 9 Oak St E | Bristol | IN |
    9 Oak St East Bristol IN | | | <> 9 Oak St E | Bristol | IN | 46312
    9 Oak St East Bristol | Bristol | IN | <> 9 Oak St E | Bristol | IN | 46312
    9 Oak St, East Bristol, IN | Bristol | IN | <> 9 Oak St | Bristol | IN | 46312
    9 Oak St NW Washington DC | | | = 9 Oak St NW | Washington | DC | 20001
    640 E 300 S Provo UT | | | = 640 E 300 S | Provo | UT | 84606
    12 Fern Park Forest IL | | | <> 12 Fern Park | Forest | IL |
    12 Fern Park Forest IL | | | = 12 Fern | Park Forest | IL | 60466
    12 Fern Park Forest IL 60466 | | | = 12 Fern Park | Forest | IL | 60466
    9 Oak St E Chicago IN 46312 | | | <> 9 Oak St W | Chicago | IN | 46312
    9 Oak Ave North Las Vegas NV 89030 | | | = 9 Oak Ave | North Las Vegas | NV | 89030
    9 Oak Ave N Las Vegas NV 89030 | | | <> 9 Oak Ave S | Las Vegas | NV | 89030
    9 Park Ave New York NY 10016 | | | = 9 Park Ave | New York | NY | 10016
    9 Park Ave S New York NY 10016 | | | = 9 Park Ave S | New York | NY | 10016
    17 Rose Lane Dover DE 19901 | | | <> 17 Rose St | Lane Dover | DE | 19901
    9 Hill Rd Spring Hill TN 37174 | | | = 9 Hill Rd | Spring Hill | TN | 37174
    9 Lake Dr Lake Forest IL 60045 | | | = 9 Lake Dr | Lake Forest | IL | 60045
    9 Lake Forest Dr Lake Forest IL 60045 | | | = 9 Lake Forest Dr | Lake Forest | IL | 60045
    9 Lake Forest Dr Lake Forest IL 60045 | | | <> 9 Lake Dr | Lake Forest | IL | 60045
    9 St Louis St St Louis MO 63101 | | | = 9 Saint Louis St | Saint Louis | MO | 63101
    9 Court St Court House VA 23901 | | | <> 9 Court Ave | Court House | VA | 23901
    9 Broadway New York NY 10004 | | | = 9 Broadway | New York | NY | 10004
    9 Broadway New York NY 10004 | | | <> 9 Broadway St | York | NY | 10005
    9 Main Port Washington NY 11050 | | | = 9 Main St | Port Washington | NY | 11050
    9 Oak Park IL 60302 | | | <> 9 Oak St | Chicago | IL | 60302
    9 County Road 43 Angleton TX 77515 | | | = 9 CR 43 | Angleton | TX | 77515
    9 Highway 62 West Mulberry AR 72947 | | | <> 9 Highway 62 E | Mulberry | AR | 72947
    9 US Hwy 20 E Michigan City IN 46360 | | | = 9 US 20 E | Michigan City | IN | 46360
    9 640 W Provo UT 84601 | | | <> 9 640 E | Provo | UT | 84601
    640 E 300 S Provo UT 84606 | | | = 640 E 300 S | Provo | UT | 84606
    640 E 300 S, Salt Lake City, UT 84102 | | | = 640 E 300 S | Salt Lake City | UT | 84102
    640 E 300 S South Jordan UT 84095 | | | = 640 E 300 S | South Jordan | UT | 84095
    640 E 300 S Jordan UT 84095 | | | <> 640 E 300 N | Jordan | UT | 84095
    9 Oak St Winston-Salem NC 27101 | | | = 9 Oak St | Winston Salem | NC | 27101
    9 Oak St Coeur d'Alene ID 83814 | | | = 9 Oak St | Coeur d Alene | ID | 83814
    9 Oak St O'Fallon MO 63366 | | | = 9 Oak St | O Fallon | MO | 63366
    9 Oak St Mt. Vernon NY 10550 | | | = 9 Oak St | Mount Vernon | NY | 10550
    9 Oak St Washington DC 20001 | | | = 9 Oak St | Washington | DC | 20001
    9 Oak St NW Washington DC 20001 | | | <> 9 Oak St NE | Washington | DC | 20001
    9 Oak St NW Washington D.C. 20001 | | | = 9 Oak St NW | Washington | DC | 20001
    9 Oak St Las Cruces New Mexico 88001 | | | = 9 Oak St | Las Cruces | NM | 88001
    9 Oak St Charleston West Virginia 25301 | | | = 9 Oak St | Charleston | WV | 25301
    9 Oak St Charleston West Virginia 25301 | | | <> 9 Oak St | Charleston | VA |
    9 Oak St Kansas City MO 64101 | | | = 9 Oak St | Kansas City | MO | 64101
    9 Oak St Kansas City Kansas 66101 | | | = 9 Oak St | Kansas City | KS | 66101
    9 Virginia Ave Indiana PA 15701 | | | = 9 Virginia Ave | Indiana | PA | 15701
    9 Oak St California PA 15419 | | | = 9 Oak St | California | PA | 15419
    9 Oak St Nevada MO 64772 | | | = 9 Oak St | Nevada | MO | 64772
    9 Delaware Ave Delaware OH 43015 | | | = 9 Delaware Ave | Delaware | OH | 43015
    9 Oak Ct Hartford CT 06101 | | | <> 9 Oak Ln | Hartford | CT | 06101
    9 Oak Ave La Jolla CA 92037 | | | = 9 Oak Ave | La Jolla | CA | 92037
    9 Oak La Jolla CA 92037 | | | <> 9 Oak Ct | Jolla | CA | 92037
    “9 Oak St” Lebanon IN 46052 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 46052-1234 USA | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 460521234 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 46052 - 1234 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 46052 1234 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 46052-0000 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Lebanon, IN 00000 | | | = 9 Oak St | Lebanon | IN | 46052
    9 Oak St, Cambridge MA 2139 | | | = 9 Oak St | Cambridge | MA | 02139
    9 Oak St, Cambridge MA 2139-1234 | | | = 9 Oak St | Cambridge | MA | 02139
    9 Oak St, Cambridge, Massachusetts 2139 | | | = 9 Oak St | Cambridge | MA | 02139
    9 Oak St, San Juan PR 926 | | | = 9 Oak St | San Juan | PR | 00926
    9 Oak St | Cambridge | MA | 02139.0 = 9 Oak St | Cambridge | MA | 2139
    9 Oak St | Cambridge | MA | 2139.00 = 9 Oak St | Cambridge | MA | 02139
    9 Oak St | Lebanon | IN | 46052.00 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon | IN | 46052- = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon | IN | '46052 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon | IN | ="46052" = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon | IN | 46052 - 1234 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon | IN | 4.6052E4 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon | IN | 46,052 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon | IN | ZIP 46052 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Cambridge | MA | 21391234 = 9 Oak St | Cambridge | MA | 02139
    9 Oak St | | | 46052 <> 9 Oak St | | | 46053
    9 Oak St | Lebanon | IN | 46052 <> 9 Oak St | Lebanon | IN | 46053
    9 Oak St | Lebanon | IN | 46052 <> 9 Oak St | Lebanon | OH | 46052
    9 Oak St | Lebanon | I.N. | 46052 = 9 Oak St | Lebanon | IN | 46052
    9 Oak St | Lebanon | Indiana | = 9 Oak St | Lebanon | IN |
    9 Oak St | Lebanon | indiana  | = 9 Oak St | Lebanon | IN |
    9 Oak St | Lebanon | IN | <> 9 Oak St | Lebanon Junction | IN | 46052
    9 Oak St | Lebanon Twp | IN | <> 9 Oak St | Zionsville | IN | 46052
    9 Oak St | Washington Twp | NJ | = 9 Oak St | Washington Township | NJ | 07676
    9 Oak St | St Louis Park | MN | = 9 Oak St | Saint Louis Park | MN | 55416
    9 Oak St | Ft Lauderdale | FL | = 9 Oak St | Fort Lauderdale | FL | 33301
    9 Oak St | N Miami Beach | FL | = 9 Oak St | North Miami Beach | FL | 33160
    9 Oak St | N Miami | FL | <> 9 Oak St | Miami | FL | 33160
    9 Oak St | Miami Bch | FL | = 9 Oak St | Miami Beach | FL | 33139
    9 Oak St | Spgfld | IL | <> 9 Oak St | Springfield | IL | 62701
    9 Oak St | Springfeld | IL | <> 9 Oak St | Springfield | IL | 62701
    9 Oak St | East Chicago | IN | <> 9 Oak St | West Chicago | IN |
    9 Oak St | LA | CA | <> 9 Oak St | Los Angeles | CA | 90001
    9 Oak St | Dover | | 19901 = 9 Oak St | | DE | 19901
    9 Oak St | Dover | DE | <> 9 Oak St | Dover | |
    9 Oak St | Dover | XX | <> 9 Oak St | Dover | XX |
    // cities with names like streets, roads that end without a suffix
    9 Herr Dr Willow Street PA 17584 | | | = 9 Herr Dr | Willow Street | PA | 17584
    9 Navajo Trl Indian Trail NC 28079 | | | = 9 Navajo Trl | Indian Trail | NC | 28079
    9 Maple Lane Ave, South Bend, IN 46635 | South Bend | IN | 46635 = 9 Maple Lane Ave | South Bend | IN | 46635
    9 Hwy 158 Business Henderson NC 27537 | | | = 9 Hwy 158 Business | Henderson | NC | 27537
    9 N St Rt 2 New Martinsville WV 26155 | | | = 9 N State Route 2 | New Martinsville | WV | 26155
    9 County Road HH Warrens | Warrens | WI | 54666 = 9 County Road HH | Warrens | WI | 54666
    9 Rd 728 Arapahoe NE 68922 | | | = 9 Road 728 | Arapahoe | NE | 68922
    1 Times Square, New York | | NY | 10036 = 1 Times Sq | New York | NY | 10036
    9 County Road KS | | | 53550 = 9 County Road KS | Juda | WI | 53550
    // sentinels in any field, all forms of numbers and roads in one line
    9 Oak St | TBD | DE | <> 9 Oak St | TBD | DE |
    9 Oak St | vacant land | DE | <> 9 Oak St | vacant land | DE |
    9 Oak St | DNC Excluded | DE | <> 9 Oak St | DNC Excluded | DE |
    9 Oak St | Dover | DE | N/A = 9 Oak St | Dover | DE | 19901
    9 Oak St | - | - | 19901 = 9 Oak St | Dover | DE | 19901
    9 Oak St | 0 | 0 | 19901 = 9 Oak St | Dover | DE | 19901
    9 Oak St, TBD | Dover | DE | 19901 = 9 Oak St | Dover | DE | 19901
    9 Oak St, N/A | Dover | DE | 19901 = 9 Oak St | Dover | DE | 19901
    null | null | null | null <> null | null | null | null
    9 Oak St, null, null, null | | | <> 9 Oak St, null, null, null | | |
    9 Oak St Dover DE 19901. | | | = 9 Oak St | Dover | DE | 19901
    9 Oak St; Dover; DE; 19901 | | | = 9 Oak St | Dover | DE | 19901
    9 Oak St - Dover - DE - 19901 | | | = 9 Oak St | Dover | DE | 19901
    9 Oak St, Dover, Delaware, 19901-1234, United States | | | = 9 Oak St | Dover | DE | 19901
    9 OAK ST DOVER DE 199011234 | | | = 9 Oak St | Dover | DE | 19901
    9 Oak St, Apt 4, Dover DE | | | 19901 = 9 Oak St # 4 | Dover | DE | 19901
    Apt 4, 9 Oak St, Dover, DE 19901 | | | = 9 Oak St # 4 | Dover | DE | 19901
    9 Oak St, Dover DE 19901, Apt 4 | | | <> 9 Oak St | Dover | DE | 19901
    9 Oak St, St. Michaels, MD 21663 | | | = 9 Oak St | Saint Michaels | MD | 21663
    1 Main St, St Paul MN | | | = 1 Main St | Saint Paul | MN | 55101
    1 St Paul St, St Paul MN 55101 | | | = 1 Saint Paul St | St Paul | MN | 55101
    1 Main St Saint Paul MN | | | = 1 Main St | St. Paul | MN | 55101
    9 Oak St. St. Louis MO 63101 | | | = 9 Oak St | St Louis | MO | 63101
    9 Oak. St. Louis MO 63101 | | | = 9 Oak | St Louis | MO | 63101
    9 CR 12 Dover DE 19901 | | | = 9 County Road 12 | Dover | DE | 19901
    9 US 20 Michigan City IN 46360 | | | = 9 US-20 | Michigan City | IN | 46360
    9 US-20 E Michigan City IN 46360 | | | <> 9 US-20 W | Michigan City | IN | 46360
    88 1/2 Elm St Dover DE 19901 | | | <> 88 Elm St | Dover | DE | 19901
    88 1/2 Elm St Dover DE 19901 | | | = 88½ Elm St | Dover | DE | 19901
    40-17 Bell Blvd Bayside NY 11361 | | | = 4017 Bell Blvd | Bayside | NY | 11361
    210-214 Oak St Dover DE 19901 | | | <> 212 Oak St | Dover | DE | 19901
    N52 W16590 Mill Rd Menomonee Falls WI 53051 | | | = N52W16590 Mill Rd | Menomonee Falls | WI | 53051
    FM 471 N San Antonio TX 78253 | | | <> 471 N San Antonio | San Antonio | TX | 78253
    9 FM 471 N San Antonio TX 78253 | | | = 9 Farm to Market Rd 471 N | San Antonio | TX | 78253
    9 Avenue C Brooklyn NY 11218 | | | = 9 Ave C | Brooklyn | NY | 11218
    9 Avenue C Brooklyn NY 11218 | | | <> 9 Ave D | Brooklyn | NY | 11218
    9 Broadway Apt 2 New York NY 10004 | | | = 9 Broadway #2 | New York | NY | 10004
    9 Broadway Apt 2 New York NY 10004 | | | <> 9 Broadway | New York | NY | 10004
    9 Court St Brooklyn NY 11201 | | | = 9 Court Street | Brooklyn | NY | 11201
    9 E Court Ct Dover DE 19901 | | | <> 9 W Court Ct | Dover | DE | 19901
  `,
  );
});
