import { expect, it } from 'vitest';
import { mapHeaders } from './map-headers.js';
import { mailingColumns, propertyColumns } from './address-columns.js';

it('a county roll with one column for city, state and ZIP has its property and mailing address read apart', () => {
  const header = [
    'SITUS_ADDR',
    'SITUS_CITYSTZIP',
    'OWNER_NAME1',
    'OWNER_NAME2',
    'MAIL_ADDR1',
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
