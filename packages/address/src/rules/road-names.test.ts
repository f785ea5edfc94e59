import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('numbered roads under all their names', () => {
  table(
    `
    9 County Road 43 = 9 CO RD 43
    9 County Road 43 = 9 CNTY RD 43
    9 County Road 43 = 9 County Rte 43
    9 County Road 43 = 9 County Route 43
    9 County Road 43 = 9 Co Rte 43
    9 County Road 43 = 9 Co. Rd. No. 43
    9 County Road 43 = 9 Co Hwy 43
    9 County Road 43 = 9 CRD 43
    9 County Road 43 = 9 CO ROAD #43
    9 County Road 43 = 9 County 43
    9 County Road 43A = 9 CR 43A
    9 County Road 43A = 9 CR 43-A
    9 County Road 43A <> 9 CR 43
    9 County Road 43A <> 9 CR 43B
    9 County Road 043 = 9 CR 43
    9 County Trunk Hwy K = 9 CTH K
    9 County Trunk K = 9 County Road K
    9 County Road KK <> 9 County Road K
    9 County Road 43 Apt 2 = 9 CR 43 #2
    9 County Road 43 Lot 2 <> 9 CR 43
    9 N County Road 43 W <> 9 N County Road 43 E
    9 N County Road 43 W <> 9 S County Road 43 W
    9 East County Road 43 = 9 E CR 43
    9 County Road 43 South = 9 CR 43 S
    9 CR 43S = 9 CR 43 S
    9 County Road 1250 N = 9 E County Road 1250 N
    9 County Rd 43 <> 9 Country Rd 43
    9 County Rd 43 Rd = 9 County Rd 43
    9 Anderson County Rd 312 = 9 Anderson CR 312
    9 Anderson County Rd 312 <> 9 County Rd 312
    9 Township Road 12 = 9 Twp Rd 12
    9 Township Road 12 = 9 T R 12
    9 Township Road 12 = 9 TR 12
    9 Township Rd 12 <> 9 County Rd 12
    9 Forest Road 12 = 9 Forest Rd 12
    9 Forest Service Road 12 = 9 Forest Service Rd 12
    9 FS 12 <> 9 FM 12
    9 Forest Road 12 <> 9 County Road 12
    9 Park Road 12 = 9 Park Rd 12
    9 Private Road 12 = 9 Pvt Rd 12
    9 Private Road 12 = 9 Private Rd 12
    9 Private Road 12 <> 9 County Road 12
    9 Road 12 = 9 Rd 12
    9 Road 12 <> 9 County Road 12
    9 Road 12 = 9 Road 12
    9 Avenue 12 <> 9 12th Ave
    9 Road 12 <> 9 12th Rd
    9 Loop 12 = 9 Loop 12
    9 Parish Road 12 = 9 Parish Rd 12
    9 BIA 12 = 9 BIA 12
    9 BIA Route 12 = 9 BIA Rte 12
    9 Ranch Road 12 = 9 Ranch Rd 12
    9 State Route 51 = 9 State Rte 51
    9 State Route 51 = 9 St Hwy 51
    9 State Route 51 = 9 St. Highway 51
    9 State Route 51 = 9 SH-51
    9 State Route 51 = 9 SR-51
    9 State Route 51 = 9 S R 51
    9 State Route 51 = 9 S H 51
    9 State Route 51 = 9 Delaware 51
    9 State Route 51 = 9 DE 51
    9 State Route 51 = 9 DE Route 51
    9 State Route 51 = 9 DE Hwy 51
    9 State Route 51 = 9 DE SR 51
    9 State Route 51 = 9 Delaware State Route 51
    9 State Route 51 = 9 St Rd 51
    9 State Route 51 <> 9 MD 51
    9 State Road 51 <> 9 State Road 51 W Apt 1
    9 State Route 51 <> 9 51st St
    9 State Route 51 = 9 State 51
    9 State Route 51A <> 9 State Route 51
    9 State Route 51 N = 9 N State Route 51
    9 State Route 51 <> 9 Old State Route 51
    9 State Route 51 Spur <> 9 State Route 51
    9 State Route 51 Alt <> 9 State Route 51
    9 State Route 51 Bypass <> 9 State Route 51
    9 State Route 51 Business = 9 Business State Route 51
    9 US Highway 20 = 9 United States Highway 20
    9 US Highway 20 = 9 Hwy US 20
    9 US Highway 20 = 9 US Hwy. 20
    9 US Highway 20 = 9 U.S. Hwy 20
    9 US Highway 20 = 9 U.S. 20
    9 US Highway 20 = 9 US-Hwy 20
    9 US Highway 20 = 9 US Route 20
    9 US Highway 20 = 9 US Rt 20
    9 US Highway 20 = 9 US Road 20
    9 US Highway 20 Bus <> 9 US Highway 20
    9 US Highway 20 Bypass <> 9 US Highway 20
    9 US Highway 20 = 9 Highway 20
    9 US Highway 20 = 9 Hwy. 20
    9 US Highway 20 = 9 Route 20
    9 US Highway 20 <> 9 State Highway 20
    9 US Highway 1 <> 9 US Highway 11
    9 Old US Highway 20 <> 9 US Highway 20
    9 Old US 20 = 9 Old US Highway 20
    9 Old Highway 20 <> 9 Highway 20
    9 N US Highway 20 = 9 US Highway 20 N
    9 N US Hwy 20 <> 9 S US Hwy 20
    9 W US 20 = 9 US 20 West
    9 I-70 = 9 Interstate Highway 70
    9 I-70 = 9 Interstate-70
    9 I-70 Frontage Rd <> 9 I-70
    9 I-70 Frontage Road = 9 Interstate 70 Frontage Rd
    9 I-35 Service Rd <> 9 I-35
    9 I-70 E <> 9 I-70 W
    9 Hwy 70 <> 9 Hwy 71
    9 Highway A1A = 9 Hwy A1A
    9 Highway 1A <> 9 Highway 1
    9 Hwy K = 9 Highway K
    9 Hwy K <> 9 County Road K
    9 Highway 62 = 9 Highway 62 E
    9 Highway 62 East <> 9 Highway 62 West
    9 Hwy 5 N = 9 N Hwy 5
    9 Highway 9 = 9 State Route 9
    9 Route 9W <> 9 Route 9
    9 US Route 9W = 9 US 9W
    9 Rte 9 = 9 Route 9
    9 Rte 9 <> 9 Rte 9A
    9 CR 9 <> 9 County Line Rd
    9 CO. RD. B-2 = 9 County Road B2
    9 CO. RD. B-2 <> 9 County Road B3
    9 CO RD B-2 W <> 9 County Road B2 E
    9 W STATE ROAD 58 = 9 ST RT 58 W
    9 STATE ROAD A1A = 9 Highway A1A
  `,
  );
});
