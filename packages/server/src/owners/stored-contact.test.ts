import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { OwnerContact } from './record.js';
import { readContact, storedContact } from './stored-contact.js';

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
  ...{ firstName: text, lastName: text, fullName: text },
  ...{ propertyAddress: text, propertyCity: text, propertyState: text, propertyZip: text },
  ...{ mailingAddress: text, mailingCity: text, mailingState: text, mailingZip: text },
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
