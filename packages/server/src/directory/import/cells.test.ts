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
