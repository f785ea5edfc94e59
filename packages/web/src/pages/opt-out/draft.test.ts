import { describe, expect, it } from 'vitest';
import { EMPTY, faultsOf, formOf, NO_ADDRESS, type Draft } from './draft.js';
import { dayIn, languageOf, WORDS } from './words.js';

const GOOD: Draft = {
  ...EMPTY,
  name: ' Jane Doe ',
  addresses: [{ street: '12 Oak St Apt 4', city: 'Dayton', state: 'OH', zip: '45402' }],
  phones: '(555) 201-0101, +1 555 201 0102',
};
const named = (changes: Partial<Draft>) => [...faultsOf({ ...GOOD, ...changes }, WORDS.en).keys()];

describe('a request on the page', () => {
  it('is normalized before it is sent', () => {
    expect(named({})).toEqual([]);
    expect(formOf(GOOD, 'es')).toEqual({
      wants: 'leave_out',
      name: 'Jane Doe',
      agent: null,
      contactEmail: null,
      language: 'es',
      addresses: [{ street: '12 Oak St Apt 4', city: 'Dayton', state: 'OH', zip: '45402' }],
      phones: ['(555) 201-0101', '+1 555 201 0102'],
      emails: [],
    });
    // An agent's name is dropped when the person says they ask for themselves.
    expect(formOf({ ...GOOD, agent: 'Helper' }, 'en').agent).toBeNull();
  });

  it('lists faults by field, in the order of the form', () => {
    expect(named(EMPTY)).toEqual(['name', 'street-0', 'city-0', 'state-0', 'zip-0']);
    expect(named({ isAgent: true })).toEqual(['agent']);
    expect(named({ phones: '911' })).toEqual(['phones']);
    expect(named({ phones: Array(6).fill('5552010101').join() })).toEqual(['phones']);
    expect(named({ emails: 'jane', contactEmail: 'jane@' })).toEqual(['emails', 'contactEmail']);
    expect(named({ addresses: [...GOOD.addresses, { ...NO_ADDRESS, zip: '4540' }] })).toEqual([
      'street-1',
      'city-1',
      'state-1',
      'zip-1',
    ]);
  });
});

it('uses the language in the URL, or else the browser’s', () => {
  expect([languageOf(null, 'es-MX'), languageOf('en', 'es-MX'), languageOf(null, 'de')]).toEqual([
    'es',
    'en',
    'en',
  ]);
  expect(dayIn('es', '2026-12-18T23:59:59.999Z')).toBe('18 de diciembre de 2026');
});
