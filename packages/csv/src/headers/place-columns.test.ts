import { expect, it } from 'vitest';
import { mailingColumns, propertyColumns } from './address-columns.js';
import { mapHeaders } from './map-headers.js';

it('a county roll with one column for city, state and ZIP has its property and mailing address read apart', () => {
  const header = [
    ...['SITUS_ADDR', 'SITUS_CITYSTZIP', 'OWNER_NAME1', 'OWNER_NAME2', 'MAIL_ADDR1'],
    'MAIL_CITYSTZIP',
  ];
  const row = ['1 ELM ST', 'NEW YORK NY 10001', 'DOE JANE', '', '9 OAK AVE', 'LOS ANGELES, CA 90001-1234'];
  const mapping = mapHeaders(header, { purpose: 'owners' });
  expect(mapping.errors).toEqual([]);
  expect(mapping.unmapped).toEqual([]);
  expect(mapping.also).toMatchObject({ fullName: 'OWNER_NAME1', owner2FullName: 'OWNER_NAME2' });
  const read = (columns: ReturnType<typeof propertyColumns> | undefined) =>
    columns?.read(columns.headers.map((name) => row[header.indexOf(name)] ?? ''));
  expect(read(propertyColumns(mapping))).toEqual({
    address: '1 ELM ST',
    city: 'NEW YORK',
    state: 'NY',
    zip: '10001',
  });
  expect(read(mailingColumns(mapping))).toMatchObject({ city: 'LOS ANGELES', state: 'CA', zip: '90001' });
});

it.each(['OWN1', 'OWNER_NAME1', 'OWNERNME1', 'OWN_NAME'])('%s is the name of an owner', (name) => {
  expect(mapHeaders(['Situs Address', 'Situs Zip', name], { purpose: 'owners' }).also.fullName).toBe(name);
});

const mapped = (header: string) => mapHeaders(header.split('|'), { purpose: 'owners' });

it.each([
  ...['PTOWN', 'PROP_TOWN', 'SITUSTOWN', 'SITUS_COMMUNITY', 'MUNI', 'PROP_MUNI'],
  ...['MUNICIPALITY', 'Muni_Name', 'Post_Comm', 'Postal City', 'CTU_NAME'],
])('%s is the city of the property, beside an address for mail, too', (name) => {
  const { mapping, also, errors } = mapped(
    `Situs Address|${name}|Situs Zip|Owner Name|Mailing Address|Mail Town`,
  );
  expect([errors, mapping.city, also.mailingCity]).toEqual([[], name, 'Mail Town']);
});

it('the city of the property is its post town rather than its municipality', () => {
  expect(mapped('Situs Address|MUNI|City|PTOWN|State|Zip|Owner Name')).toMatchObject({
    mapping: { city: 'City' },
    errors: [],
  });
  expect(mapped('Address|CTU_NAME|Post_Comm|State|Zip|Owner Name').mapping.city).toBe('Post_Comm');
  // A subdivision has this name as often as a town.
  expect(mapped('Situs Address|Community|Situs Zip|Owner Name').mapping.city).toBeUndefined();
});

it.each([
  'TP_NAME|TP_ADDR|TP_CITY|TP_STATE|TP_ZIP',
  'TP_NAME1|TP_ADDR1|TP_CTY|TP_STATE|TP_ZIPCODE',
  'TPNAME|TPADDR|TPCITY|TPSTATE|TPZIP',
  'TP_NAME|TP_MAIL1|TP_MCITY|TP_MST|TP_MZIP',
  'TAXPAYER_NAME|TAXPAYER_ADDR|TAXPAYER_CITY|TAXPAYER_STATE|TAXPAYER_ZIP',
])('%s are the name and address of the taxpayer, and never the property', (taxpayer) => {
  const [fullName, mailingAddress, mailingCity, mailingState, mailingZip] = taxpayer.split('|');
  const { mapping, also } = mapped(`Address|City|State|Zip|${taxpayer}`);
  expect(mapping).toEqual({ address: 'Address', city: 'City', state: 'State', zip: 'Zip' });
  expect(also).toEqual({ fullName, mailingAddress, mailingCity, mailingState, mailingZip });
  expect(mapped(`${taxpayer}|OWNER_NAME|Situs Address|Situs Zip`).also.fullName).toBe('OWNER_NAME');
  expect(mapped(taxpayer).errors).toMatchObject([{ code: 'no_property_address' }]);
});
