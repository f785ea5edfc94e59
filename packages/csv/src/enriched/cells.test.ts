import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeCell, unguardedCell, writtenCell } from './cells.js';

describe('a safe cell', () => {
  it.each(['=1+1', '+15125550100', '-2', '@SUM(A1)', '\tx', '\rx', '＝1', '＋1', '－1', '＠A'])(
    'hides %j from spreadsheets',
    (value) => {
      expect(safeCell(value)).toBe(`'${value}`);
    },
  );

  it.each([
    ["a;=cmd|' /C calc'!A0", "a;'=cmd|' /C calc'!A0"],
    ['a\t@SUM(A1)', "a\t'@SUM(A1)"],
    ['=a,+1', "'=a,'+1"],
    ['a;""=1', 'a;""\'=1'],
    ['a\n-1', "a\n'-1"],
    ['a|＝1', "a|'＝1"],
  ])('hides the formula behind a delimiter: %j', (value, safe) => {
    expect(safeCell(value)).toBe(safe);
  });

  it('can be made its value again', () => {
    const anyText = fc
      .array(fc.constantFrom('a', '"', ',', ';', '|', '\t', '\n', '=', '-', '＠'))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(anyText, (value) => {
        expect(unguardedCell(safeCell(value))).toBe(value);
      }),
    );
  });

  it.each(['', 'Vera', '5125550100', 'a=b', "'=1", ' =1', '12 Oak St, Apt 4-B'])(
    'leaves %j alone',
    (value) => {
      expect(safeCell(value)).toBe(value);
    },
  );
});

describe('a written cell', () => {
  it('is quoted only where it holds the delimiter, a quote or a line end', () => {
    expect(writtenCell('Dayton, OH', ',')).toBe('"Dayton, OH"');
    expect(writtenCell('Dayton, OH', ';')).toBe('Dayton, OH');
    expect(writtenCell('5" pipe', ';')).toBe('"5"" pipe"');
    expect(writtenCell('a\nb', ';')).toBe('"a\nb"');
    expect(writtenCell('a\rb', ';')).toBe('"a\rb"');
  });
});
