import { describe, expect, it } from 'vitest';
import { storedContact } from '../owners/stored-contact.js';
import type { OwnerRecord } from '../owners/index.js';
import { NO_CONTACT } from '../owners/record.js';
import { requestsFor, Wanted } from './wanted.js';
import type { Request } from './suppression.js';

const owner = (facts: Partial<OwnerRecord>): OwnerRecord => ({
  id: 1,
  ...NO_CONTACT,
  phones: [],
  emails: [],
  firstName: 'Jane',
  lastName: 'Doe',
  propertyAddress: '12 Oak St',
  propertyCity: 'Dayton',
  propertyState: 'OH',
  propertyZip: '45402',
  ...facts,
});
const AT_HOME: Request = {
  kind: 'person',
  name: 'Jane Doe',
  address: { address: '12 Oak Street', city: 'Dayton', state: 'OH', zip: '45402' },
};
const ELSEWHERE = {
  propertyAddress: '9 Fir Ln',
  propertyCity: 'Salem',
  propertyState: 'OR',
  propertyZip: '97301',
};

describe('people who are wanted', () => {
  const found: [string, Request, Partial<OwnerRecord>][] = [
    ['at a property', AT_HOME, {}],
    ['at a property whose file has no ZIP', AT_HOME, { propertyZip: null }],
    [
      'at a mailing address',
      AT_HOME,
      {
        ...ELSEWHERE,
        mailingAddress: '12 Oak St',
        mailingCity: 'Dayton',
        mailingState: 'OH',
        mailingZip: '45402-1234',
      },
    ],
    [
      'at a mailing address without a ZIP',
      AT_HOME,
      { ...ELSEWHERE, mailingAddress: '12 Oak St', mailingCity: 'Dayton', mailingState: 'OH' },
    ],
    [
      'in a ZIP',
      { kind: 'zip', name: 'Doe, Jane', zip: '45402' },
      { fullName: 'DOE JANE Q', firstName: null, lastName: null },
    ],
    [
      'by a phone',
      { kind: 'phone', phone: '937-555-0101' },
      { phones: [{ number: '9375550101', type: 'mobile', dnc: false }] },
    ],
    ['by an email', { kind: 'email', email: 'Jane@Example.com' }, { emails: ['jane@example.com'] }],
    [
      'at a whole property',
      { kind: 'property', address: AT_HOME.address },
      { firstName: 'Otto', lastName: 'Kern' },
    ],
  ];

  it.each(found)('are found %s', async (_, request, facts) => {
    const wanted = new Wanted([request]);
    const one = owner(facts);
    expect(await wanted.among([one])).toEqual([one]);
    // A false negative of this quick test would never be found.
    expect(wanted.mayBe(storedContact(one))).toBe(true);
  });

  it.each([
    ['3712 Elm St', '37-12 Elm St'],
    ['1 Elm St', 'One Elm St'],
    ['One Elm St Apt 5', '1 Elm St Unit 5'],
    ['0047 Elm St', '47 Elm Street'],
  ])('at %s are found in a row with %s', (requested, written) => {
    const place = { city: 'Jackson Heights', state: 'NY', zip: '11372' };
    const wanted = new Wanted([
      { kind: 'person', name: 'Jane Doe', address: { address: requested, ...place } },
    ]);
    const cells = [written, 'Doe, Jane'];
    const row = { row: 0, property: { address: written, ...place }, repeated: undefined };
    expect(wanted.cellsOf({ ...row, text: cells.join(','), cells: () => cells })).toEqual([1]);
  });

  it('are no others, most of them ruled out by the quick test', async () => {
    const wanted = new Wanted([AT_HOME, { kind: 'phone', phone: '9375550101' }]);
    const others = [
      owner(ELSEWHERE),
      owner({ ...ELSEWHERE, mailingAddress: '1 Elm St', mailingZip: '97302' }),
    ];
    expect(await wanted.among([...others, owner({ firstName: 'Otto' })])).toEqual([]);
    expect(others.map((other) => wanted.mayBe(storedContact(other)))).toEqual([false, false]);
  });

  it('are left out by name and property if their records have both', () => {
    expect(
      requestsFor([
        owner({}),
        owner({}),
        owner({ propertyZip: null }),
        owner({ propertyZip: null, propertyCity: null }),
        owner({ firstName: null, lastName: null }),
      ]),
    ).toMatchObject([
      { kind: 'person', name: 'Jane Doe', address: { zip: '45402' } },
      { kind: 'person', name: 'Jane Doe', address: { zip: null } },
    ]);
  });
});
