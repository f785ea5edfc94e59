import { describe, expect, it } from 'vitest';
import { RequestKeys } from './request-key.js';

describe('the idempotency key of a request', () => {
  it('is the same when the request is sent again, even after another one', () => {
    const keys = new RequestKeys();
    const first = keys.keyOf('a', { cents: 5, note: null });
    expect(keys.keyOf('a', { cents: 5, note: 'other' })).not.toBe(first);
    expect(keys.keyOf('a', { cents: 5, note: null })).toBe(first);
  });

  it('changes after a success', () => {
    const keys = new RequestKeys();
    const first = keys.keyOf('a');
    keys.leaveOpen('a');
    expect([keys.isOpen('a'), keys.isOpen('b')]).toEqual([true, false]);
    keys.renew();
    expect(keys.isOpen('a')).toBe(false);
    expect(keys.keyOf('a')).not.toBe(first);
  });
});
