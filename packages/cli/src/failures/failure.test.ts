import { describe, expect, it } from 'vitest';
import { didYouMean } from './failure.js';

describe('did you mean', () => {
  const words = ['upload', 'lookup', 'max-cost', 'base-url'];

  it('names the word that a typing error was meant to be', () => {
    expect(didYouMean('uplaod', words)).toBe(' Did you mean upload?');
    expect(didYouMean('MAX_COST', words)).toBe(' Did you mean max-cost?');
    expect(didYouMean('lokup', words)).toBe(' Did you mean lookup?');
  });

  it('says nothing if nothing is close', () => {
    expect(didYouMean('enrich', words)).toBe('');
    expect(didYouMean('', words)).toBe('');
  });
});
