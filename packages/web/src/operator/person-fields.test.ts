import { expect, it } from 'vitest';
import { cellsOf, isNamed, NO_PERSON } from './person-fields.js';

const placeIn = (place: string) => {
  const { name: _, phone: _phone, email: _email, ...cells } = cellsOf({ ...NO_PERSON, place });
  return cells;
};

it.each([
  ['12 Oak St Apt 4, Dayton, OH 45402', { address: '12 Oak St Apt 4, Dayton, OH 45402' }],
  ['Oak St', { address: 'Oak St' }],
  ['Dayton OH', { address: 'Dayton OH' }],
  ['Oak St, Dayton, OH', { address: 'Oak St, Dayton, OH' }],
  [' 45402 ', { zip: '45402' }],
  ['45402-1234', { zip: '45402-1234' }],
  ['Dayton, oh', { city: 'Dayton', state: 'OH' }],
  ['Dayton, OH 45402', { city: 'Dayton', state: 'OH', zip: '45402' }],
  ['', { address: '' }],
])('reads the place %j of a person', (place, cells) => {
  expect(placeIn(place)).toEqual(cells);
});

it('is enough to search for with a place beside a name, or with an address, a phone or an email', () => {
  const named = (typed: Partial<typeof NO_PERSON>) => isNamed({ ...NO_PERSON, ...typed });
  expect([named({ name: 'Jane Doe', place: 'Dayton, OH' }), named({ phone: '5125550142' })]).toEqual([
    true,
    true,
  ]);
  expect([named({ name: 'Jane Doe', place: '45402' }), named({ place: '12 Oak St' })]).toEqual([true, true]);
  expect([named({ name: 'Jane Doe' }), named({ place: '45402' }), named({})]).toEqual([false, false, false]);
});
