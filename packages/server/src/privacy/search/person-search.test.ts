import { describe, expect, it } from 'vitest';
import type { OwnerRecord } from '../../directory/index.js';
import { NO_CONTACT } from '../../directory/record.js';
import { storedContact } from '../../directory/stored-contact.js';
import type { Request } from '../list/suppression.js';
import { requestsFor, PersonSearch } from './person-search.js';

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

describe('a search for people', () => {
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
    const search = new PersonSearch([request]);
    const one = owner(facts);
    expect(await search.among([one])).toEqual([one]);
    // A false negative of this quick test would never be found.
    expect(search.mayBe(storedContact(one))).toBe(true);
  });

  it.each([
    ['3712 Elm St', '37-12 Elm St'],
    ['3712 31st Ave', '37\u201312 31st Ave'],
    ['3712 31st Ave', '37    12 31st Ave'],
    ['1 Elm St', 'One Elm St'],
    ['One Elm St Apt 5', '1 Elm St Unit 5'],
    ['0047 Elm St', '47 Elm Street'],
  ])('at %s are found in a row with %s', (requested, written) => {
    const place = { city: 'Jackson Heights', state: 'NY', zip: '11372' };
    const search = new PersonSearch([
      { kind: 'person', name: 'Jane Doe', address: { address: requested, ...place } },
    ]);
    const cells = [written, 'Doe, Jane'];
    const row = { row: 0, property: { address: written, ...place }, repeated: undefined };
    expect(search.cellsOf({ ...row, text: cells.join(','), cells: () => cells })).toEqual([1]);
  });

  it('leave another spelling of their address in a row, if the cell has nothing else', () => {
    const address = { address: '47 N Elm St', city: 'Dayton', state: 'OH', zip: '45402' };
    const search = new PersonSearch([{ kind: 'person', name: 'Jane Doe', address }]);
    const emptied = (...cells: string[]) =>
      search
        .cellsOf({
          row: 0,
          property: address,
          repeated: undefined,
          text: `47 ${cells.join(',')}`,
          cells: () => cells,
        })
        .map((at) => cells[at]);
    const spellings = ['47 North Elm Street', '47 N ELM ST', '47 N. Elm St, Dayton OH 45402'];
    expect(emptied('Jane Doe', ...spellings)).toEqual(['Jane Doe']);
    const more = [
      ...['937-555-0101', '(call 937-555-0147)', 'jd1970@example.com', 'SSN 123-45-4747', '1/5/1970'],
      ...['(janie)', 'c/o Ann', '(Hill)', 'Hill', 'Elm'],
    ];
    const cells = more.map((one) => `47 North Elm Street, ${one}`);
    expect(emptied('Jane Doe', ...cells)).toEqual(['Jane Doe', ...cells]);
  });

  it('are found by a name beside their address that is also a suffix', () => {
    const address = { address: '47 N Elm St', city: 'Dayton', state: 'OH', zip: '45402' };
    const search = new PersonSearch([{ kind: 'person', name: 'Glen Hill', address }]);
    const cells = ['47 N Elm St', '47 North Elm Street (Glen Hill)', '937-555-0101'];
    const row = { row: 0, property: address, repeated: undefined, text: cells.join(','), cells: () => cells };
    expect(search.cellsOf(row)).toEqual([1, 2]);
  });

  it.each([
    ['1740 Poplar St Apt 4', '1740-4 Poplar St', '1740-5 Poplar St'],
    ['1740-4 Poplar St', '1740 Poplar St Apt 4', '1740 Poplar St Apt 5'],
  ])('are found at %s in a row with %s', (asked, written, next) => {
    const place = { city: 'Dayton', state: 'OH', zip: '45402' };
    const search = new PersonSearch([
      { kind: 'person', name: 'Ida Rowe', address: { address: asked, ...place } },
    ]);
    const emptied = (address: string, name: string, zip = place.zip) => {
      const cells = [address, name, '937-555-0101'];
      const property = { ...place, address, zip };
      const text = [...cells, zip].join(',');
      return search.cellsOf({ row: 0, property, repeated: undefined, text, cells: () => cells });
    };
    expect(emptied(written, 'Ida Rowe')).toEqual([1, 2]);
    expect(emptied(written, 'Ida Rowe', '')).toEqual([1, 2]);
    expect(emptied(written, 'Jon Sams')).toEqual([]);
    expect(emptied(next, 'Ida Rowe')).toEqual([]);
    expect(emptied('1740 N/A', 'Ida Rowe')).toEqual([]);
  });

  it('are no neighbors with the first name who live in a street of the last name', () => {
    const address = { address: '47 N Elm St', city: 'Dayton', state: 'OH', zip: '45402' };
    const search = new PersonSearch([{ kind: 'person', name: 'John Elm', address }]);
    const cells = ['47 N Elm St', 'John Smith', '47 North Elm Street', '47 N Elm St Apt 4B'];
    const row = { row: 0, property: address, repeated: undefined, text: cells.join(','), cells: () => cells };
    expect(search.cellsOf(row)).toEqual([]);
  });

  it('are no others, most of them ruled out by the quick test', async () => {
    const search = new PersonSearch([AT_HOME, { kind: 'phone', phone: '9375550101' }]);
    const others = [
      owner(ELSEWHERE),
      owner({ ...ELSEWHERE, mailingAddress: '1 Elm St', mailingZip: '97302' }),
    ];
    expect(await search.among([...others, owner({ firstName: 'Otto' })])).toEqual([]);
    expect(others.map((other) => search.mayBe(storedContact(other)))).toEqual([false, false]);
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
