import { expect, it } from 'vitest';
import { stricterDnc } from './record.js';

const listed = { dnc: true };
const unchecked = { dnc: true, dncChecked: false } as const;
const callable = { dnc: false };

it.each([
  [listed, unchecked, listed],
  [listed, callable, listed],
  [unchecked, callable, unchecked],
  [unchecked, unchecked, unchecked],
  [callable, callable, callable],
])('of two statements about a number the more careful one holds: %j, %j', (one, other, expected) => {
  expect(stricterDnc(one, other)).toEqual(expected);
  expect(stricterDnc(other, one)).toEqual(expected);
});
