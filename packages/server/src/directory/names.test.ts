import { expect, it } from 'vitest';
import { nameWords, sameOwner } from './names.js';

const name = (fullName: string) => ({ firstName: null, lastName: null, fullName });

it.each([
  ['Jane Doe', 'DOE JANE'],
  ['Jane Doe', 'DOE, JANE A'],
  ['Jane A. Doe', 'Jane A Doe'],
  ['José Peña', 'JOSE PENA'],
  ['Oak Holdings LLC', 'OAK HOLDINGS, LLC'],
  ['Oak Holdings LLC', 'OAK HOLDINGS, L.L.C.'],
  ['R. J. Oneil Smith', 'ONEIL SMITH R.J.'],
  ["Robert O'Neil", 'ROBERT O&#39;NEIL'],
])('%s and %s are one owner', (one, other) => {
  expect(sameOwner(name(one), name(other))).toBe(true);
  expect(sameOwner(name(other), name(one))).toBe(true);
});

it.each([
  ['John Smith', 'John Smith Jr'],
  ['John A Smith', 'John B Smith'],
  ['John Smith', 'Mary Smith'],
  ['Smith', 'Smith'],
  ['J Smith', 'John Smith'],
  ['John Smith', 'John & Mary Smith'],
])('%s and %s may be two', (one, other) => {
  expect(sameOwner(name(one), name(other))).toBe(false);
});

it('first and last names count together', () => {
  expect(sameOwner({ firstName: 'Jane', lastName: 'Doe', fullName: 'J. Doe' }, name('DOE JANE'))).toBe(true);
});

it('a character that stands for a whole phrase is no word', () => {
  expect(nameWords('Jane\ufdfaDoe \ufdfb')).toEqual(['JANE', 'DOE']);
});
