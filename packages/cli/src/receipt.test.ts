import { describe, expect, it } from 'vitest';
import { Receipt } from './receipt.js';

describe('the cost of a run so far', () => {
  it('is zero until something could have been charged', () => {
    expect(new Receipt().sentence).toBe('Nothing was charged.');
  });

  it('is unknown between a request that charges and its answer, and names the command that shows it', () => {
    const receipt = new Receipt();
    receipt.job('7d0f', 'preview');
    receipt.mayCharge();
    expect(receipt.chargedCents).toBeNull();
    expect(receipt.sentence).toContain('not known');
    expect(receipt.sentence).toContain('skiptrace jobs get 7d0f');
  });

  it('is the amount when the answer has arrived', () => {
    const receipt = new Receipt();
    receipt.mayCharge();
    receipt.charged(39_248);
    expect(receipt.sentence).toBe('You were charged $392.48.');
  });
});
