import { describe, expect, it } from 'vitest';
import { lookAt } from '../../lead-file/lead-list.js';
import { NOTHING_DECIDED, type Decisions } from '../../lead-file/report.js';
import { addressKindOf, withAddressKind } from './address-kind.js';

const look = (text: string, decisions: Decisions = NOTHING_DECIDED) => lookAt(new Blob([text]), decisions);

describe('how a list writes the street', () => {
  it.each([
    ['column', 'Address,City,State,Zip\n1 Oak St,Reno,NV,89501\n'],
    ['one-line', 'Full Address\n"1 Oak St, Reno, NV 89501"\n'],
    ['parts', 'House Number,Street Name,City,State,Zip\n1,Oak St,Reno,NV,89501\n'],
  ])('is found: %s', async (kind, text) => {
    expect(addressKindOf(await look(text), NOTHING_DECIDED)).toBe(kind);
  });

  it('is as the person chose, which discards choices for another kind', async () => {
    const text = 'Address,City,State,Zip,Where\n1 Oak St,Reno,NV,89501,"1 Oak St, Reno, NV 89501"\n';
    const found = await look(text);
    const overrides = withAddressKind('one-line', found, { address: 'Where', city: 'City' });
    expect(overrides).toEqual({ city: 'City', addressFull: 'Address' });
    expect(addressKindOf(found, { ...NOTHING_DECIDED, overrides })).toBe('one-line');
    const parts = withAddressKind('parts', found, overrides);
    expect(addressKindOf(found, { ...NOTHING_DECIDED, overrides: parts })).toBe('parts');
    const back = withAddressKind('column', found, parts);
    expect(addressKindOf(found, { ...NOTHING_DECIDED, overrides: back })).toBe('column');
  });
});
