import { describe, expect, it } from 'vitest';
import { propertyColumns } from './address-columns.js';
import { mapHeaders } from './map-headers.js';
import type { HeaderMapping, MapOptions } from './mapping.js';

const map = (header: string, options: MapOptions = {}): HeaderMapping =>
  mapHeaders(header.split('|'), options);
const codes = (found: readonly { readonly code: string }[]): string[] => found.map(({ code }) => code);
const reason = (mapping: HeaderMapping, field: string): string | undefined =>
  mapping.choices.find((choice) => choice.field === field)?.reason;

const PROPERTY = 'Property Address|Property City|Property State|Property Zip';
const MAILING = 'Mailing Address|Mailing City|Mailing State|Mailing Zip';

describe('exact spellings', () => {
  it.each([
    ['PROPERTY_ADDRESS', 'address'],
    ['propertyAddress', 'address'],
    ['Situs  Addr.', 'address'],
    ['\ufeffSITE ADDRESS', 'address'],
    ['="Property Address"', 'address'],
    ['Prop Addr', 'address'],
    ['Property\u00a0Address', 'address'],
  ])('%j is the %s', (header, field) => {
    expect(map(`${header}|Property Zip`).mapping).toMatchObject({ [field]: header.trim() });
  });

  it.each(['Property Adress', 'Property Addresses', 'My Property Address', 'Address of Agent'])(
    '%j is nothing: no guess is made',
    (header) => {
      const mapped = map(`${header}|Property Zip`);
      expect(mapped.unmapped).toEqual([header]);
      expect(codes(mapped.errors)).toEqual(['no_property_address']);
    },
  );
});

describe('bare names', () => {
  it('are the property without a warning when the mail has columns of its own', () => {
    const mapped = map(`Address|City|State|Zip|${MAILING}`);
    expect(mapped.mapping).toEqual({ address: 'Address', city: 'City', state: 'State', zip: 'Zip' });
    expect(mapped.warnings).toEqual([]);
    expect(reason(mapped, 'address')).toContain('The mailing address has its own columns');
  });

  it('are certainly the property when there is no other address', () => {
    expect(codes(map('Address|City|State|Zip').warnings)).toEqual([]);
  });

  it.each([
    ['hold PO boxes', ['P.O. Box 9', 'Reno', 'NV', '89501', '']],
    ['stand beside a column of other addresses', ['12 Oak St', 'Reno', 'NV', '89501', '14 Elm Ave']],
  ])('are taken for the property with a warning when they %s', (_, row) => {
    const samples = [['1 Oak St', 'Reno', 'NV', '89501', ''], row];
    const mapped = map('Address|City|State|Zip|Note', { samples });
    expect(codes(mapped.warnings)).toEqual(['assumed_property']);
    expect(mapped.fields[0]).toMatchObject({ field: 'address', sure: 'assumed' });
  });

  it('stay unmapped beside explicit ones', () => {
    expect(map(`Address|City|State|Zip|${PROPERTY}`).mapping).toEqual({
      address: 'Property Address',
      city: 'Property City',
      state: 'Property State',
      zip: 'Property Zip',
    });
  });

  it('of another street never complete an explicit address', () => {
    const mapped = map('Property Address|Property City|Address|State|Zip');
    expect(mapped.needs).toEqual(['state', 'zip']);
    expect(codes(mapped.errors)).toEqual(['no_location']);
  });

  it('complete an explicit address when they can belong to no other', () => {
    expect(map(`Property Address|City|State|Zip|${MAILING}`)).toMatchObject({
      mapping: { address: 'Property Address', city: 'City', state: 'State', zip: 'Zip' },
      warnings: [],
    });
    expect(map('Property Address|Mailing Address|City|State|Zip').mapping).toEqual({
      address: 'Property Address',
    });
  });

  it('are explicit names without their property word', () => {
    expect(map('House Number|Street Name|City|State|Zip').build).toEqual({
      address: ['House Number', 'Street Name'],
    });
  });

  it('of a street hold the whole line where there is no house number', () => {
    expect(map('Street Name|Zip')).toMatchObject({ mapping: { address: 'Street Name' }, build: {} });
  });
});

describe('an explicit street with a bare place', () => {
  it.each(['Property Address|City|State|Zip', 'property address|property city|property state|zip code'])(
    '%s leaves nothing to ask',
    (header) => {
      const mapped = map(header);
      expect(mapped.warnings).toEqual([]);
      expect(mapped.fields.every(({ sure }) => sure === 'yes')).toBe(true);
    },
  );

  it('without a state asks for the state, and never offers the city as a ZIP', () => {
    expect(map('Address|City').errors).toMatchObject([{ code: 'no_location', field: 'state', choices: [] }]);
  });

  it('without a known ZIP offers the columns that hold ZIPs, and no mail', () => {
    const samples = [['1 Oak St', '89501', '89502', 'a']];
    expect(map('Address|Mailing Zip|Z5|Note', { samples }).errors).toMatchObject([
      { code: 'no_location', field: 'zip', choices: ['Z5'] },
    ]);
  });
});

describe('with the first rows', () => {
  const samples = [
    ['', '', '', ''],
    ['12 Oak St', '', 'NV', '89501'],
    ['14 Oak St', 'Reno', 'NV', '89501'],
  ];

  it('each field has an example, all of them from one row', () => {
    const { fields } = map('Address|City|State|Zip', { samples });
    expect(fields).toMatchObject([
      { field: 'address', headers: ['Address'], from: 'column', sample: '14 Oak St', sure: 'yes' },
      { field: 'city', sample: 'Reno', sure: 'yes' },
      { field: 'state', sample: 'NV', sure: 'yes' },
      { field: 'zip', sample: '89501', sure: 'yes' },
    ]);
  });

  it('a state that comes from the ZIP has its example too', () => {
    const { fields } = map('Property Address|Zip', { samples: [['12 Oak St', '89501']] });
    expect(fields).toContainEqual(expect.objectContaining({ field: 'state', from: 'zip', sample: 'NV' }));
  });

  it('one-line addresses under the name of a street are read whole', () => {
    const mapped = map('Owner Name|Property Address', {
      samples: [
        ['A', '123 Main St, Austin, TX 78701'],
        ['B', '9 Elm Ave Apt 4, Reno NV 89501'],
      ],
    });
    expect(mapped.errors).toEqual([]);
    expect(mapped.build).toMatchObject({ address: ['Property Address'], zip: ['Property Address'] });
    expect(mapped.fields).toContainEqual(
      expect.objectContaining({ field: 'city', from: 'one-line', sample: 'Austin' }),
    );
  });

  it('also where a person named the column as the address', () => {
    const mapped = map('Where', {
      samples: [['123 Main St, Austin, TX 78701']],
      overrides: { address: 'Where' },
    });
    expect(mapped.errors).toEqual([]);
  });

  it('one-line addresses without a state get the given one', () => {
    const mapped = map('Address', { samples: [['123 Main St, Austin']], state: 'tx' });
    expect(mapped.errors).toEqual([]);
    const columns = propertyColumns(mapped);
    const read = (line: string) => columns.read(columns.headers.map(() => line));
    expect(read('123 Main St, Austin')).toEqual({
      address: '123 Main St',
      city: 'Austin',
      state: 'TX',
      zip: '',
    });
    expect(read('9 Elm Ave, Reno, NV 89501')).toMatchObject({ city: 'Reno', state: 'NV' });
  });

  it('a street column with city, state and ZIP beside it is left as it is', () => {
    const oneLine = [['123 Main St, Austin, TX 78701', '78701']];
    expect(map('Property Address|Property Zip', { samples: oneLine }).mapping.address).toBe(
      'Property Address',
    );
  });

  it('columns that may belong to another address are offered by their content', () => {
    const streets = [['John Smith', '12 Oak St', '89501', '12 Oak St', '9 Elm Ave']];
    expect(map('Who|Owner House|Z', { samples: streets }).errors).toMatchObject([
      { code: 'no_property_address', choices: ['Owner House'] },
    ]);
    expect(map('Who|Where|Z|Also|Too', { samples: streets }).errors).toMatchObject([
      { code: 'no_property_address', choices: ['Where', 'Also', 'Too'] },
    ]);
  });
});

describe('a chosen column', () => {
  const rows = [
    ['12 Oak St', 'Reno', 'NV', '89501'],
    ['9 Elm Ave', 'Austin', 'TX', '78701'],
    ['7 Ash Ct', 'Dayton', 'OH', '45402'],
  ];
  const headers = { address: 'Alpha', city: 'Beta', state: 'Gamma', zip: 'Delta' };

  it.each(Object.keys(headers) as (keyof typeof headers)[])(
    'leaves the columns that were found by their cells, and those with plain names, as they were: %s',
    (field) => {
      const overrides = { [field]: headers[field] };
      expect(map('Alpha|Beta|Gamma|Delta', { samples: rows, overrides })).toMatchObject({
        errors: [],
        mapping: { address: 'Alpha', state: 'Gamma', zip: 'Delta', ...overrides },
      });
      const plain = { address: 'Address', city: 'City', state: 'State', zip: 'Zip', ...overrides };
      expect(map(Object.values(plain).join('|'), { overrides })).toMatchObject({
        errors: [],
        mapping: plain,
      });
    },
  );

  it('as the street makes the plain city beside the mail another address', () => {
    const overrides = { address: 'Alpha' };
    const mapped = map('Alpha|Zip|Mailing Address|City|State', { overrides });
    expect(mapped.mapping).toEqual({ address: 'Alpha' });
  });
});

describe('mail', () => {
  it('never becomes the property by itself, and its columns are offered', () => {
    const mapped = map(`Owner Name|${MAILING}`);
    expect(mapped.mapping).toEqual({});
    expect(mapped.errors).toMatchObject([{ code: 'no_property_address', choices: ['Mailing Address'] }]);
  });

  it('becomes the property when the user says so', () => {
    const overrides = { address: 'Mailing Address', zip: 'mailing zip' };
    const mapped = map(`Owner Name|${MAILING}`, { overrides });
    expect(mapped.errors).toEqual([]);
    expect(mapped.mapping).toEqual({ address: 'Mailing Address', zip: 'Mailing Zip' });
    expect(reason(mapped, 'address')).toBe('You chose it.');
  });

  it('is offered for the place when the user named the street only', () => {
    const [error] = map(MAILING, { overrides: { address: 'Mailing Address' } }).errors;
    expect(error).toMatchObject({
      code: 'no_location',
      field: 'zip',
      choices: ['Mailing Zip'],
    });
  });
});

describe('strength', () => {
  it('the whole line goes before parts, parts before one line', () => {
    const parts = 'Situs Street Number|Situs Street Name';
    expect(map(`situsConcat|${parts}|${PROPERTY}`).mapping.address).toBe('Property Address');
    expect(map(`situsConcat|${parts}|Property Zip`).build).toEqual({
      address: parts.split('|'),
      city: ['situsConcat'],
      state: ['situsConcat'],
    });
  });

  it('a ZIP goes before a ZIP with its add-on, and the add-on alone is never a ZIP', () => {
    expect(map('Property Address|PROPERTY ZIP/ZIP+4|PROPERTY ZIP+4').mapping.zip).toBe('PROPERTY ZIP/ZIP+4');
    expect(map('Property Address|PROPERTY ZIP/ZIP+4|Property Zip').mapping.zip).toBe('Property Zip');
    expect(codes(map('Property Address|PROPERTY ZIP+4').errors)).toEqual(['no_location']);
  });

  it('two columns of equal strength are a question for a required field', () => {
    const [error] = map('Property Address|Property Zip|Situs Zip').errors;
    expect(error).toMatchObject({ code: 'ambiguous', field: 'zip', choices: ['Property Zip', 'Situs Zip'] });
    expect(map('Property Address|Property Zip|Situs Zip', { overrides: { zip: 'Situs Zip' } })).toMatchObject(
      {
        mapping: { zip: 'Situs Zip' },
        errors: [],
      },
    );
  });

  it('and left out with a warning for an optional one', () => {
    const mapped = map(`${PROPERTY}|First Name|Given Name`);
    expect(mapped.mapping).not.toHaveProperty('firstName');
    expect(mapped.warnings).toMatchObject([{ code: 'ambiguous', headers: ['First Name', 'Given Name'] }]);
    expect(mapped.errors).toEqual([]);
  });

  it('a known export settles doubts', () => {
    const header = 'Input Property Address|Input Property Zip|ResultCode|Property Address|Property Zip';
    expect(map(header)).toMatchObject({
      vendor: 'DirectSkip output',
      mapping: { address: 'Input Property Address', zip: 'Input Property Zip' },
      errors: [],
    });
  });

  it('a street or a state is asked about, but only where one is missing', () => {
    expect(map('Property Address|City|St|Zip').errors).toMatchObject([
      { code: 'ambiguous', field: 'state', choices: ['St'] },
    ]);
    for (const header of ['Property Address|City|St|Zip', 'Address|City|St|Zip'])
      expect(map(header, { overrides: { state: 'St' } }).errors).toEqual([]);
    expect(map('Property Address|City|State|St|Zip').errors).toEqual([]);
  });
});

describe('headers that stand twice', () => {
  it('are an error where a mapped field would use one', () => {
    expect(map(`${PROPERTY}|Property Zip `).errors).toMatchObject([
      { code: 'duplicate_header', field: 'zip', choices: ['Property Zip'] },
    ]);
  });

  it('are a warning elsewhere', () => {
    const mapped = map(`${PROPERTY}|Notes|Notes||`);
    expect(mapped.errors).toEqual([]);
    expect(mapped.warnings).toMatchObject([{ code: 'duplicate_header', headers: ['Notes'] }]);
  });
});

describe('a missing field', () => {
  it('a state comes from the user, from the kind of export, or later from the ZIP', () => {
    expect(map('Property Address|Property City|Property Zip')).toMatchObject({
      needs: ['state'],
      errors: [],
    });
    expect(map('Property Address|Property City|Property Zip', { state: 'FL' })).toMatchObject({
      state: 'FL',
    });
    expect(map('CO_NO|PHY_ADDR1|PHY_CITY|PHY_ZIPCD')).toMatchObject({ vendor: 'Florida NAL', state: 'FL' });
  });

  it.each([
    ['Property Address|Property Zip', ['city', 'state']],
    ['Property Address|Property City|Property State', ['zip']],
  ])('%s is enough', (header, needs) => {
    expect(map(header)).toMatchObject({ needs, errors: [] });
  });

  it('a city is enough with the state of every row', () => {
    expect(codes(map('Property Address|Property City').errors)).toEqual(['no_location']);
    expect(map('Property Address|Property City', { state: 'OH' }).errors).toEqual([]);
  });

  it('a state with its ZIP in one cell gives both', () => {
    expect(map('Address|City|StateZip')).toMatchObject({
      needs: ['state', 'zip'],
      build: { state: ['StateZip'], zip: ['StateZip'] },
      errors: [],
    });
  });
});

describe('files that are not lists of leads', () => {
  it('permits are refused, unless the user names the address', () => {
    const header = 'PermitNum|Address|City|State|Zip';
    expect(codes(map(header).errors)).toEqual(['not_a_lead_list']);
    expect(map(header, { overrides: { address: 'Address' } }).errors).toEqual([]);
  });

  it('a file that may hold whole addresses in its street column is pointed out', () => {
    const mapped = map("APN (text)|1st Owner's First Name|Property Address|Property Zip");
    expect(codes(mapped.warnings)).toEqual(['one_line_address']);
  });
});

describe("the user's decisions", () => {
  it('name columns without regard to case, and win', () => {
    expect(map(`${PROPERTY}|Where`, { overrides: { address: 'where' } }).mapping.address).toBe('Where');
  });

  it('can take a column away', () => {
    expect(map(`${PROPERTY}|First Name`, { overrides: { firstName: '' } }).mapping).not.toHaveProperty(
      'firstName',
    );
  });

  it('can name a one-line address, which then goes before a street column', () => {
    const overrides = { addressFull: 'Where' };
    expect(map('Property Address|Where', { overrides }).build).toEqual({
      address: ['Where'],
      city: ['Where'],
      state: ['Where'],
      zip: ['Where'],
    });
  });

  it('are refused when they name a missing column', () => {
    expect(map(PROPERTY, { overrides: { unit: 'Suite' } }).errors).toMatchObject([
      { code: 'unknown_header', field: 'unit', choices: PROPERTY.split('|') },
    ]);
    const unknown = { shade: 'Property Zip' } as MapOptions['overrides'];
    expect(map(PROPERTY, { ...(unknown !== undefined && { overrides: unknown }) }).errors).toMatchObject([
      { code: 'unknown_field', field: 'shade' },
    ]);
  });

  it.each([
    ['Phone1_Number|Phone1_Type|Phone1_DNC', { type: 'Phone1_Type', dnc: 'Phone1_DNC' }],
    ['Phone 1 - Value|Phone 1 - Type', { type: 'Phone 1 - Type' }],
    ['Phone 1|Phone Type 1|DNC 1', { type: 'Phone Type 1', dnc: 'DNC 1' }],
    [
      'Phone 1|Phone 1 Do Not Call|Phone 1 Litigator',
      { dnc: 'Phone 1 Do Not Call', flags: ['Phone 1 Litigator'] },
    ],
    [
      'Cell Phone|Cell DNC|Cell Wrong Number',
      { dnc: 'Cell DNC', wrong: ['Cell Wrong Number'], impliedType: 'mobile' },
    ],
    ['Phone 1|Phone 1 DNC|Litigator', { dnc: 'Phone 1 DNC', flags: ['Litigator'] }],
    ['Phone 1|Phone 1 DNC|Do Not Call', { dnc: 'Phone 1 DNC', flags: ['Do Not Call'] }],
    [
      'Phone 1|Is Litigator|TCPA|DNC/Litigator Scrub',
      { flags: ['Is Litigator', 'TCPA', 'DNC/Litigator Scrub'] },
    ],
    ['Phone 1|DNCFLG', { dnc: 'DNCFLG' }],
    ['contact_1_phone1|contact_1_phone1_tcpa', { flags: ['contact_1_phone1_tcpa'] }],
  ])('pair phones with what is said of them: %s', (columns, beside) => {
    const mapped = map(`${PROPERTY}|${columns}`, { purpose: 'owners' });
    expect(mapped.phones).toEqual([{ number: columns.split('|')[0], ...beside }]);
    expect(mapped.unmapped).toEqual([]);
  });

  it.each([
    ['Phone 1|DNC|Phone 2', []],
    ['Phone 1|Phone 2|DNC', []],
    ['DNC|Phone 1|Federal DNC|Phone 2', []],
    ['Phone|Phone 2|Phone DNC', ['Phone']],
    ['Phone|Phone 2|Phone 3|DNC|DNC 2', ['Phone 2']],
    ['Mobile 1|Mobile 2|Landline 1|DNC 1', []],
    ['Mobile 1|Mobile 2|Mobile DNC', []],
    ['Landline|Mobile|DNC|Mobile', []],
    ['Mobile|Spouse Cell|DNC', []],
    ['Mobile 1|Spouse Cell 1|DNC 1', []],
    ['Cell Phone|Home Phone|Cell DNC|Home DNC', ['Cell Phone', 'Home Phone']],
    ['Phone 1|DNC', ['Phone 1']],
  ])(
    'take the "no" of a Do Not Call column for a phone that it names, or the only one: %s',
    (columns, checked) => {
      const { phones } = map(`${PROPERTY}|${columns}`, { purpose: 'owners' });
      expect(phones.filter(({ dnc }) => dnc !== undefined).map(({ number }) => number)).toEqual(checked);
      // Its "yes" counts for all.
      for (const { dnc, listed, number } of phones)
        if (!columns.includes('DNC 1') && number !== 'Phone 3')
          expect([number, dnc ?? listed?.[0]]).not.toContain(undefined);
    },
  );

  it('take a Do Not Call column for all phones if a person says so', () => {
    const { phones } = map(`${PROPERTY}|Phone 1|Phone 2|DNC`, {
      purpose: 'owners',
      overrides: { phoneDnc: ['DNC'] },
    });
    expect(phones.map(({ dnc }) => dnc)).toEqual(['DNC', 'DNC']);
  });

  it('take a chosen Do Not Call column that names one phone for that phone alone', () => {
    const { phones } = map(`${PROPERTY}|Phone 1|Phone 1 DNC|Phone 2|Phone 2 DNC`, {
      purpose: 'owners',
      overrides: { phoneDnc: ['Phone 1 DNC'] },
    });
    expect(phones.map(({ dnc }) => dnc)).toEqual(['Phone 1 DNC', 'Phone 2 DNC']);
    const unclear = map(`${PROPERTY}|Cell #1|Cell 1 DNC?|Home Tel`, {
      purpose: 'owners',
      overrides: { phone: ['Cell #1', 'Home Tel'], phoneDnc: ['Cell 1 DNC?'] },
    });
    expect(unclear.phones.find(({ number }) => number === 'Home Tel')?.dnc).toBeUndefined();
  });

  it('pair a phone that a person mapped with the columns named like it', () => {
    const overrides = { phone: ['Contact A Nr'] };
    const mapped = map(`${PROPERTY}|Contact A Nr|Contact A Nr Type|Contact A Nr DNC|Phone 2 DNC`, {
      overrides,
      purpose: 'owners',
    });
    expect(mapped.phones).toEqual([
      { number: 'Contact A Nr', type: 'Contact A Nr Type', dnc: 'Contact A Nr DNC' },
    ]);
    expect(mapped.unmapped).toEqual(['Phone 2 DNC']);
  });

  it('name flags of the vendor that are not read', () => {
    const columns = 'Phone 1|Do Not Mail|Opt-Out|contact_1_flags|Phone 2 Litigator';
    expect(map(`${PROPERTY}|${columns}`, { purpose: 'owners' }).unmapped).toEqual([
      ...['Do Not Mail', 'Opt-Out', 'contact_1_flags', 'Phone 2 Litigator'],
    ]);
    expect(map(`${PROPERTY}|Litigator`, { purpose: 'owners' }).unmapped).toEqual(['Litigator']);
  });

  it('add phone columns to those that are known', () => {
    const mapped = map(`${PROPERTY}|Phone 1|Other`, { overrides: { phone: ['Other'] }, purpose: 'owners' });
    expect(mapped.phones.map(({ number }) => number).sort()).toEqual(['Other', 'Phone 1']);
  });
});

describe('contacts', () => {
  it('are numbered without a limit, with the type and Do Not Call columns named like them', () => {
    const header = `${PROPERTY}|contact_17_phone3_type|contact_17_phone3|Phone 2|Phone 2 DNC|Mobile-1|Landline-4|Email 28`;
    const mapped = map(header, { purpose: 'owners' });
    expect(mapped.phones).toEqual([
      { number: 'contact_17_phone3', type: 'contact_17_phone3_type' },
      { number: 'Phone 2', dnc: 'Phone 2 DNC' },
      { number: 'Mobile-1', impliedType: 'mobile' },
      { number: 'Landline-4', impliedType: 'landline' },
    ]);
    expect(mapped.also.email).toEqual(['Email 28']);
  });

  it('and earlier results tell that a list of leads was traced before', () => {
    expect(codes(map(`${PROPERTY}|ResultCode`).warnings)).toEqual(['traced_before']);
    expect(codes(map(`${PROPERTY}|Phone`).warnings)).toEqual(['traced_before']);
    expect(map(`${PROPERTY}|Phone`, { purpose: 'owners' }).warnings).toEqual([]);
  });
});

describe('owner data', () => {
  it.each(['MAIL_CTY', 'MAILCTY', 'Mailing Cty', 'OWN_CTY', 'OWNER_CTY', 'OWNER_MAIL_CTY', 'MCTY'])(
    'has the city of the mail in %s',
    (name) => {
      const header = `${PROPERTY}|MAIL_ADDR1|${name}|MAIL_ST|MAIL_ZIP5`;
      const samples = [['12 Oak St', 'Dayton', 'OH', '45402', '9 Elm St', 'Reno', 'NV', '89501']];
      expect(map(header, { purpose: 'owners', samples })).toMatchObject({
        also: { mailingCity: name, mailingState: 'MAIL_ST', mailingZip: 'MAIL_ZIP5' },
        mapping: { city: 'Property City' },
      });
    },
  );

  it('has an owner number and a mailing address, and warns where they are unclear', () => {
    const header = `owner_id|${PROPERTY}|Mailing Address|Owner Address|Mailing Zip`;
    const mapped = map(header, { purpose: 'owners' });
    expect(mapped.also).toMatchObject({ ownerId: 'owner_id', mailingZip: 'Mailing Zip' });
    expect(mapped.also).not.toHaveProperty('mailingAddress');
    expect(mapped.warnings).toMatchObject([
      { code: 'ambiguous', headers: ['Mailing Address', 'Owner Address'] },
    ]);
  });
});

describe('a unit in a column of its own', () => {
  const STREETS = {
    'beside a split street': ['St No|St Name|St Type', ['12', 'OAK', 'ST']],
    'beside a split street of the property': [
      'Situs Street No|Situs Street Name|Situs Street Type',
      ['12', 'OAK', 'ST'],
    ],
    'beside a street': ['Property Address', ['12 OAK ST']],
    'beside an address': ['Address', ['12 OAK ST']],
  } as const;
  const NAMES = [
    ...[
      ...['St Unit', 'ST_UNIT', 'STUNIT', 'Unit', 'Unit #', 'Unit No.', 'UNITNO', 'UnitNum'],
      ...['UNIT_ID', 'Unit Number', 'Street Unit'],
    ],
    ...[
      ...['Apt', 'Apt #', 'APTNO', 'Apartment', 'Apartment No', 'Apt/Unit', 'Unit/Apt #'],
      ...['Apt or Suite', 'Suite', 'Ste', 'Suite #', 'SUITENUM'],
    ],
    ...[
      ...['Situs Unit', 'SITUSUNIT', 'Situs Apt', 'Site Unit No', 'Property Unit', 'Prop Apt Num'],
      ...['Loc Unit', 'Addr Unit', 'Address Apt', 'House Unit', 'Secondary Unit', 'Sec Unit No'],
    ],
  ];
  const table = Object.entries(STREETS).flatMap(([where, [names, cells]]) =>
    NAMES.map((unit) => [unit, where, `${names}|${unit}|City|State|Zip`, cells] as const),
  );

  it.each(table)('%s %s', (unit, _, header, street) => {
    for (const purpose of ['leads', 'owners'] as const) {
      const row = [...street, '4', 'Dayton', 'OH', '45402'];
      for (const samples of [[row], []]) {
        const mapping = map(header, { purpose, samples });
        expect([mapping.errors, mapping.also.unit]).toEqual([[], unit]);
        expect(codes(mapping.warnings)).not.toContain('unused_unit');
        const { headers, read } = propertyColumns(mapping);
        const names = header.split('|');
        expect(read(headers.map((name) => row[names.indexOf(name)] ?? '')).address).toBe('12 OAK ST # 4');
      }
    }
  });

  const SPLIT = 'Situs St No|Situs St Name|Situs St Type';
  const rows = (...units: readonly string[]) => units.map((unit) => ['12', 'OAK', 'ST', unit, '45402']);

  it.each([
    ...['Units', '# of Units', 'No Units', 'Unit Type', 'Unit Price', 'Unit Sq Ft', 'Units Total'],
    ...['Mailing Unit', 'Owner Apt #', 'Tax Unit'],
  ])('is not %s, without a word', (name) => {
    const mapping = map(`${SPLIT}|${name}|Zip`, { samples: rows('4', '2', '1') });
    expect(mapping.also.unit).toBeUndefined();
    expect(codes(mapping.warnings)).not.toContain('unused_unit');
  });

  it('is not a state, which some write Ste', () => {
    const { also } = map(`${SPLIT}|Ste|Zip`, { samples: rows('OH', 'OH', 'IN') });
    expect(also.unit).toBeUndefined();
  });

  it('is also recognized by its cells', () => {
    const mapping = map(`${SPLIT}|Door|Zip`, { samples: rows('Apt 4', 'UNIT B', '', 'Ste #12') });
    expect(mapping.also.unit).toBe('Door');
    expect(map(`${SPLIT}|Legal|Zip`, { samples: rows('Lot 4', 'Lot 5') }).also.unit).toBeUndefined();
  });

  it('is warned about where it is not used', () => {
    const { warnings } = map(`${SPLIT}|Bldg Unit Ref|Zip`, { samples: rows('12B') });
    expect(warnings).toMatchObject([{ code: 'unused_unit', headers: ['Bldg Unit Ref'] }]);
    expect(
      map(`${SPLIT}|Bldg Unit Ref|Zip`, { samples: rows('4'), overrides: { unit: '' } }).warnings,
    ).toEqual([]);
  });

  it('is asked about where several columns hold one, and never where the others are empty', () => {
    const samples = [['12 Oak St', '4', '5', '45402']];
    expect(map('Address|Unit|Apt|Zip', { samples }).errors).toMatchObject([
      { code: 'ambiguous', field: 'unit', choices: ['Unit', 'Apt'] },
    ]);
    const one = map('Address|Unit|Apt|Zip', { samples: [['12 Oak St', '', '5', '45402']] });
    expect([one.errors, one.also.unit]).toEqual([[], 'Apt']);
  });
});
