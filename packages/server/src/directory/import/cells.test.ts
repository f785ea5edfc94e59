import { expect, it } from 'vitest';
import { cellText, foldPhones } from './cells.js';

it('a long cell is cut between characters, because a database takes no half of one', () => {
  const text = cellText(`${'x'.repeat(499)}\u{1F3E0}\u{1F3E0}`);
  expect(text).toBe('x'.repeat(499));
});

it.each([
  ['Yes', { dnc: true }],
  ['No', { dnc: true, dncChecked: false }],
  ['Not checked', { dnc: true, dncChecked: false }],
])('a Do Not Call cell behind another phone says of this one only that it is listed: %s', (cell, status) => {
  const { phones } = foldPhones([{ number: '5125550142', type: 'Mobile', dnc: '', listed: [cell] }], true);
  expect(phones).toEqual([{ number: '5125550142', type: 'mobile', ...status }]);
});

it.each([
  ['2125551201, 3105551302', 'N/A'],
  ['2125551201, 3105551302', 'No/unverified'],
  ['2125551201, 3105551302', 'No,,'],
  ['2225555, 3105551302', 'No,'],
  ['+44 20 7946 0958, 3105551302', 'N,'],
  ['2125551201, 3105551302, 4155550142', 'No,'],
])('no number of %s is checked by the cell %s', (number, dnc) => {
  const { phones } = foldPhones([{ number, type: 'Mobile', dnc }], true);
  expect(phones.filter((phone) => phone.dncChecked !== false)).toEqual([]);
});

it('a yes of unclear place puts every number of the cell on the list', () => {
  const { phones } = foldPhones(
    [{ number: '5551234, 2125551201, 3105551302', type: 'Mobile', dnc: 'No, Yes' }],
    true,
  );
  expect(phones.map(({ dnc, dncChecked }) => [dnc, dncChecked])).toEqual([
    [true, undefined],
    [true, undefined],
  ]);
});
