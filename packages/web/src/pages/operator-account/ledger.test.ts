import { describe, expect, it } from 'vitest';
import { refundable } from './ledger.js';

const charge = (type: 'lookup_charge' | 'bulk_reservation') => ({
  id: 't1',
  type,
  amountCents: -400,
  balanceCents: 600,
  reference: 'r1',
  note: null,
  createdAt: '2026-11-27T03:00:00.000Z',
});

describe('the refund of a charge', () => {
  it('begins with what is left, and is not offered where all was given back', () => {
    const lookup = charge('lookup_charge');
    expect(refundable(lookup, 0)).toMatchObject({ dollars: '4.00', isRefunded: false });
    expect(refundable(lookup, 150)).toMatchObject({ dollars: '2.50', isRefunded: false });
    expect(refundable(lookup, 400)).toMatchObject({ dollars: '0.00', isRefunded: true });
    expect([250, 251, NaN].map(refundable(lookup, 150).has)).toEqual([true, false, false]);
  });

  it('begins without an amount while a filter may hide refunds', () => {
    const unknown = refundable(charge('lookup_charge'), null);
    expect(unknown).toMatchObject({ dollars: '', isRefunded: false });
    // An amount entered before the filter was chosen is taken out again.
    expect(unknown.has(1)).toBe(false);
  });

  it('of a bulk begins without an amount, because a part of it was released', () => {
    expect(refundable(charge('bulk_reservation'), 0)).toMatchObject({ dollars: '', isRefunded: false });
    expect(refundable(charge('bulk_reservation'), 400).isRefunded).toBe(true);
  });
});
