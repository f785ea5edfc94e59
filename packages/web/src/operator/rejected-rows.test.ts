import { describe, expect, it } from 'vitest';
import { correctedRowsOf, readColumns, withCell } from './rejected-rows.js';

describe('corrected rows', () => {
  const row = { line: 12, cells: ['Elm St', 'Austin'] };

  it('are the changed cells of the changed rows, in the order of the file', () => {
    const first = withCell({}, row, 0, '1 Elm St');
    const second = withCell(first, { line: 4, cells: [] }, 1, 'Reno');
    expect(correctedRowsOf(second)).toEqual([
      { line: 4, cells: { 1: 'Reno' } },
      { line: 12, cells: { 0: '1 Elm St' } },
    ]);
  });

  it('drop a cell that gets its original text back', () => {
    const edits = withCell(withCell({}, row, 0, '1 Elm St'), row, 1, 'Reno');
    expect(correctedRowsOf(withCell(edits, row, 0, 'Elm St'))).toEqual([{ line: 12, cells: { 1: 'Reno' } }]);
    expect(withCell(withCell({}, row, 0, '1 Elm St'), row, 0, 'Elm St')).toEqual({});
  });

  it('list the columns that the import reads, or all columns if it names none', () => {
    expect(readColumns(['Parcel', 'Address', 'Owner'], ['Owner', 'Address'])).toEqual([1, 2]);
    expect(readColumns(['Parcel', 'Address'], [])).toEqual([0, 1]);
  });
});
