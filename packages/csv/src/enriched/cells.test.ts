import { describe, expect, it } from 'vitest';
import { safeCell, writtenCell } from './cells.js';

describe('a safe cell', () => {
  it.each(['=1+1', '+15125550100', '-2', '@SUM(A1)', '\tx', '\rx'])('hides %j from spreadsheets', (value) => {
    expect(safeCell(value)).toBe(`'${value}`);
  });

  it.each(['', 'Vera', '5125550100', 'a=b', "'=1", ' =1'])('leaves %j alone', (value) => {
    expect(safeCell(value)).toBe(value);
  });
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
