import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvName } from './prepare.js';

it.each([
  ['leads.csv', 'leads.csv'],
  ['Leads.CSV', 'Leads.CSV'],
  ['leads.xlsx', 'leads.csv'],
  ['leads.txt', 'leads.csv'],
  ['leads.csv.txt', 'leads.csv'],
  ['utf16.TSV', 'utf16.csv'],
  ['.txt', '.txt.csv'],
  ['leads.2', 'leads.2.csv'],
  ['größe 🏠.csv', 'größe 🏠.csv'],
  ['\u200eרשימה\u200f.csv', '_רשימה_.csv'],
  ['a\u001b]0;x\u0007.csv', 'a_]0;x_.csv'],
])('the service is told %j as %j', (file, name) => {
  expect(csvName(file)).toBe(name);
});

// The pattern of `filename` in openapi.yaml.
const TAKEN =
  /^[^\u0000-\u001F\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069\uD800-\uDFFF]*\.[cC][sS][vV]$/u;

it('any name of a file becomes one that the contract accepts', () => {
  const file = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 700 }),
    fc.string({ unit: 'grapheme', maxLength: 700 }),
  );
  fc.assert(
    fc.property(file, (name) => {
      const told = csvName(name);
      expect(told).toMatch(TAKEN);
      expect([...told].length).toBeLessThanOrEqual(500);
    }),
    { numRuns: 30 },
  );
});
