import { CONTACT, MESSAGE, send } from '../specification/endpoints-contact.js';
import { check, inSection } from '../suite/check.js';
import { expectError, expectInvalid } from '../suite/expect.js';

const NO_PHONES = [
  '++15125550142',
  '+0125550142',
  '+1234567',
  '+1234567890123456',
  '512+5550142',
  '25125550142',
  '512-555-0142 x5',
  '512/555/0142',
];

export const contact = inSection('Readings: contact messages (9)', [
  check({
    id: 'contact.trimmed',
    sentence: 'strings are trimmed before their length is checked',
    async run(context) {
      expectInvalid(await send(context, { ...MESSAGE, fullName: '  R  ' }), ['fullName']);
      expectInvalid(await send(context, { ...MESSAGE, message: '   Hi   ' }), ['message']);
    },
  }),
  check({
    id: 'contact.consent-null',
    sentence: 'consent null is refused',
    run: async (context) => expectInvalid(await send(context, { ...MESSAGE, consent: null }), ['consent']),
  }),
  check({
    id: 'contact.phone-grammar',
    sentence: 'a phone is digits and ( ) - . space, with one + in front at most, of a right length',
    async run(context) {
      for (const phone of NO_PHONES) expectInvalid(await send(context, { ...MESSAGE, phone }), ['phone']);
    },
  }),
  check({
    id: 'contact.refusals-do-not-count',
    sentence: 'refused messages do not use up the five',
    async run(context) {
      for (let count = 0; count < 6; count += 1)
        expectInvalid(await send(context, { ...MESSAGE, reason: 'None' }), ['reason']);
    },
  }),
  check({
    id: 'contact.wrong-key',
    sentence: 'a wrong key on it is no error',
    async run({ http }) {
      const request = { method: 'POST', path: CONTACT, key: 'pc_wrong', json: {} };
      expectError(await http.send(request), 400);
    },
  }),
]);
