import { expect, test } from 'vitest';
import { redactor } from './redact.js';

test('prints no key of any form, and no signature of a link', () => {
  const redact = redactor(['secret-key', '']);
  const text = redact('Bearer secret-key pc_abcdefgh12345678 http://h/x?expires=1&signature=abc&v=2');
  expect(text).toBe('Bearer pc_… pc_… http://h/x?expires=1&signature=…&v=2');
});
