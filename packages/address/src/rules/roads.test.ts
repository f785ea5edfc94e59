import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('county roads', () => {
  table(`
    9 County Road 43 = 9 Co Rd 43
    9 County Road 43 = 9 CR 43
    9 County Road 43 = 9 CR43
    9 County Road 43 = 9 CR-43
    9 County Road 43 = 9 Cty Rd 43
    9 County Rd. 43 = 9 C.R. 43
    9 County Hwy K = 9 County Road K
    9 CTH K = 9 Cty Rd K
    9 County Road 43 <> 9 County Road 34
    9 County Road 43 <> 9 County Road 4
    9 CR 9 <> 9 SR 9
    9 CR 9 <> 9 Highway 9
    9 CR 9 <> 9 Route 9
    9 CR 9 <> 9 US 9
    9 CR K <> 9 CR L
    9 County Line Rd = 9 County Line Road
    9 County Line Rd <> 9 County Rd 1
    9 N County Road 43 = 9 County Road 43 N
    9 County Road 43 N <> 9 County Road 43 S
  `);
});

describe('state roads', () => {
  table(
    `
    9 State Route 51 = 9 State Rd 51
    9 State Route 51 = 9 State Hwy 51
    9 State Route 51 = 9 State Highway 51
    9 State Route 51 = 9 SR 51
    9 State Route 51 = 9 SR51
    9 State Route 51 = 9 S.R. 51
    9 State Route 51 = 9 St Rt 51
    9 State Route 51 = 9 St. Rd. 51
    9 State Route 51 = 9 SH 51
    9 State Route 51 = 9 PA-51
    9 State Route 51 = 9 PA 51
    9 State Route 51 = 9 PA51
    9 State Route 51 = 9 PA Rte 51
    9 State Route 51 = 9 Pennsylvania Route 51
    9 State Route 51 <> 9 OH-51
    9 State Route 51 <> 9 State Route 15
    9 State Route 51 <> 9 I-51
    9 State Route 51 <> 9 US 51
    9 N State Road 3 = 9 State Road 3 North
    9 State Rd = 9 State Road
    9 State St <> 9 State Route 51
    9 State Route 51 Service Rd <> 9 State Route 51
    9 Old State Route 51 = 9 Old SR 51
    9 Old State Route 51 <> 9 State Route 51
    9 State Route 51 Business <> 9 State Route 51
    9 State Route 51 Bus = 9 SR 51 Business
  `,
    ' | Pittsburgh | PA | 15201',
  );
});

describe('US highways and Interstates', () => {
  table(`
    9 US Hwy 20 = 9 U.S. Highway 20
    9 US Hwy 20 = 9 US-20
    9 US Hwy 20 = 9 US 20
    9 US Hwy 20 = 9 US20
    9 US Hwy 20 = 9 US Rte 20
    9 US Hwy 20 = 9 U S 20
    9 US Hwy 20 = 9 US Highway No. 20
    9 US Hwy 20 W = 9 US 20 West
    9 US Hwy 20 <> 9 US Hwy 2
    9 US Hwy 20 <> 9 SR 20
    9 US Hwy 20 <> 9 I-20
    9 I-70 = 9 Interstate 70
    9 I 70 = 9 I70
    9 IH 70 = 9 Interstate 70
    9 I-70 <> 9 I-71
    9 I-70 <> 9 Highway 70
    9 I-70 <> 9 Route 70
  `);
});

describe('a bare highway', () => {
  table(`
    9 Highway 62 = 9 Hwy 62
    9 Highway 62 = 9 Route 62
    9 Rt 62 = 9 Rte 62
    9 Hwy62 = 9 Highway 62
    9 Highway 62 = 9 US 62
    9 Highway 62 = 9 State Route 62
    9 Route 62 = 9 SR 62
    9 Highway 62 <> 9 County Road 62
    9 Highway 62 <> 9 Interstate 62
    9 Highway 62 <> 9 FM 62
    9 Highway 62 <> 9 US 26
    9 Highway 62 E = 9 Hwy 62 East
    9 Highway 62 E <> 9 Hwy 62 West
    9 Gravenstein Hwy <> 9 Highway 62
  `);
});

describe('Texas farm and ranch roads', () => {
  table(
    `
    9 FM 471 = 9 Farm to Market Road 471
    9 FM 471 = 9 Farm to Market 471
    9 FM 471 = 9 F.M. 471
    9 FM 471 = 9 FM-471
    9 FM 471 = 9 FM471
    9 FM 471 = 9 FM Rd 471
    9 W FM 471 = 9 West Farm-to-Market Road 471
    9 RM 620 = 9 Ranch Road 620
    9 RM 620 = 9 RR 620
    9 RM 620 = 9 Ranch to Market Road 620
    9 RM 620 N = 9 Ranch Rd 620 North
    9 FM 471 <> 9 RM 471
    9 FM 471 <> 9 FM 417
    9 FM 471 <> 9 CR 471
    9 FM 471 <> 9 SH 471
    9 TX-71 = 9 State Highway 71
    9 SH 71 = 9 TX Hwy 71
  `,
    ' | Austin | TX | 78759',
  );
});
