import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SYNONYMS } from '../generated/synonyms.js';
import { foldHeader, meaningOf } from './synonyms.js';

describe('a folded header', () => {
  it.each([
    ['PropertyPostalCode', 'property zip'],
    ['SITUS_ZIP_CODE', 'property zip'],
    ['PHY_ZIPCD', 'property zip'],
    ['Unit #', 'unit number'],
    ['Unit No.', 'unit number'],
    ['E-Mail', 'email'],
    ['eMail', 'email'],
    ['OwnerZIPCode', 'owner zip'],
    ['Contact1Phone_1', 'contact 1 phone 1'],
    ['1st Owner’s First Name', '1 st owner s first name'],
    ['  Mail\u200bing\tCity ', 'mailing city'],
    ['Ｚｉｐ', 'zip'],
  ])('%j is %j', (header, key) => {
    expect(foldHeader(header)).toBe(key);
  });

  it('stays the same when it is folded again', () => {
    const header = fc.oneof(fc.constantFrom(...SYNONYMS.map(({ spelling }) => spelling)), fc.string());
    fc.assert(
      fc.property(header, (name) => void expect(foldHeader(foldHeader(name))).toBe(foldHeader(name))),
    );
  });
});

describe('the table of synonyms', () => {
  it.each(SYNONYMS.map(({ spelling, field }) => [spelling, field]))('%s means %s', (spelling, field) => {
    expect(meaningOf(spelling)?.field).toBe(field);
  });
});
