import { describe, expect, it } from 'vitest';
import { parseJson } from './exchange.js';

describe('JSON of an answer', () => {
  it('is an object or a list, also with brackets in its texts', () => {
    expect(parseJson('{"a":["[[{\\"[", {}]}')).toEqual({ a: ['[[{"[', {}] });
    expect(parseJson(JSON.stringify({ text: '['.repeat(5_000) }))).toEqual({ text: '['.repeat(5_000) });
    expect(parseJson('7')).toBeUndefined();
    expect(parseJson('<html>')).toBeUndefined();
  });

  it('is not read if it has thousands of levels', () => {
    const levels = (count: number) => '['.repeat(count) + ']'.repeat(count);
    expect(parseJson(levels(100))).toBeDefined();
    expect(parseJson(levels(100_000))).toBeUndefined();
  });
});
