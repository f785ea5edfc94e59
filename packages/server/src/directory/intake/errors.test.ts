import { describe, expect, it } from 'vitest';
import { OwnerImportError } from '../errors.js';
import { problemOnScreen } from './errors.js';

describe('the message about a faulty file of owners on a page', () => {
  it('uses the operator’s name of the file, and advice for the page', () => {
    const error = new OwnerImportError('unreadable_file', "/data/x can't be read.");
    expect(problemOnScreen(error, new Map([['/data/x', 'county.csv']]))).toBe(
      "county.csv can't be read. Send a CSV or Excel file.",
    );
    expect(problemOnScreen(new Error('secret'), new Map())).toBeNull();
  });

  it('mentions no command-line options', () => {
    const error = new OwnerImportError('no_names', 'No column has names.', {
      onCommandLine: 'Import them with --allow-nameless.',
    });
    expect(error.message).toContain('--allow-nameless');
    expect(problemOnScreen(error, new Map())).toBe(
      "No column has names. Choose the column with the owners' names, or allow rows without names.",
    );
  });
});
