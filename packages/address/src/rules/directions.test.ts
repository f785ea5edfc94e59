import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('directions and grids', () => {
  table(
    `
    // directionals
    5 N High St = 5 N. High St.
    5 N High St = 5 no high st
    5 N High St = 5 High St N
    5 N High St <> 5 High St S
    5 N High St S <> 5 N High St N
    5 N High St = 5 N High St S
    5 N High St, S <> 5 N High St
    5 High St, N = 5 High St N
    5 High St, N = 5 High St Apt N
    5 High St, N <> 5 High St
    5 High St, North <> 5 High St
    5 High St, N Apt 4 = 5 High St N Apt 4
    640 E 300, S = 640 E 300 S
    5 High St NE <> 5 High St SE
    5 High St N E = 5 High St NE
    5 High St North East = 5 High St NE
    5 NorthEast High St = 5 NE High St
    5 North-East High St = 5 NE High St
    5 N/E High St <> 5 E High St
    5 So High St = 5 S High St
    5 So. High St = 5 South High St
    5 No. High St <> 5 So. High St
    5 Nrth High St <> 5 S High St
    5 N N High St <> 5 S High St
    6 N North Ave <> 6 S North Ave
    6 North Ave W <> 6 North Ave E
    6 W North Ave <> 6 E North Ave
    6 East St <> 6 West St
    6 South St W <> 6 South St E
    6 N East St <> 6 S East St
    6 N West St <> 6 NW St
    6 North West St <> 6 South West St
    6 Southwest Fwy <> 6 Southeast Fwy
    6 Northwest Hwy = 6 NW Hwy
    6 North Park <> 6 South Park
    6 North Park Ave = 6 N Park Ave
    6 Northpark Ave = 6 North Park Ave
    6 Westend Ave = 6 West End Ave
    6 West End Ave <> 6 End Ave
    6 Eastwood Dr = 6 East Wood Dr
    6 Eastwood Dr <> 6 Westwood Dr
    6 Eastwood Dr <> 6 Wood Dr
    6 Southern Blvd <> 6 Northern Blvd
    6 Northern Ave <> 6 Southern Ave
    6 N Broadway = 6 North Broadway
    6 N Broadway <> 6 S Broadway
    6 Broadway N <> 6 Broadway S
    6 Broadway = 6 Broadway Ave
    6 East Lake St = 6 E Lake St
    6 Lake St E = 6 E Lake St
    3 Avenue N <> 3 Avenue S
    3 Avenue N = 3 Ave N
    3 Avenue North <> 3 Avenue South
    3 1st Ave N <> 3 1st Ave S
    3 1st Ave N <> 3 1st St N
    3 1st Ave NE <> 3 1st Ave NW
    3 1st Ave = 3 First Avenue
    3 N 1st Ave = 3 1st Ave N
    3 Central Park W <> 3 Central Park S
    3 Central Park West = 3 Central Park W
    3 Park Ave South <> 3 Park Ave North
    3 Park Ave S = 3 Park Avenue South
    3 Park South Ave <> 3 Park North Ave
  `,
  );
});

describe('directions and grids, Washington DC', () => {
  table(
    `
    1600 Pennsylvania Ave NW <> 1600 Pennsylvania Ave SE
    1600 Pennsylvania Ave NW = 1600 Pennsylvania Avenue, N.W.
    1600 Pennsylvania Ave NW = 1600 Pennsylvania Ave N W
    1 E St NW <> 1 E St SW
    1 E Street NW = 1 E St NW
    1 E St NW <> 1 F St NW
    1 E St <> 1 W St
    1 S St NW <> 1 N St NW
    1 N St NW = 1 N Street Northwest
    1 N St SW <> 1 N St NW
    1 East Capitol St SE <> 1 East Capitol St NE
    1 North Capitol St NW = 1 N Capitol St NW
    1 North Capitol St NW <> 1 South Capitol St NW
    1 North Capitol St NW <> 1 North Capitol St NE
  `,
    ' | Washington | DC | 20001',
  );
});

describe('directions and grids, Salt Lake City UT', () => {
  table(
    `
    640 E 300 S = 640 E 300 So
    640 E 300 S = 640 e. 300 so.
    640 E 300 S <> 604 E 300 S
    640 E 300 S <> 640 E 3000 S
    640 E 300 S <> 640 300
    640 S 300 E <> 640 S 300 W
    640 E 300 S Apt 2 = 640 E 300 S #2
    640 E 300 S # 2 <> 640 E 300 S
    640 E 300 S St = 640 E 300 S
    640 E 300 South St = 640 E 300 S
    640 E 3rd S <> 640 E 3rd N
    640 E 300 S = 640E 300S
    640 E 300 S = 640 E. 300 South Street
    640 E 300th S <> 640 E 300th N
    3350 S 2300 E = 3350 South 2300 East
    3350 S 2300 E <> 3350 S 2200 E
    3350 S 2300 E Unit B = 3350 South 2300 East B
    1234 W 12600 S = 1234 West 12600 South
    1234 W 12600 S Ste 100 = 1234 W 12600 S #100
    1234 N State St = 1234 North State Street
    1234 S State St <> 1234 N State St
    77 E 1700 S <> 77 E 1700 S Rear
    10 N Main St <> 10 S Main St
    455 E South Temple = 455 E South Temple St
    455 E South Temple <> 455 E North Temple
    455 E South Temple <> 455 W South Temple
    455 S 500 E # A <> 455 S 500 E # B
  `,
    ' | Salt Lake City | UT | 84101',
  );
});

describe('directions and grids, Menomonee Falls WI', () => {
  table(
    `
    N112W17500 Mequon Rd = N112 W17500 Mequon Rd
    N112W17500 Mequon Rd = N 112 W 17500 Mequon Rd
    N112W17500 Mequon Rd = n112-w17500 mequon road
    N112W17500 Mequon Rd = N112W 17500 Mequon Rd
    N112W17500 Mequon Rd <> W17500 Mequon Rd
    N112W17500 Mequon Rd <> W112N17500 Mequon Rd
    N112W17500 Mequon Rd <> N112W17501 Mequon Rd
    N112W17500A Mequon Rd <> N112W17500 Mequon Rd
    N112W17500 Mequon Rd Apt 5 = N112W17500 Mequon Rd #5
    W140N8917 Lilly Rd = W140 N8917 Lilly Road
    S75W17461 Janesville Rd = S75 W17461 Janesville Road
    S75W17461 Janesville Rd <> N75W17461 Janesville Rd
  `,
    ' | Menomonee Falls | WI | 53051',
  );
});

describe('directions and grids, Naperville IL', () => {
  table(
    `
    4N635 Elm Ave = 4N 635 Elm Ave
    4N635 Elm Ave = 4 N 635 Elm Ave
    4N635 Elm Ave = 4N-635 Elm Ave
    29W610 Batavia Rd = 29 W 610 Batavia Rd
    29W610 Batavia Rd = 29W 610 Batavia Road
    29W610 Batavia Rd <> 29 W Batavia Rd
    29W610 Batavia Rd <> 29W601 Batavia Rd
  `,
    ' | Naperville | IL | 60563',
  );
});
