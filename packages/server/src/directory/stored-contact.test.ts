import { EnrichedCsv, type OwnerDetails } from '@skiptrace/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_CONTACT, type OwnerContact } from './record.js';
import { ownersInBytes, readContact, storedContact } from './stored-contact.js';

/** Texts that an import stores: without control characters, never empty. */
const characters = fc.oneof(
  fc.string({ unit: 'binary' }).map((all) => all.replace(/[\p{Cc}\p{Cs}]/gu, '')),
  fc.constantFrom('Jane "JD" O’Neil', 'back\\slash', 'Peña', '日本', '\u2028', 'a, b; c'),
);
const text = fc.oneof(
  fc.constant(null),
  characters.filter((one) => one !== ''),
);
const email = characters.map((one) => one.replace(/\s/gu, '')).filter((one) => one !== '');
const phone = fc
  .record({
    number: fc.stringMatching(/^\d{10}$/),
    type: fc.constantFrom('mobile' as const, 'landline' as const),
    mark: fc.constantFrom({ dnc: false }, { dnc: true }, { dnc: true, dncChecked: false as const }),
  })
  .map(({ mark, ...number }) => ({ ...number, ...mark }));
const typedPhone = fc.oneof(
  phone,
  phone.map((one) => ({ ...one, typeAssumed: true as const })),
);
const untypedPhone = phone.map(({ type: _, ...one }) => one);
const details = fc.record({
  firstName: text,
  lastName: text,
  fullName: text,
  propertyAddress: text,
  propertyCity: text,
  propertyState: text,
  propertyZip: text,
  mailingAddress: text,
  mailingCity: text,
  mailingState: text,
  mailingZip: text,
  phones: fc.array(typedPhone, { maxLength: 4 }),
  emails: fc.array(email, { maxLength: 4 }),
});
const contact: fc.Arbitrary<OwnerContact> = fc.oneof(
  details,
  fc
    .tuple(details, fc.array(untypedPhone, { minLength: 1, maxLength: 4 }))
    .map(([one, untypedPhones]) => ({ ...one, untypedPhones })),
);

it('a contact with any content is read as it was stored', () => {
  fc.assert(
    fc.property(contact, (one) => {
      expect(readContact(storedContact(one))).toEqual(one);
    }),
  );
});

it('a contact with more or fewer cells is refused, because its parts could be misread', () => {
  fc.assert(
    fc.property(contact, (one) => {
      const stored = storedContact(one);
      expect(() => readContact(`\t${stored}`)).toThrow('damaged');
      expect(() => readContact(stored.slice(stored.indexOf('\t') + 1))).toThrow('damaged');
    }),
  );
});

const plain = fc.string({ unit: fc.constantFrom(..."aZ 09.-,;=+@|&'/\\[]:"), minLength: 1, maxLength: 8 });
const anything = fc.string({
  unit: fc.oneof(fc.constantFrom('"', 'é', '李', '🏠'), plain),
  minLength: 1,
  maxLength: 6,
});
/** Mostly plain ASCII owners, as in most directories, with some exceptions. */
const contactOf = (text: fc.Arbitrary<string>): fc.Arbitrary<OwnerContact> => {
  const detail = fc.option(text);
  return fc.record({
    firstName: detail,
    lastName: detail,
    fullName: detail,
    propertyAddress: detail,
    propertyCity: detail,
    propertyState: detail,
    propertyZip: detail,
    mailingAddress: detail,
    mailingCity: detail,
    mailingState: detail,
    mailingZip: detail,
    phones: fc.array(
      fc
        .record({
          number: fc.stringMatching(/^[2-9]\d{9}$/),
          type: fc.constantFrom('mobile', 'landline'),
          mark: fc.constantFrom({ dnc: false }, { dnc: true }, { dnc: true, dncChecked: false as const }),
        })
        .map(({ mark, ...phone }) => ({ ...phone, ...mark })),
      { maxLength: 3 },
    ),
    emails: fc.array(
      text.map((email) => email.replaceAll(' ', '_')),
      { maxLength: 3 },
    ),
  });
};
const listsOfContacts = fc.oneof(
  fc.array(contactOf(plain), { minLength: 1, maxLength: 5 }),
  fc.array(fc.oneof(contactOf(plain), contactOf(anything)), { minLength: 1, maxLength: 5 }),
);

const idOf = (at: number): number => 7 ** at;

/** Record lines as returned by the database. */
const answerOf = (found: readonly OwnerContact[]): Uint8Array =>
  Buffer.from(found.map((contact, at) => `${idOf(at)}\t${storedContact(contact)}`).join('\n'));

const encodings = ['utf-8', 'windows-1252', 'utf-16le'] as const;

function resultLine(
  owner: OwnerDetails,
  delimiter: string,
  encoding: (typeof encodings)[number],
): Uint8Array {
  const csv = new EnrichedCsv({
    dialect: { encoding, bomLength: 0, delimiter, lineEnd: '\n', sepLine: false },
    header: { names: ['a'], line: 1, preamble: NOTHING, bytes: NOTHING, lineEnd: NOTHING },
    widths: { phones: 3, emails: 3, cells: 1, coOwners: [{ phones: 3, emails: 3 }] },
  });
  return csv.records([[{ bytes: NOTHING, lineEnd: NOTHING, blank: false, cellCount: 1 }, owner, [owner]]]);
}

const NOTHING = new Uint8Array(0);

describe('owners as stored bytes', () => {
  it('give the same result as parsed owners', () => {
    fc.assert(
      fc.property(
        listsOfContacts,
        fc.constantFrom(',', ';', '\t', '|'),
        fc.constantFrom(...encodings),
        (found, delimiter, encoding) => {
          const owners = ownersInBytes(answerOf(found));
          expect([...owners.keys()]).toEqual(found.map((_, at) => idOf(at)));
          for (const [at, contact] of found.entries()) {
            const owner = owners.get(idOf(at));
            if (owner === undefined) throw new Error('an owner is missing');
            expect(resultLine(owner, delimiter, encoding)).toEqual(resultLine(contact, delimiter, encoding));
          }
        },
      ),
      { numRuns: 250 },
    );
  });

  it('may have texts of any length, even with a delimiter', () => {
    const long = { ...NO_CONTACT, fullName: `${'Ada '.repeat(100_000)}, heirs of`, phones: [], emails: [] };
    const [owner] = ownersInBytes(answerOf([long])).values();
    if (owner === undefined) throw new Error('the owner is missing');
    expect(Buffer.from(resultLine(owner, ',', 'utf-8')).toString()).toContain(`"${long.fullName}"`);
  });

  it('are not copied if they are plain', () => {
    const [ada, bea] = [
      { ...NO_CONTACT, phones: [], emails: [], firstName: 'Ada' },
      { ...NO_CONTACT, phones: [], emails: [], firstName: 'Béa' },
    ];
    const kinds = [...ownersInBytes(answerOf([ada, bea, ada])).values()].map((owner) => 'places' in owner);
    expect(kinds).toEqual([true, false, true]);
    expect(ownersInBytes(NOTHING).size).toBe(0);
  });
});
