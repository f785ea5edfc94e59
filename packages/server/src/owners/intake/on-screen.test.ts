import { describe, expect, it } from 'vitest';
import { OwnerImportError } from '../errors.js';
import { onScreen, problemOnScreen } from './on-screen.js';

describe('a sentence of an import on a page', () => {
  it('says nothing of options of the command line', () => {
    expect(
      onScreen(
        'Not imported: Cell 2. It looks like owner data. To import a column, add --map FIELD="Cell 2".',
      ),
    ).toBe('Not imported: Cell 2. It looks like owner data.');
    expect(
      onScreen('Names such as "Roe, Jane" may have the last name first. If so, add --name-order last-first.'),
    ).toBe('Names such as "Roe, Jane" may have the last name first.');
    expect(onScreen('3 phones were left out: nothing says mobile or landline.')).toBe(
      '3 phones were left out: nothing says mobile or landline.',
    );
  });

  it('names the file as the operator does, and says what to do there', () => {
    const error = new OwnerImportError('unreadable_file', "/data/x can't be read.");
    expect(problemOnScreen(error, new Map([['/data/x', 'county.csv']]))).toBe(
      "county.csv can't be read. Send a CSV or Excel file.",
    );
    expect(problemOnScreen(new Error('secret'), new Map())).toBeNull();
  });
});
