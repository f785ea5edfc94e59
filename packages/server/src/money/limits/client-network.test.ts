// Engines: SQLite, PostgreSQL at a release

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientNetwork } from './client-network.js';

const GROUPS = fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 });
const BYTES = fc.array(fc.nat(255), { minLength: 4, maxLength: 4 });

/** Ways to write the eight groups of an address (RFC 4291 §2.2). */
const spelling = (groups: readonly number[]): fc.Arbitrary<string> =>
  fc
    .record({
      upper: fc.boolean(),
      width: fc.constantFrom(0, 4),
      shorten: fc.nat(7),
      dotted: fc.boolean(),
      wrap: fc.constantFrom(
        (text: string) => text,
        (text: string) => `${text}%eth0`,
        (text: string) => `[${text}]`,
        (text: string) => `[${text}]:443`,
      ),
    })
    .map(({ upper, width, shorten, dotted, wrap }) => {
      const parts = groups.map((group) => group.toString(16).padStart(width, '0'));
      if (dotted) {
        const bytes = groups.slice(6).flatMap((group) => [group >> 8, group & 0xff]);
        parts.splice(6, 2, bytes.join('.'));
      }
      const isZero = (index: number) => groups[index] === 0 && index < (dotted ? 6 : 8);
      let end = shorten;
      while (isZero(end)) end += 1;
      const text =
        end > shorten
          ? `${parts.slice(0, shorten).join(':')}::${parts.slice(end).join(':')}`
          : parts.join(':');
      return wrap(upper ? text.toUpperCase() : text);
    });

const isMapped = (groups: readonly number[]) =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

describe('the place of a client', () => {
  it('is the same for every way to write an IPv6 address, and for every address of its /64', () => {
    const two = GROUPS.chain((groups) =>
      GROUPS.chain((others) => {
        const neighbor = [...groups.slice(0, 4), ...others.slice(4)];
        return fc.tuple(fc.constant(groups), fc.constant(neighbor), spelling(groups), spelling(neighbor));
      }),
    );
    fc.assert(
      fc.property(two, ([groups, neighbor, one, other]) => {
        fc.pre(!isMapped(groups) && !isMapped(neighbor));
        expect([one, clientNetwork(one)]).toEqual([one, clientNetwork(other)]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is a different one for a different /64', () => {
    const change = fc.tuple(GROUPS, fc.nat(3), fc.integer({ min: 1, max: 0xffff }));
    fc.assert(
      fc.property(change, ([groups, index, by]) => {
        fc.pre(!isMapped(groups));
        const other = groups.map((group, at) => (at === index ? (group + by) % 0x10000 : group));
        const text = (all: readonly number[]) => all.map((group) => group.toString(16)).join(':');
        expect(clientNetwork(text(groups))).not.toBe(clientNetwork(text(other)));
      }),
    );
  });

  it('is the IPv4 address, also when it is written as an IPv6 address or with a port', () => {
    const mapped = BYTES.chain((bytes) => {
      const [a = 0, b = 0, c = 0, d = 0] = bytes;
      const groups = [0, 0, 0, 0, 0, 0xffff, a * 256 + b, c * 256 + d];
      return fc.tuple(fc.constant(bytes.join('.')), spelling(groups));
    });
    fc.assert(
      fc.property(mapped, ([address, text]) => {
        expect([text, clientNetwork(text)]).toEqual([text, address]);
        expect(clientNetwork(address)).toBe(address);
        expect(clientNetwork(`${address}:5678`)).toBe(address);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is the same for every text that is not an address', () => {
    const all = ['', 'unknown', '_hidden', '1.2.3', '::1::', '999.1.1.1', 'x'.repeat(10_000)];
    expect(new Set(all.map(clientNetwork)).size).toBe(1);
  });
});
