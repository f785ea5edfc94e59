import { describe, expect, it } from 'vitest';
import { fit, plain, shellCommand } from './text.js';

describe('text from elsewhere', () => {
  it('cannot move the cursor, clear the screen, ring the bell or change the text direction', () => {
    expect(plain('a\u001b[2Jb\u0007c\u009bd\u202ee')).toBe('a?[2Jb?c?d?e');
  });

  it('stays on one line', () => {
    expect(plain('first\r\nsecond\tthird')).toBe('first second third');
  });

  it('keeps letters of all scripts', () => {
    expect(plain('Peña, Łódź, 東京')).toBe('Peña, Łódź, 東京');
  });
});

describe('fit', () => {
  it('cuts text that is too wide, and nothing in a pipe', () => {
    expect(fit('abcdef', 4)).toBe('abc…');
    expect(fit('abcdef', Infinity)).toBe('abcdef');
  });
});

describe('a command to paste', () => {
  it('quotes characters that a shell would interpret', () => {
    expect(shellCommand(['skiptrace', 'upload', "Bob's leads.csv", '--map', 'zip=Zip $5', ''])).toBe(
      `skiptrace upload 'Bob'\\''s leads.csv' --map 'zip=Zip $5' ''`,
    );
  });
});
