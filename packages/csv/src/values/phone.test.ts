import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dncFlag, flagOf, isFlagged, partBeside, phoneDigits, phonesIn, phoneType } from './phone.js';
import { isSentinel } from './sentinel.js';

const two = (cell = '5125550142, 5125550143') => ({ cell, read: 2, leftOut: 0 });

describe('phone digits', () => {
  it.each([
    ...['6145550130', '(614) 555-0130', '614-555-0130', '614.555.0130', '+1 614 555 0130'],
    ...['1-614-555-0130', '614/555-0130', '="6145550130"', '6145550130.0', '6.145550130E+09'],
    ...['614-555-0130 x12', '614-555-0130 ext. 12', '(614) 555-0130;55', '614-555-0130, 55'],
    ...['tel:+1-614-555-0130;ext=55', '614–555–0130'],
  ])('are found in %j', (value) => {
    expect(phoneDigits(value)).toBe('6145550130');
  });

  it.each([
    '',
    ...['DNC Excluded', '555-0130', '0145550130', '6141550130', '2222222222', '26145550130'],
    ...['614-555-0130 or 0131', '6.14555013E+09', 'call me'],
  ])('are not in %j', (value) => {
    expect(phoneDigits(value)).toBeNull();
  });
});

describe('several phones in a cell', () => {
  it.each([
    ['614-555-0130 ::: 614-555-0131', 2, 0],
    ['6145550130, 6145550131', 2, 0],
    ['614/555-0130 / 614/555-0131', 2, 0],
    ['(614) 555-0130\n(614) 555-0131', 2, 0],
    ['6145550130;6145550131', 2, 0],
    ['6145550130 6145550131', 2, 0],
    ['614-555-0130 x12, 614-555-0131', 2, 0],
    ['614-555-0130 or 0131', 1, 1],
    ['6145550130 | 2222222222', 1, 1],
    ['(614) 555-0130;55', 1, 0],
    ['614-555-0130 (wife), 614-555-0131', 0, 1],
    ['call me', 0, 1],
  ])('%j: %i, and %i left out', (cell, numbers, leftOut) => {
    const found = phonesIn(cell);
    expect([found.numbers, found.leftOut]).toEqual([['6145550130', '6145550131'].slice(0, numbers), leftOut]);
  });

  it('have one type and one flag, or one each', () => {
    expect(partBeside('Mobile ::: Landline', 1, two('5125550142 ::: 5125550143'))).toBe('Landline');
    expect(partBeside('Y, N', 0, two())).toBe('Y');
    expect(partBeside('Mobile', 1, two())).toBe('Mobile');
    expect(partBeside('Cell, work', 0, { cell: '5125550142', read: 1, leftOut: 0 })).toBe('Cell, work');
  });

  it.each([
    ['N/A', ''],
    ['No/unverified', null],
    ['No,', 'No'],
    ['No,,', null],
    ['No, Yes, No', null],
  ])('are not taken apart where the parts are not those of the numbers: %s', (status, part) => {
    expect(partBeside(status, 0, two())).toBe(part);
  });
});

describe('phone type', () => {
  it.each([
    ['Mobile', 'mobile'],
    ['CELL', 'mobile'],
    ['Wireless', 'mobile'],
    ['Cell Phone', 'mobile'],
    ['Landline', 'landline'],
    ['Land Line', 'landline'],
    ['Residential', 'landline'],
    ['M', 'mobile'],
    ['m.', 'mobile'],
    ['W', 'mobile'],
    ['C', 'mobile'],
    ['Wireless Number', 'mobile'],
    ['L', 'landline'],
    ['LL', 'landline'],
    ['Landline Phone', 'landline'],
    ['Fixed_Line', 'landline'],
    ['VoIP', null],
    ['Non-Fixed VoIP', null],
    ['FIXED_LINE_OR_MOBILE', null],
    ['Business', null],
    ['1', null],
    ['Pager', null],
    ['', null],
  ])('of %j is %j', (value, type) => {
    expect(phoneType(value)).toBe(type);
  });
});

describe('Do Not Call', () => {
  it.each(['Y', 'yes', 'TRUE', '1', '1.0', 'DNC', 'Do Not Call', 'x', 'Litigator', 'Federal DNC', 'TCPA'])(
    'is meant by %j',
    (value) => {
      expect(dncFlag(value)).toBe(true);
    },
  );

  const DENIALS = [
    ...['N', 'no', 'False', 'F', '0', '0.0', 'clean', 'Clear', 'OK', 'Pass', 'Safe', 'Callable'],
    ...[
      'Not on DNC',
      'No DNC',
      'NOT_DNC',
      'Non-DNC',
      'Not Do Not Call',
      'Not on the National Do Not Call Registry',
    ],
    ...[
      'Not Listed',
      'not registered',
      'Not blocked',
      "Isn't listed",
      'Not on federal DNC list',
      'Not on list',
    ],
    ...['Not a litigator', 'No litigator', 'Not a known TCPA litigator', 'Not listed on DNC'],
  ];
  it.each(DENIALS)('is denied by %j', (value) => {
    expect(dncFlag(value)).toBe(false);
  });

  it.each([
    ...[
      '',
      ...['-', 'N/A', 'maybe', '2', 'Not checked', 'not_checked', 'NOT-CHECKED', 'Never checked'],
      'Not scrubbed',
    ],
    ...['Not verified', 'Not known', 'Not tested', 'Not determined', 'Not sure', 'Not yet', 'Not applicable'],
    ...[
      ...['Not provided', 'Not on file', 'Not found', 'No data', 'No record', 'No status'],
      ...['Not available', 'Not', 'Not on'],
    ],
    ...[
      ...['Not allowed', 'Not permitted', 'Not callable', 'Non-callable', 'Not safe', 'Not OK'],
      ...['Not clean', 'Not clear'],
    ],
    ...[
      ...['No?', 'N*', 'No ~', 'No (unverified)', 'N - not checked', 'Valid', 'Alive', 'Not valid'],
      ...['Do not', 'No calls'],
    ],
  ])('is not decided by %j', (value) => {
    expect(dncFlag(value)).toBeNull();
  });

  it('is never denied by a denial with other words beside it', () => {
    const words = fc.constantFrom(
      ...'checked scrubbed verified yet call contact unless sure since state wireless data error unknown pending was'.split(
        ' ',
      ),
    );
    const between = fc.constantFrom(' ', ' - ', ', ', '_', '/', ' (', ': ');
    fc.assert(
      fc.property(
        fc.constantFrom(...DENIALS),
        between,
        words,
        fc.boolean(),
        (denial, gap, word, isBefore) => {
          expect(dncFlag(isBefore ? word + gap + denial : denial + gap + word)).not.toBe(false);
        },
      ),
    );
  });
});

describe('a flag of a vendor', () => {
  it('is a scrub or a litigator unless it says no', () => {
    expect(['Yes', 'Litigator', 'DNC', 'Hit', 'High', 'TCPA'].filter(isFlagged)).toHaveLength(6);
    expect(['Not checked', 'Not callable', 'No?', 'DNC Excluded'].filter(isFlagged)).toHaveLength(4);
    expect(['', 'No', 'Clean', 'N/A', '0', 'None', 'Not a litigator', 'Safe'].filter(isFlagged)).toEqual([]);
  });

  it('says that a number is wrong, or an owner dead', () => {
    expect(['Y', 'Wrong Number', 'Disconnected'].map((cell) => flagOf(cell, 'wrongNumber'))).toEqual([
      ...[true, true, true],
    ]);
    expect(
      ['Not valid', 'No longer in service', 'Not in service', 'Not working', 'Non-working'].map((cell) =>
        flagOf(cell, 'wrongNumber'),
      ),
    ).not.toContain(false);
    expect(
      ['Not valid', 'No longer in service', 'Not a working number'].map((cell) =>
        flagOf(cell, 'wrongNumber'),
      ),
    ).toEqual([...[true, true, true]]);
    expect(
      ['N', 'Right', 'No', 'Not wrong', 'Not a wrong number', 'Not checked'].map((cell) =>
        flagOf(cell, 'wrongNumber'),
      ),
    ).toEqual([...[false, null, false, false, false, null]]);
    expect(
      ['Yes', 'DECEASED', '2021-04-30', 'Not living', 'No longer alive'].map((cell) =>
        flagOf(cell, 'deceased'),
      ),
    ).toEqual([true, true, true, true, true]);
    expect(
      ['No', 'Alive', 'Not deceased', 'Not checked', ''].map((cell) => flagOf(cell, 'deceased')),
    ).toEqual([...[false, null, false, null, null]]);
  });
});

describe('a sentinel', () => {
  it.each([
    '',
    ...['  ', 'N/A', 'na', 'NULL', 'None', 'NaN', 'Unknown', 'TBD', '0', '-', '—', 'Vacant  Land'],
    ...['DNC Excluded', '<Null>', '(null)', '#NULL!', '#REF!', '\\N', 'undefined', 'n.a.'],
  ])('is %j', (value) => {
    expect(isSentinel(value)).toBe(true);
  });

  it.each(['00000', 'Nan Smith', '1', 'no', 'land'])('is not %j', (value) => {
    expect(isSentinel(value)).toBe(false);
  });
});
