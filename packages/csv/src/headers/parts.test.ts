import { describe, expect, it } from 'vitest';
import { propertyColumns } from './address-columns.js';
import { mapHeaders } from './map-headers.js';

/** The addresses that the rows below a header become. */
function addressesOf(header: string, ...rows: readonly string[]): string[] {
  const names = header.split(',');
  const samples = rows.map((row) => row.split(','));
  const mapping = mapHeaders(names, { samples });
  expect(mapping.errors).toEqual([]);
  const columns = propertyColumns(mapping);
  const places = columns.headers.map((name) => names.indexOf(name));
  return samples.map((row) => columns.read(places.map((at) => row[at] ?? '')).address);
}

const PLACE = 'City,State,Zip';
const LIMA = 'Lima,OH,45801';

describe('a part of the address in a column of its own is read', () => {
  it.each([
    [
      'San Diego',
      'APN,SITUS_ADDRESS,SITUS_PRE_DIR,SITUS_STREET,SITUS_SUFFIX,SITUS_POST_DIR,SITUS_FRACTION,SITUS_SUITE,SITUS_ZIP',
      [
        '771,2310,,JUNIPER,ST,,1/2,,92101',
        '772,2400,,JUNIPER,ST,,,,92101',
        '773,2402,N,JUNIPER,ST,,,B,92101',
      ],
      ['2310 1/2 JUNIPER ST', '2400 JUNIPER ST', '2402 N JUNIPER ST # B'],
    ],
    [
      'Allegheny County',
      'PARID,PROPERTYHOUSENUM,PROPERTYFRACTION,PROPERTYADDRESS,PROPERTYCITY,PROPERTYSTATE,PROPERTYUNIT,PROPERTYZIP',
      ['X9,611,1/2,LARCH ST,PITTSBURGH,PA,,15212'],
      ['611 1/2 LARCH ST'],
    ],
    [
      'FGDC',
      `AddrNum,PreDir,PreType,StreetName,PostType,PostDir,Unit,${PLACE}`,
      [`4410,,County Road,200,,,,${LIMA}`, `12,N,,Church,Bypass,W,4,${LIMA}`],
      ['4410 County Road 200', '12 N Church Bypass W # 4'],
    ],
    [
      'NENA',
      'AddNum_Pre,Add_Number,AddNum_Suf,St_PreMod,St_PreDir,St_PreTyp,St_PreSep,St_Name,St_PosTyp,St_PosDir,St_PosMod,Building,Floor,Unit,State,Zip',
      [',12,1/2,Old,N,,,Church,Street,,,B,2,4,OH,45801', 'A,13,,,,Avenue,of the,Americas,,,Ext,,,,OH,45801'],
      ['12 1/2 Old N Church Street BLDG B FL 2 # 4', 'A13 Avenue of the Americas Ext'],
    ],
    [
      'iasWorld',
      'PARID,ADRPRE,ADRNO,ADRADD,ADRDIR,ADRSTR,ADRSUF,ADRSUF2,UNITDESC,UNITNO,CITYNAME,STATECODE,ZIP1',
      [`1,,1420,REAR,,OAK,ST,,,,${LIMA}`, `2,,1422,A,N,OAK,ST,,APT,4,${LIMA}`],
      ['1420 OAK ST REAR', '1422A N OAK ST APT 4'],
    ],
    ['a letter', `House No,House No Alpha,Street,${PLACE}`, [`12,A,Oak St,${LIMA}`], ['12A Oak St']],
    [
      'Honolulu',
      'TMK,HOUSEPRFX,HOUSENUM,STREET,CITY,ZIP',
      ['1,86,345,Farrington Hwy,Waianae,96792'],
      ['86-345 Farrington Hwy'],
    ],
    [
      'Oregon',
      `House_No,Half_Add,Pre_Dir,Street_Name,Street_Typ,Unit,${PLACE}`,
      [`1420,1/2,N,Oak,St,,${LIMA}`],
      ['1420 1/2 N Oak St'],
    ],
    [
      'a grid in Wisconsin',
      'PARCEL,ADDNUM,GRIDDIR,STREETNAME,STREETTYPE,MUNI,STATE,ZIP',
      ['31,7715,N,Osage,Ave,Hancock,WI,54943'],
      ['N7715 Osage Ave'],
    ],
    [
      'Wisconsin',
      'ADDNUMPREFIX,ADDNUM,ADDNUMSUFFIX,PREFIX,STREETNAME,STREETTYPE,SUFFIX,UNITTYPE,UNITID,STATE,ZIPCODE',
      ['W180N,8085,,,Town Hall,Rd,,APT,4,WI,53051', ',12,A,N,Main,St,W,,,WI,53051'],
      ['W180N8085 Town Hall Rd APT 4', '12A N Main St W'],
    ],
    [
      'Denver',
      'ADDRESS_NUMBER_PREFIX,ADDRESS_NUMBER,ADDRESS_NUMBER_SUFFIX,PREMODIFIER,PREDIRECTIONAL,STREETNAME,POSTTYPE,POSTDIRECTIONAL,BUILDING_TYPE,BUILDING_IDENTIFIER,UNIT_TYPE,UNIT_IDENTIFIER,STATE,ZIP',
      [',640,,Old,N,Alder,St,,BLDG,B,UNIT,101,CO,80202'],
      ['640 Old N Alder St BLDG B UNIT 101'],
    ],
    [
      'address points of Minnesota',
      'ANUMBERPRE,ANUMBER,ANUMBERSUF,ST_PRE_MOD,ST_PRE_DIR,ST_PRE_TYP,ST_PRE_SEP,ST_NAME,ST_POS_TYP,ST_POS_DIR,ST_POS_MOD,SUB_TYPE1,SUB_ID1,STATE,ZIP',
      [',640,1/2,,,,,Alder,Street,N,,Apt,4,MN,55424'],
      ['640 1/2 Alder Street N Apt 4'],
    ],
    [
      'CoreLogic',
      'SitusHouseNumber,SitusHouseNumberSuffix,SitusDirection,SitusStreet,SitusMode,SitusQuadrant,SitusUnit,SitusCity,SitusState,SitusZIP',
      [`12,A,N,OAK,ST,NW,4,${LIMA}`],
      ['12A N OAK ST NW # 4'],
    ],
    [
      'ATTOM',
      'PropertyAddressHouseNumber,PropertyAddressStreetDirection,PropertyAddressStreetName,PropertyAddressStreetSuffix,PropertyAddressStreetPostDirection,PropertyAddressUnitPrefix,PropertyAddressUnitValue,PropertyAddressCity,PropertyAddressState,PropertyAddressZIP',
      [`12,N,OAK,ST,NW,APT,4,${LIMA}`],
      ['12 N OAK ST NW APT 4'],
    ],
    [
      'parcel layers',
      'saddno,saddpref,saddstr,saddsttyp,saddstsuf,sunit,scity,szip',
      ['815,N,HERON,ST,W,4,LIMA,45801'],
      ['815 N HERON ST W # 4'],
    ],
    [
      'a building',
      'Situs Street Number,Situs Street Name,Situs Building,Situs Unit,Situs State,Situs Zip',
      ['640,ALDER ST,B,101,CA,92102'],
      ['640 ALDER ST BLDG B # 101'],
    ],
  ])('%s', (_, header, rows, addresses) => {
    expect(addressesOf(header, ...rows)).toEqual(addresses);
  });

  it.each([
    ['Street 2', '#1A', '815 Heron St #1A'],
    ['Property Street 2', '1A', '815 Heron St # 1A'],
    ['Street Address 2', 'Lot 4', '815 Heron St Lot 4'],
    ['Secondary Address', 'Upper', '815 Heron St Upper'],
    ['Condo Unit', '1A', '815 Heron St # 1A'],
    ['Sub Address', '1A', '815 Heron St # 1A'],
    ['SubAddress', 'Building B', '815 Heron St Building B'],
    ['Space', '12', '815 Heron St SPC 12'],
    ['Additional Address', 'Rear', '815 Heron St Rear'],
    ['UnitDesignator', '1A', '815 Heron St # 1A'],
    ['Bldg', 'B', '815 Heron St BLDG B'],
    ['Lot', '4', '815 Heron St LOT 4'],
    ['Situs_Street_Number_Suffix', '1/2', '815 1/2 Heron St'],
    ['X', '#1A', '815 Heron St #1A'],
    ['X', 'LOT 4', '815 Heron St LOT 4'],
    ['X', 'BLDG 2', '815 Heron St BLDG 2'],
    ['X', 'UPPER', '815 Heron St UPPER'],
  ])('%s with %j beside a whole address', (header, cell, address) => {
    expect(addressesOf(`Property Address,${header},${PLACE}`, `815 Heron St,${cell},${LIMA}`)).toEqual([
      address,
    ]);
  });

  it('in several spellings of a unit', () => {
    expect(
      addressesOf(
        `Property Address,X,${PLACE}`,
        ...['Apt 1A', 'Unit 2B', '# 3C'].map((unit) => `815 Heron St,${unit},${LIMA}`),
      ),
    ).toEqual(['815 Heron St Apt 1A', '815 Heron St Unit 2B', '815 Heron St # 3C']);
  });
});

describe('a column that holds no part of the address is left alone:', () => {
  const alone = (header: string, ...cells: readonly string[]) =>
    addressesOf(
      `Property Address,${header},${PLACE}`,
      ...cells.map((cell) => `815 Heron St,${cell},${LIMA}`),
    );

  it.each([
    ['a second line with a name', 'Street 2', ['Attn Vera Drumlin', 'c/o Boris Tamarind', 'Oak Lodge']],
    ['a second line with a place', 'Address 2', ['Lima OH 45801 USA', 'Reno NV 89501 USA']],
    ['a mailbox', 'Secondary Address', ['PO Box 12', 'PO Box 14']],
    ['how many buildings there are', 'Building', ['1', '1', '1']],
    ['a kind of unit', 'Unit Type', ['2BR', 'Studio', '1BR']],
    ['a name’s prefix', 'Prefix', ['Mr', 'Mrs', 'Dr']],
    ['a name’s suffix', 'Suffix', ['Jr', 'III', 'Sr']],
  ])('%s', (_, header, cells) => {
    expect(alone(header, ...cells)).toEqual(cells.map(() => '815 Heron St'));
  });

  it.each([
    ['a lot of a subdivision', 'Property Address,Lot,Block,City,State,Zip', '815 Heron St,4,2,Lima,OH,45801'],
    [
      'the mail’s second line',
      'Property Address,Property City,Property State,Property Zip,Mailing Address,Address 2,Mailing City',
      '815 Heron St,Lima,OH,45801,12 Elm St,Apt 4,Dayton',
    ],
    [
      'the owner’s second line',
      'Property Address,Property City,Property State,Property Zip,Owner Address,Owner Address 2,Street 2,Owner City',
      '815 Heron St,Lima,OH,45801,12 Elm St,Apt 4,Apt 5,Dayton',
    ],
  ])('%s', (_, header, row) => {
    expect(addressesOf(header, row)).toEqual(['815 Heron St']);
  });
});

describe('a column that tells properties of one line apart is read', () => {
  it.each([
    ['Addr Half', '1/2', '12 1/2 Oak St'],
    ['Half', '1/2', '12 1/2 Oak St'],
    ...['Flat', 'Door', 'Stair', 'Entrance'].map((name) => [name, '3', '12 Oak St # 3']),
    ...['Wing', 'Tower'].map((name) => [name, 'B', '12 Oak St BLDG B']),
    ['Quadrant', 'SE', '12 Oak St SE'],
    ['Suffix2', 'SE', '12 Oak St SE'],
    ['Direction', 'N', '12 N Oak St'],
    ['Pre Dir', 'South East', '12 South East Oak St'],
    ...['High Number', 'Hi Num', 'Number To', 'House Number High'].map((name) => [
      name,
      '14',
      '12-14 Oak St',
    ]),
    ['High Number', '12', '12 Oak St'],
    ['High Number', '0', '12 Oak St'],
  ])('%s: %s', (name = '', cell = '', address = '') => {
    expect(addressesOf(`Property Address,${name},${PLACE}`, `12 Oak St,${cell},${LIMA}`)).toEqual([address]);
  });

  it.each([
    ['Pre Dir', 'N', '12 North Oak St'],
    ['Direction', 'Northeast', '12 N.E. Oak St'],
    ['Quadrant', 'SE', '12 Oak St SE'],
    ['Direction', 'faces the lake', '12 Oak St'],
    ['Number To', '14', '12-14 Oak St'],
  ])('%s %s, and is not repeated: %s', (name, cell, line) => {
    expect(addressesOf(`Property Address,${name},${PLACE}`, `${line},${cell},${LIMA}`)).toEqual([line]);
  });

  it('a range end and two directions beside a number of its own', () => {
    expect(
      addressesOf(`House Number,High Number,Dir,Street,Quadrant,${PLACE}`, `12,14,N,Oak St,SE,${LIMA}`),
    ).toEqual(['12-14 N Oak St SE']);
  });
});
