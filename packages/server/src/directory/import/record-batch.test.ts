import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_CONTACT } from '../record.js';
import { storedContact } from '../stored-contact.js';
import { MAX_SEEN, RecordBatch, SeenStreets } from './record-batch.js';

it('texts of all kinds are written as they are stored, and a batch grows with them', () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('O"Hara \\ \t Ñandú 李'));
  fc.assert(
    fc.property(
      text,
      text,
      fc.array(text, { maxLength: 3 }),
      fc.nat({ max: 3_000 }),
      (name, address, emails, times) => {
        const phones = [{ number: '5125550101', type: 'mobile' as const, dnc: true }];
        const contact = { ...NO_CONTACT, fullName: name, phones, emails };
        const batch = new RecordBatch();
        const record = { identity: 1, ownerId: null, ownerNumber: 1, address, addressKeys: [7, 2 ** 53 - 1] };
        const fullRecord = { ...record, addressSeal: null, streets: [], contact };
        for (let count = 0; count <= times; count++) batch.add(fullRecord);
        const { bytes, places } = batch.encoded();
        const starts = JSON.parse(places) as number[];
        expect(starts).toHaveLength(times + 1);
        const last = Buffer.from(bytes.subarray((starts.at(-1) ?? 1) - 1));
        const texts = `${address}[7,9007199254740991]${storedContact(contact)}`;
        expect(last.subarray(-Buffer.byteLength(texts))).toEqual(Buffer.from(texts));
      },
    ),
    { numRuns: 50 },
  );
});

it('a street is noted once, and again after it was forgotten', () => {
  const seen = new SeenStreets();
  const more = (count: number, name: string): boolean[] =>
    Array.from({ length: count }, (_, at) => seen.add([1 + at, name]));
  expect([seen.add([0, 'N OAK ST']), seen.add([0, 'OAK ST']), seen.add([0, 'N OAK ST'])]).toEqual([
    true,
    true,
    false,
  ]);
  expect(more(MAX_SEEN - 2, 'ELM ST')).not.toContain(false);
  expect(seen.add([0, 'N OAK ST'])).toBe(false);
  // One more than it keeps.
  expect([seen.add([0, 'OAK AVE']), seen.add([0, 'N OAK ST'])]).toEqual([true, true]);
  // Long names fill it sooner.
  more(MAX_SEEN / 10, 'E'.repeat(500));
  expect(seen.add([0, 'N OAK ST'])).toBe(true);
});
