import { expect, it } from 'vitest';
import { cellText } from './cells.js';

it('a long cell is cut between characters, because a database takes no half of one', () => {
  const text = cellText(`${'x'.repeat(499)}\u{1F3E0}\u{1F3E0}`);
  expect(text).toBe('x'.repeat(499));
});
