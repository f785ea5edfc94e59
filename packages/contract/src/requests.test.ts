// Requests that a server must accept or refuse, with the places its message has to name.
import { describe, expect, test } from 'vitest';
import { declaredFields } from './testing/fields.js';
import { accepts, errorsOfNamed, places } from './testing/validator.js';

describe('AddressInput', () => {
  test.each([
    ['the address alone', { address: '1 Main St' }],
    ['all four fields', { address: '1 Main St', city: 'Austin', state: 'tx', zip: '00501' }],
    ['an empty city', { address: '1 Main St', city: '' }],
    ['white space around the address', { address: '  1 Main St ' }],
    ['TAB, CR and LF in the address', { address: '1 Main St\t\r\nApt 2' }],
    ['letters beyond ASCII', { address: '12½ Calle Peñón 𝟙', city: 'Cañon City' }],
    ['one character', { address: 'x' }],
    ['a thousand characters', { address: 'x'.repeat(1000) }],
    ['ten thousand characters, of which the last counts', { address: `${' '.repeat(9_999)}x` }],
    ['fields it does not know', { address: '1 Main St', firstName: 7, note: null }],
  ])('accepts %s', (_case, value) => {
    expect(errorsOfNamed('AddressInput', value)).toEqual([]);
  });

  test.each([
    ['no address', { city: 'Austin' }, ''],
    ['an empty address', { address: '' }, '/address'],
    ['an address of white space', { address: ' \t\r\n\u00a0' }, '/address'],
    ['an address that is a number', { address: 100 }, '/address'],
    ['an address of null', { address: null }, '/address'],
    ['NUL in the address', { address: '1 Main St\u0000' }, '/address'],
    ['a vertical tab in the address', { address: '1 Main\u000bSt' }, '/address'],
    ['an escape in the address', { address: '\u001b[31m1 Main St' }, '/address'],
    ['DEL in the address', { address: '1 Main St\u007f' }, '/address'],
    ['a C1 control in the address', { address: '1 Main\u0085St' }, '/address'],
    ['a lone high surrogate', { address: '1 Main St \ud83c' }, '/address'],
    ['a lone low surrogate', { address: '\udfe0 1 Main St' }, '/address'],
    ['more than ten thousand characters', { address: 'x'.repeat(10_001) }, '/address'],
    ['a city of null', { address: '1 Main St', city: null }, '/city'],
    ['a city of more than a thousand characters', { address: '1 Main St', city: 'x'.repeat(1_001) }, '/city'],
    ['a control character in the city', { address: '1 Main St', city: 'Aus\u0000tin' }, '/city'],
    ['a lone surrogate in the city', { address: '1 Main St', city: '\ud800' }, '/city'],
    ['an empty state', { address: '1 Main St', state: '' }, '/state'],
    ['a state of null', { address: '1 Main St', state: null }, '/state'],
    ['a padded state', { address: '1 Main St', state: 'TX ' }, '/state'],
    ['a state with a line end', { address: '1 Main St', state: 'TX\n' }, '/state'],
    ['a state in full', { address: '1 Main St', state: 'Texas' }, '/state'],
    ['a state of digits', { address: '1 Main St', state: '12' }, '/state'],
    ['an empty zip', { address: '1 Main St', zip: '' }, '/zip'],
    ['a zip of null', { address: '1 Main St', zip: null }, '/zip'],
    ['a zip that is a number', { address: '1 Main St', zip: 78701 }, '/zip'],
    ['a padded zip', { address: '1 Main St', zip: ' 78701' }, '/zip'],
    ['ZIP+4', { address: '1 Main St', zip: '78701-1234' }, '/zip'],
    ['four digits', { address: '1 Main St', zip: '8701' }, '/zip'],
    ['digits of another script', { address: '1 Main St', zip: '٧٨٧٠١' }, '/zip'],
    ['a list', ['1 Main St'], ''],
    ['a string', '1 Main St', ''],
    ['null', null, ''],
  ])('refuses %s, and names that place alone', (_case, value, place) => {
    expect(places('AddressInput', value)).toEqual([place]);
  });

  test('names every invalid field and no valid one', () => {
    const value = { address: ' ', city: 'Austin', state: 'Texas', zip: '1' };
    expect(places('AddressInput', value).sort()).toEqual(['/address', '/state', '/zip']);
  });

  // Time is not measured: a quadratic check of a text of this length would take longer than a test may.
  test(
    'refuses half a megabyte of hostile white space, in time that grows with its length',
    { timeout: 20_000 },
    () => {
      expect(accepts('AddressInput', { address: ' '.repeat(500_000) })).toBe(false);
      expect(accepts('AddressInput', { address: `${'a '.repeat(250_000)}\u0000` })).toBe(false);
    },
  );
});

describe('BulkSkipTraceRequest', () => {
  const entry = { address: '1 Main St' };

  test('takes 1 to 100 addresses', () => {
    const of = (count: number) => ({ addresses: Array.from({ length: count }, () => entry) });
    expect([0, 1, 100, 101].map((count) => accepts('BulkSkipTraceRequest', of(count)))).toEqual([
      false,
      true,
      true,
      false,
    ]);
  });

  test('names an invalid entry by its index', () => {
    const addresses = [entry, { ...entry, zip: 'x' }, {}];
    expect(places('BulkSkipTraceRequest', { addresses })).toEqual(['/addresses/1/zip', '/addresses/2']);
  });

  test.each([
    ['no addresses', {}],
    ['addresses of null', { addresses: null }],
    ['an object for the list', { addresses: { 0: entry } }],
    ['a bare list', [entry]],
    ['strings for addresses', { addresses: ['1 Main St'] }],
  ])('refuses %s', (_case, value) => {
    expect(accepts('BulkSkipTraceRequest', value)).toBe(false);
  });
});

describe('CreateSkipTraceJobRequest', () => {
  const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };

  test.each(['leads.csv', 'LEADS.CSV', 'a.b.Csv', '.csv', 'größe 🏠.csv'])(
    'accepts the filename %s',
    (filename) => {
      expect(errorsOfNamed('CreateSkipTraceJobRequest', { filename, columnMapping })).toEqual([]);
    },
  );

  test.each([
    '',
    'leads',
    'leads.xlsx',
    'leads.csv.zip',
    'leads.csv ',
    'leads.csv\n',
    'leadscsv',
    'a\r\nSet-Cookie: x=1.csv',
    '\u001b]0;title\u0007.csv',
    '\u009b31m.csv',
    'gpj\u202e.csv',
    '\u2066leads.csv',
    '\ud800.csv',
  ])('refuses the filename %j', (filename) => {
    expect(places('CreateSkipTraceJobRequest', { filename, columnMapping })).toEqual(['/filename']);
  });

  test('takes a filename of 500 characters, and no longer one', () => {
    const of = (length: number) => ({ filename: `${'x'.repeat(length - 4)}.csv`, columnMapping });
    expect(accepts('CreateSkipTraceJobRequest', of(500))).toBe(true);
    expect(places('CreateSkipTraceJobRequest', of(501))).toEqual(['/filename']);
  });

  test('lets one column serve several fields, and takes the two name columns or neither', () => {
    const oneLine = { address: 'Full', city: 'Full', state: 'Full', zip: 'Full' };
    expect(accepts('ColumnMapping', oneLine)).toBe(true);
    expect(accepts('ColumnMapping', { ...columnMapping, firstName: 'First' })).toBe(true);
    expect(accepts('ColumnMapping', { ...columnMapping, firstName: null })).toBe(false);
    expect(accepts('ColumnMapping', { ...columnMapping, lastName: 3 })).toBe(false);
  });

  test.each(['address', 'city', 'state', 'zip'])('needs a column for %s', (field) => {
    const { [field]: _left, ...rest } = columnMapping as Record<string, string>;
    expect(accepts('CreateSkipTraceJobRequest', { filename: 'leads.csv', columnMapping: rest })).toBe(false);
    for (const value of ['', null, 1, ['Address'], 'x'.repeat(1_001)]) {
      expect(
        places('CreateSkipTraceJobRequest', {
          filename: 'leads.csv',
          columnMapping: { ...rest, [field]: value },
        }),
      ).toEqual([`/columnMapping/${field}`]);
    }
  });

  test.each([
    ['no filename', { columnMapping }],
    ['no mapping', { filename: 'leads.csv' }],
    ['a mapping of null', { filename: 'leads.csv', columnMapping: null }],
  ])('refuses %s', (_case, value) => {
    expect(accepts('CreateSkipTraceJobRequest', value)).toBe(false);
  });
});

describe('ContactMessage', () => {
  const message = {
    fullName: 'Robin Example',
    email: 'robin@example.com',
    phone: '5125550142',
    reason: 'General',
    message: 'Hello there',
  };

  test.each([
    '5125550142',
    '15125550142',
    '(512) 555-0142',
    '512.555.0142',
    '1 (512) 555-0142',
    '+1 512 555 0142',
    '+15125550142',
    '+44 1632 960123',
    '+12345678',
    ' 1 ( 512 ) 555 - 0142 ',
    '+ (1) 512.555.0142.',
    '+123456789012345',
    '0125550142',
  ])('accepts the phone %s', (phone) => {
    expect(errorsOfNamed('ContactMessage', { ...message, phone })).toEqual([]);
  });

  test.each([
    '',
    '555-0142',
    '512555014',
    '25125550142',
    '115125550142',
    '+1234567',
    '+1234567890123456',
    '+0512555014',
    '++15125550142',
    '1+5125550142',
    '5125550142+',
    '512555014x',
    '512/555/0142',
    '512\t555\t0142',
    '(512) 555-0142 ext. 7',
    '٥١٢٥٥٥٠١٤٢',
    '+',
    '()',
  ])('refuses the phone %j', (phone) => {
    expect(places('ContactMessage', { ...message, phone })).toEqual(['/phone']);
  });

  test.each(['fullName', 'email', 'phone', 'reason', 'message'])('needs %s, and not as null', (field) => {
    const { [field]: _left, ...rest } = message as Record<string, string>;
    expect(accepts('ContactMessage', rest)).toBe(false);
    expect(places('ContactMessage', { ...rest, [field]: null })).toEqual([`/${field}`]);
  });

  test.each([
    ['a name of one character', { fullName: 'R' }],
    ['a name of more than 500 characters', { fullName: 'x'.repeat(501) }],
    ['a message of four', { message: 'Help' }],
    ['a message of more than 10,000 characters', { message: 'x'.repeat(10_001) }],
    ['no mailbox', { email: 'robin' }],
    ['two mailboxes', { email: 'a@example.com, b@example.com' }],
    ['a mailbox with a line end in it', { email: 'robin@example.com\r\nBcc: x@example.com' }],
    ['an unknown reason', { reason: 'Billing' }],
    ['a reason in another case', { reason: 'general' }],
    ['a consent of null', { consent: null }],
    ['a consent in words', { consent: 'yes' }],
  ])('refuses %s', (_case, change) => {
    expect(places('ContactMessage', { ...message, ...change })).toEqual([`/${Object.keys(change)[0]}`]);
  });

  test.each([
    { fullName: 'Al' },
    { message: 'Hello' },
    { reason: 'Login Issues' },
    { reason: 'Other' },
    { consent: true },
    { consent: false },
    { company: 'unknown fields are ignored' },
  ])('accepts %j', (change) => {
    expect(errorsOfNamed('ContactMessage', { ...message, ...change })).toEqual([]);
  });

  test('marks every text for trimming before these checks', () => {
    const trimmed = [...declaredFields()].filter(({ schema }) => schema['x-skiptrace-trimmed'] === true);
    expect(trimmed.map(({ name }) => name)).toEqual(
      ['fullName', 'email', 'phone', 'reason', 'message'].map((field) => `ContactMessage.${field}`),
    );
  });
});
