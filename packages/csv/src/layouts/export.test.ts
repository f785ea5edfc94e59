import { describe, expect, it } from 'vitest';
import type { EnrichedOwner, EnrichedPhone } from '../enriched/added-columns.js';
import type { EnrichedRow } from '../leads/enriched-rows.js';
import { exportRows, layouts, type OnlyChoice } from './export.js';

const PHONES: readonly EnrichedPhone[] = [
  { number: '5125550101', type: 'mobile', dnc: false },
  { number: '5125550102', type: 'mobile', dnc: true },
  { number: '5125550103', type: 'landline', dnc: true, dncChecked: false },
  { number: '5125550104', type: 'landline', dnc: false },
];
const HOME = { address: '1 Elm St', city: 'Austin', state: 'TX', zip: '78701' };
const NO_MAIL = { mailingAddress: null, mailingCity: null, mailingState: null, mailingZip: null };
const named = (
  firstName: string,
  phones: readonly EnrichedPhone[] = [],
  emails: string[] = [],
): EnrichedOwner => ({
  ...{ firstName, lastName: 'Doe', fullName: `${firstName} Doe`, ...NO_MAIL },
  phones,
  emails,
});
const JOHNS = { number: '5125550109', type: 'mobile', dnc: false } as const;
const JANE = named('Jane', PHONES, ['j@x.com']);
const COUPLE = { ...JANE, coOwners: [named('John', [PHONES[0] ?? JOHNS, JOHNS], ['J@x.com', 'john@x.com'])] };

async function exported(
  options: Omit<Parameters<typeof exportRows>[1], 'layout'>,
  name: keyof typeof layouts,
  owners: readonly EnrichedOwner[] = [JANE],
) {
  async function* rows(): AsyncGenerator<EnrichedRow> {
    for (const owner of owners) yield await Promise.resolve({ property: HOME, owner });
  }
  const { csv, tally } = await exportRows(rows, { layout: layouts[name], ...options });
  let text = '';
  for await (const chunk of csv) text += new TextDecoder().decode(chunk);
  const numbers = [...text.matchAll(/51255501(\d\d)/g)].map(([, last]) => last);
  return { text, lines: text.split('\r\n'), numbers, tally };
}

describe('numbers by their Do Not Call status', () => {
  it('are all named in layouts with a column for it', async () => {
    const { text } = await exported({ dnc: 'keep' }, 'phones');
    expect(text).toMatch(/5125550101,Mobile,No,not listed,/);
    expect(text).toMatch(/5125550102,Mobile,Yes,listed,/);
    expect(text).toMatch(/5125550103,Landline,Yes,not checked,/);
    expect((await exported({}, 'reisift')).text).toContain('Not checked');
    expect((await exported({}, 'split')).text).toContain('5125550103,Yes,not checked');
  });

  it('are left out where a program would call them, unless the caller chooses otherwise', async () => {
    for (const name of ['phones', 'hubspot', 'ghl'] as const) {
      const { numbers, tally } = await exported({}, name);
      expect(numbers, name).not.toContain('02');
      expect(numbers, name).not.toContain('03');
      expect(tally, name).toMatchObject({ droppedNumbers: 2, uncheckedNumbers: 1 });
    }
    for (const name of ['split', 'reisift', 'long'] as const)
      expect((await exported({}, name)).tally.droppedNumbers, name).toBe(0);
    const without = await exported({ dnc: 'drop-listed' }, 'phones');
    expect(without.numbers).toEqual(['01', '03', '04']);
    expect((await exported({ dnc: 'keep' }, 'phones')).numbers).toEqual(['01', '02', '03', '04']);
  });
});

describe('the choices of an export', () => {
  it('keep callable numbers, mobiles, or the first number of each owner', async () => {
    const only = async (...choices: OnlyChoice[]) =>
      (await exported({ dnc: 'keep', only: choices }, 'phones')).numbers;
    expect(await only('callable')).toEqual(['01', '04']);
    expect(await only('mobile')).toEqual(['01', '02']);
    expect(await only('first-phone')).toEqual(['01']);
    expect(await only('mobile', 'callable')).toEqual(['01']);
  });

  it('keep owners who live elsewhere', async () => {
    const elsewhere = { ...JANE, mailingAddress: '7 Oak St', mailingZip: '78701' };
    const home = { ...JANE, mailingAddress: '1 Elm Street', mailingZip: '78701-0001' };
    const leads = async (owner: EnrichedOwner) =>
      (await exported({ only: ['absentee'] }, 'hubspot', [owner])).tally.leads;
    expect([await leads(elsewhere), await leads(home), await leads(JANE)]).toEqual([1, 0, 0]);
  });
});

describe('contacts of a CRM', () => {
  const MAIL = {
    mailingAddress: '9 Pine St',
    mailingCity: 'Reno',
    mailingState: 'NV',
    mailingZip: '89501',
  };
  const cellsOf = async (name: 'hubspot' | 'ghl', owner: EnrichedOwner) => {
    const { lines } = await exported({ dnc: 'keep' }, name, [owner]);
    const [header = [], cells = []] = lines.map((line) => line.split(','));
    return Object.fromEntries(header.map((column, at) => [column, cells[at]]));
  };

  it("have the owner's mailing address as theirs, and the property beside it", async () => {
    for (const name of ['hubspot', 'ghl'] as const)
      expect(await cellsOf(name, { ...named('Jane'), ...MAIL }), name).toMatchObject({
        ...{ 'Street Address': '9 Pine St', 'Property Address': '1 Elm St', 'Property City': 'Austin' },
        'Postal Code': '89501',
      });
  });

  it('name the numbers that are kept although they are listed, or not checked', async () => {
    for (const name of ['hubspot', 'ghl'] as const) {
      const { lines } = await exported({ dnc: 'keep' }, name, [named('Jane', PHONES)]);
      expect(lines[1], name).toMatch(/,5125550102 listed; 5125550103 not checked$/);
    }
  });

  it('keep every number in HubSpot: two in its columns, the others beside them', async () => {
    const numbers = async (phones: readonly EnrichedPhone[]) => {
      const cells = await cellsOf('hubspot', named('Jane', phones));
      return ['Phone Number', 'Mobile Phone Number', 'Additional phone numbers'].map((name) => cells[name]);
    };
    expect(await numbers(PHONES)).toEqual(['5125550103', '5125550101', '5125550102;5125550104']);
    expect(await numbers(PHONES.slice(0, 2))).toEqual(['5125550102', '5125550101', '']);
    expect(await numbers(PHONES.slice(0, 1))).toEqual(['5125550101', '5125550101', '']);
    expect(await numbers(PHONES.slice(2))).toEqual(['5125550103', '', '5125550104']);
  });
});

it('a number that is listed for one owner of the file is called for none', async () => {
  const shared = { number: '5125550102', type: 'mobile', dnc: false } as const;
  const owners = [JANE, named('Carl', [shared, JOHNS])];
  expect((await exported({}, 'phones', owners)).numbers).not.toContain('02');
  expect((await exported({ dnc: 'keep' }, 'phones', owners)).text).not.toMatch(/5125550102,Mobile,No/);
});

describe('several owners of a property', () => {
  it('have columns of their own where a property is a record', async () => {
    for (const name of ['split', 'reisift'] as const) {
      const { lines } = await exported({}, name, [named('Ann'), COUPLE]);
      const [header = '', , couple = ''] = lines;
      const at = (column: string) => couple.split(',')[header.split(',').indexOf(column)];
      expect([at('First Name'), at('Owner 2 First Name'), at('Owner 2 Last Name')], name).toEqual([
        'Jane',
        'John',
        'Doe',
      ]);
      expect(at(name === 'split' ? 'Owner 2 Mobile 2' : 'Owner 2 Phone 2'), name).toBe('5125550109');
      expect(
        lines.map((line) => line.split(',').length),
        name,
      ).toEqual([...Array<number>(3).fill(header.split(',').length), 1]);
    }
  });

  it('are records of their own elsewhere, and a number that they share is written once', async () => {
    const { lines, numbers } = await exported({}, 'phones', [COUPLE]);
    expect(numbers).toEqual(['01', '04', '09']);
    expect(lines[3]).toMatch(/^John,Doe,5125550109,Mobile,No,not listed,/);
    const hubspot = await exported({}, 'hubspot', [COUPLE]);
    expect(hubspot.lines[2]).toMatch(/^john@x.com,John,Doe,5125550109,5125550109,/);
    expect(hubspot.tally).toMatchObject({ leads: 1, records: 2 });
  });

  it('come once, whichever of them a later row names first', async () => {
    const {
      coOwners: [john = JANE],
    } = COUPLE;
    const { tally } = await exported({}, 'hubspot', [COUPLE, { ...john, coOwners: [JANE] }]);
    expect(tally).toMatchObject({ leads: 1, records: 2 });
  });
});
