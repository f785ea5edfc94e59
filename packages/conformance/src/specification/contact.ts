import { CONTACT_REASONS } from '@skiptrace/contract';
import type { Exchange } from '../http/exchange.js';
import {
  check,
  inSection,
  type Context,
  expectEqual,
  expectError,
  expectInvalid,
  expectStatus,
  expectThat,
  field,
} from '../suite/check.js';

export const CONTACT = '/api/contact';

export const MESSAGE = {
  fullName: 'Robin Example',
  email: 'robin@example.com',
  phone: '(512) 555-0142',
  reason: 'General',
  message: 'This is a conformance test. Please ignore it.',
};

export const send = ({ http }: Context, json: unknown): Promise<Exchange> =>
  http.send({ method: 'POST', path: CONTACT, json });

/** Expects a 400 for each value of a field that names it, and no other field. */
async function refuses(context: Context, name: keyof typeof MESSAGE | 'consent', values: readonly unknown[]) {
  const others = Object.keys(MESSAGE).filter((other) => other !== name && other !== 'message');
  for (const value of values)
    expectInvalid(await send(context, { ...MESSAGE, [name]: value }), [name], others);
}

async function sends(context: Context, changes: Readonly<Record<string, unknown>>): Promise<void> {
  const exchange = await send(context, { ...MESSAGE, ...changes });
  expectStatus(exchange, 200);
  expectEqual('success', field(exchange, 'success'), true, exchange);
}

/** Messages that are really sent: five, the limit of a quarter of an hour. */
const ACCEPTED: readonly Readonly<Record<string, unknown>>[] = [
  { phone: '(512) 555-0142' },
  { phone: '1-512-555-0142', reason: 'Login Issues', consent: true },
  { phone: '+44 1632 960123', reason: 'Other', consent: false },
  { phone: '5125550142', fullName: 'Bo' },
  { phone: '+15125550142', message: 'Hello' },
];

/** Sends the five, once. */
export async function fiveMessages(context: Context): Promise<void> {
  for (const changes of ACCEPTED) await sends(context, changes);
}

export const contactEndpoint = inSection('Endpoints: POST /api/contact', [
  check({
    id: 'contact-message.sent',
    sentence:
      '200 with success true: US numbers of 10 and 11 digits, E.164, each reason, with and without consent',
    needs: ['sendsMessages'],
    late: true,
    run: (context) => context.once(fiveMessages),
  }),
  check({
    id: 'contact-message.required-fields',
    sentence: 'fullName, email, phone, reason and message are required',
    async run(context) {
      for (const name of Object.keys(MESSAGE)) {
        const rest = Object.fromEntries(Object.entries(MESSAGE).filter(([field]) => field !== name));
        expectInvalid(await send(context, rest), [name]);
      }
    },
  }),
  check({
    id: 'contact-message.full-name',
    sentence: 'fullName has at least 2 characters',
    run: (context) => refuses(context, 'fullName', ['', 'R', 2]),
  }),
  check({
    id: 'contact-message.email',
    sentence: 'email is a valid address',
    run: (context) =>
      refuses(context, 'email', ['', 'robin', 'robin@', '@example.com', 'a b@example.com', 1]),
  }),
  check({
    id: 'contact-message.phone',
    sentence: 'phone is a US number of 10 digits, 11 with a leading 1, or E.164',
    run: (context) =>
      refuses(context, 'phone', ['', '555-0142', '25125550142', '512555014x', '+', 5125550142]),
  }),
  check({
    id: 'contact-message.reason',
    sentence: `reason is one of ${CONTACT_REASONS.join(', ')}`,
    run: (context) => refuses(context, 'reason', ['', 'Billing', 'general', 1]),
  }),
  check({
    id: 'contact-message.message',
    sentence: 'message has at least 5 characters',
    run: (context) => refuses(context, 'message', ['', 'Help', 12345]),
  }),
  check({
    id: 'contact-message.consent',
    sentence: 'consent is a boolean',
    run: (context) => refuses(context, 'consent', ['yes', 1]),
  }),
  check({
    id: 'contact-message.not-sent',
    sentence: 'a message that is refused does not say success true',
    async run(context) {
      const exchange = await send(context, { ...MESSAGE, email: 'robin' });
      expectError(exchange, 400);
      expectThat(field(exchange, 'success') !== true, 'no success', exchange.json, exchange);
    },
  }),
]);
