import fc from 'fast-check';
import { expect, it } from 'vitest';
import { contactJson, ownerRecord, type OwnerContact, type StoredContact } from './record.js';

const text = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('Jane "JD" O’Neil', 'back\\slash', 'Peña', '日本', '\u2028', '\u007f', '\ud800'),
);
const phone = fc.record({
  number: fc.stringMatching(/^\d{10}$/),
  type: fc.constantFrom('mobile' as const, 'landline' as const),
  dnc: fc.boolean(),
});
const contact: fc.Arbitrary<OwnerContact> = fc.record({
  ...{ firstName: text, lastName: text, fullName: text },
  ...{ propertyAddress: text, propertyCity: text, propertyState: text, propertyZip: text },
  ...{ mailingAddress: text, mailingCity: text, mailingState: text, mailingZip: text },
  phones: fc.array(phone, { maxLength: 4 }),
  emails: fc.array(fc.string({ unit: 'binary' }), { maxLength: 4 }),
});

it('a contact is read as it was stored, whatever is in it', () => {
  fc.assert(
    fc.property(contact, (one) => {
      const stored = JSON.parse(contactJson(one)) as StoredContact;
      expect(ownerRecord(7, stored)).toEqual({ id: 7, ...one });
    }),
  );
});

it('a contact is stored in the spelling of JSON.stringify, as the identities of imports before are', () => {
  fc.assert(
    fc.property(contact, (one) => {
      const json = contactJson(one);
      expect(JSON.stringify(JSON.parse(json))).toBe(json);
    }),
  );
});
