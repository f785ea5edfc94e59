import { describe } from 'vitest';
import { table } from '../testing/table.js';

describe('Puerto Rico, mail forms and sentinels, San Juan PR', () => {
  table(
    `
    Urb Alturas 5 Calle 2 = URB. ALTURAS 5 CALLE 2
    Urb Alturas 5 Calle 2 = 5 Calle 2 Urb. Alturas
    Urb Alturas 5 Calle 2 = Urb Alturas, # 5 Calle 2
    Urb Las Lomas A17 Calle 3 = Urb Las Lomas A-17 Calle 3
    Urb Las Lomas A17 Calle 3 = Urb. Las Lomas, A 17 Calle 3
    Urb Las Lomas A17 Calle 3 = A-17 Calle 3 Urb Las Lomas
    Urb Las Lomas A17 Calle 3 <> Urb Las Lomas A17 Calle 4
    Urb Las Lomas A17 Calle 3 <> Urb Las Lomas A18 Calle 3
    Urb Las Lomas A17 Calle 3 <> Urb Las Lomas B17 Calle 3
    Urb Las Lomas AA17 Calle 3 <> Urb Las Lomas A17 Calle 3
    Urb Villa Fontana 4 BS 5 Via 30 <> Urb Villa Fontana 4 BS 6 Via 30
    Urb Villa Fontana 4BS5 Via 30 <> Urb Villa Fontana 4BS6 Via 30
    Urbanización Las Lomas 5 Calle 2 = Urb Las Lomas 5 Calle 2
    Ext Alturas 5 Calle 2 <> Urb Alturas 5 Calle 2
    123 Calle Luna = 123 C/ Luna
    123 Calle Luna = 123 C/Luna
    123 Calle Luna = 123 Cll Luna
    123 Calle Luna = 123 CALLE LUNA
    123 Calle Luna <> 123 Calle Sol
    123 Calle Luna <> 123 Avenida Luna
    123 Calle Luna Apt 2 = 123 Calle Luna #2
    123 Calle Luna Apt 2 <> 123 Calle Luna
    1225 Ave Ponce de León = 1225 Avenida Ponce De Leon
    1225 Ave. Ponce de León Ste 100 = 1225 Avenida Ponce De Leon Suite 100
    123 Calle Muñoz Rivera = 123 Calle Munoz Rivera
    123 Calle José de Diego = 123 Calle Jose De Diego
    123 Paseo del Mar = 123 Pso del Mar
    123 Paseo del Mar <> 123 Via del Mar
    123 Calle 5 SE <> 123 Calle 5 NE
    123 Calle 5 = 123 Calle 5
    123 Calle 5 <> 123 Calle 6
    Carr 2 Km 5.3 <> Carr 2 Km 5.3
    Cond Las Torres Apt 3 <> Cond Las Torres Apt 3
    HC 4 Box 1 <> HC 4 Box 1
  `,
    ' | San Juan | PR | 00926',
  );
});

describe('Puerto Rico, mail forms and sentinels', () => {
  table(
    `
    9 Calle Luna = 9 calle luna
    9 Camino Real <> 9 Calle Real
    9 Cam Real = 9 Camino Real
    9 Via Roma <> 9 Roma St
    9 Avenida de la Playa = 9 Avda De La Playa
    9 Rancho Cañada = 9 Rancho Canada
    9 Peñón Dr = 9 Penon Dr
    9 Calle del Sol = 9 Calle Del Sol
    9 Calle del Sol St <> 9 Camino del Sol St
    // intersections, which are never a property
    Main St & Oak Ave <> Main St & Oak Ave
    Main St and Oak Ave <> Main St and Oak Ave
    Main St at Oak Ave <> Main St at Oak Ave
    Main & Oak <> Main & Oak
    5th & Main <> 5th & Main
    12 Main St & Oak Ave <> 12 Oak Ave
    Cor Main and Oak <> Cor Main and Oak
    00 Oak St <> 00 Oak St
    0 Oak St Apt 1 <> 0 Oak St Apt 1
    Oak St Apt 1 <> Oak St Apt 1
    Lot 5 Oak St <> Lot 5 Oak St
    Lot 5 Block 3 Oak Acres <> Lot 5 Block 3 Oak Acres
    Vacant Lot Oak St <> Vacant Lot Oak St
    OAK ST (VACANT) <> OAK ST
    No Number Oak St <> No Number Oak St
    S/S Oak St <> S/S Oak St
    TBD Oak St <> TBD Oak St
    XXX Oak St <> XXX Oak St
    N/A Oak St <> N/A Oak St
    # Oak St <> # Oak St
    PO Box 12 Oak St <> 12 Oak St
    P.O. Box 12, 9 Oak St <> 12 Oak St
    9 Oak St P O Box 12 = 9 Oak St
    9 Oak St, PO Box 12, = 9 Oak St
    9 Oak St/PO Box 12 = 9 Oak St
    P.O. 12 <> P.O. 12
    PO 12 <> PO 12
    BOX 12 <> BOX 12
    POST OFFICE BOX 12 <> PO BOX 12
    P O BOX 12 <> P O BOX 12
    P.O.BOX12 <> PO BOX 12
    POBOX12 <> POBOX12
    PO BOX12 <> PO BOX 12
    P.0. Box 12 <> P.0. Box 12
    Apartado 12 <> Apartado 12
    Caller Service 12 <> Caller Service 12
    Lock Box 12 <> Lock Box 12
    Firm Caller 12 <> Firm Caller 12
    RR 2 <> RR 2
    R R 2 Box 8 <> R R 2 Box 8
    RR#2 Box#8 <> RR 2 Box 8
    RR 2, Box 8 <> RR 2 Box 8
    R.D. 2 Box 8 <> RD 2 Box 8
    R D 2 <> R D 2
    RD #2 <> RD #2
    RD 2 <> RD 2
    RFD #2 Box 8 <> RFD 2 Box 8
    R.F.D. 2 <> R.F.D. 2
    Rural Rt 2 <> Rural Rt 2
    Rural Rte 2 Box 8 <> RR 2 Box 8
    Rt. 2, Box 8 <> Rt 2 Box 8
    Route 2, Box 8A <> Route 2 Box 8A
    Rte 2 Bx 8 <> Rte 2 Bx 8
    RT 2 BX 8 <> RT 2 BX 8
    HC 61 Box 35 <> HC 61 Box 35
    HC61 BOX35 <> HC61 BOX35
    H C 61 Box 35 <> HC 61 Box 35
    HCR 61 Box 35 <> HCR 61 Box 35
    HC 61 <> HC 61
    Highway Contract 61 Box 35 <> HC 61 Box 35
    Star Rt 2 Box 5 <> Star Rt 2 Box 5
    Star Route Box 5 <> Star Route Box 5
    SR 2 Box 5 <> SR 2 Box 5
    General Delivery <> General Delivery
    Gen Del <> Gen Del
    GENERAL DELIVERY DOVER <> GENERAL DELIVERY
    PSC 1234 Box 5678 <> PSC 1234 Box 5678
    PSC 1234, BOX 5678 <> PSC 1234 BOX 5678
    CMR 400 Box 12 <> CMR 400 Box 12
    UNIT 2050 BOX 4190 <> UNIT 2050 BOX 4190
    USS Nimitz <> USS Nimitz
    USCGC Hamilton <> USCGC Hamilton
    PMB 12 <> PMB 12
    c/o Smith, 9 Oak St = 9 Oak St
    Attn: Smith, 9 Oak St = 9 Oak St
    9 Oak St HC 4 Box 1 <> 9 Oak St Apt 1
    1234 HC 4 Box 1 <> 1234 HC 4 Box 1
    1234 RR 2 <> 1234 RR 2
    1234 Rural Route 2 <> 1234 Rural Route 2
    123 Route 2 Box 8 <> 123 Route 2
    12 SR 2 Box 5 <> 12 SR 2
    9 Oak St | APO | AP | 96350 <> 9 Oak St | APO | AP | 96350
    9 Oak St | DPO | AE | 09498 <> 9 Oak St | DPO | AE | 09498
    9 Oak St | FPO | AA | <> 9 Oak St | FPO | AA |
    // sentinels
    NULL <> NULL
    N/A <> N/A
    #N/A <> #N/A
    #REF! <> #REF!
    (null) <> (null)
    none <> none
    n.a. <> n.a.
    Not Available <> Not Available
    unknown address <> unknown address
    TBD <> TBD
    UNASSIGNED <> UNASSIGNED
    - <> -
    . <> .
    0 <> 0
    0.0 <> 0.0
    NO ADDRESS <> NO ADDRESS
    No Site Address <> No Site Address
    VACANT LAND <> VACANT LAND
    Vacant land off Oak St <> Vacant land off Oak St
    DNC Excluded <> DNC Excluded
    DNC_EXCLUDED <> DNC_EXCLUDED
    9 Oak St | N/A | N/A | N/A <> 9 Oak St | N/A | N/A | N/A
    9 Oak St | null | null | 19901 = 9 Oak St | Dover | DE | 19901
    9 null <> 9 null
    9 N/A <> 9 N/A
    9 unknown <> 9 unknown
  `,
  );
});

describe('a number behind the street in Puerto Rico', () => {
  table(
    `
    AVE PONCE DE LEON 435 = 435 Ave Ponce de Leon
    AVE PONCE DE LEON, 435 = 435 Ave Ponce de Leon
    CALLE LUNA # 12 APT 3 = 12 Calle Luna Apt 3
    CALLE LUNA 12 <> 13 Calle Luna
    CALLE LUNA 12 APT 3 <> 12 Calle Luna
    CALLE 5 12 = 12 Calle 5
    CALLE 5 <> 5 Calle
    CARR 2 KM 5 <> 5 Carr 2
  `,
    ' | San Juan | PR | 00917',
  );
  table('CALLE LUNA 12 <> 12 Calle Luna');
});

describe('a street behind a PO box', () => {
  table(`
    P O BOX 277, 2200 H ST = 2200 H St
    PO BOX 277 2200 H ST APT 4 = 2200 H St Apt 4
    PO BOX 277, 2200 H ST <> 2202 H St
    2200 H ST / PO BOX 277 = 2200 H St
    PO BOX 277, 2200 DOVER <> 2200 Dover St
    RR 2 BOX 277, 2200 H ST <> 2200 H St
  `);
});

describe('a number behind the street, in Puerto Rico', () => {
  table(
    `
    Munoz Marin 11 = 11 Munoz Marin
    Muñoz Marín # 11 Apt 2 = 11 Munoz Marin Apt 2
    Calle Luna 12 = 12 Calle Luna
    Urb Alturas, Munoz Marin 11 = Urb Alturas 11 Munoz Marin
    Urb Alturas, 5 Calle 2 = Urb Alturas 5 Calle 2
    Munoz Marin 11 <> 12 Munoz Marin
    Munoz Marin 11 <> 11 Munoz Rivera
    Urb Alturas, Munoz Marin 11 <> Urb Santa Rosa 11 Munoz Marin
    Bo Quebrada 11 <> 11 Bo Quebrada
    Cond Laguna Gardens 11 <> 11 Laguna Gardens
    Jardines de Caguas 11 <> 11 Jardines de Caguas
    Carr 2 Km 4 <> 4 Carr 2
    Munoz Marin 11 | Dover | DE | 19901 <> 11 Munoz Marin | Dover | DE | 19901
  `,
    ' | Caguas | PR | 00725',
  );
});
