import { compare, parseAddress } from '@skiptrace/address';
import type { AddressInput, Contact, Phone, SkipTraceMatch } from '@skiptrace/contract';
import { checkOptions } from '../check-options.js';
import { ConfigurationError, SkipTrace } from '../index.js';
import { FakeClock } from './fake-clock.js';
import { type Scenario, actOnFetch, exampleOf } from './scenario.js';
import { type ScenarioOptions, Scenarios } from './scripted-service.js';

/** The scenarios behind a `fetch`: web requests in, web responses out, without a network. */
export class FetchScenarios extends Scenarios<Scenario> {
  protected readonly baseUrl: string;

  constructor(baseUrl: string, options: ScenarioOptions = {}) {
    super(options);
    this.baseUrl = baseUrl.replace(/\/+$/, '');
  }

  async respond(request: Request): Promise<Response> {
    const { method, url } = request;
    const path = url.slice(this.baseUrl.length);
    const asked = { method, path, headers: Object.fromEntries(request.headers) };
    const { headers: always, step } = await this.take(asked, await bytesOf(request), this.baseUrl);
    return actOnFetch({ ...step, headers: { ...always, ...step.headers } });
  }
}

const bytesOf = async (request: Request) => [new Uint8Array(await request.arrayBuffer())];

/** The part of msw's `http` that is used here. It is passed in, so that this package does not depend on msw. */
export interface MswHttp<Handler> {
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): Handler;
}

/**
 * The scenarios as handlers of msw 2. msw sees `fetch` and not undici's `request`, so the client is given
 * `fetch: globalThis.fetch`.
 *
 * @example
 * const scenarios = new MswScenarios(http, 'http://127.0.0.1:3000');
 * const network = setupServer(...scenarios.handlers);
 * network.listen();
 * scenarios.script('lookup', rateLimited('1'));
 * const client = new SkipTrace({ apiKey: 'pc_test', fetch: globalThis.fetch });
 */
export class MswScenarios<Handler> extends FetchScenarios {
  /** For msw's `setupServer` or `setupWorker`. They handle everything below the base URL. */
  readonly handlers: Handler[];

  constructor(http: MswHttp<Handler>, baseUrl: string, options: ScenarioOptions = {}) {
    super(baseUrl, options);
    this.handlers = [http.all(`${this.baseUrl}/*`, ({ request }) => this.respond(request))];
  }
}

/** Answer of `mockSkipTrace` for one address: `match({…})`, or an error such as `serverError()`. */
export type MockAnswer = SkipTraceMatch | Scenario;

/** The parts of an owner that a test needs; the rest is filled in. */
export interface MockOwner {
  fullName?: string | undefined;
  /** Numbers, or numbers with `type` (default mobile) and `dnc` (default false). */
  phones?: readonly (string | (Partial<Phone> & Pick<Phone, 'number'>))[] | undefined;
  emails?: readonly string[] | undefined;
  /** Further fields of the contact, such as the mailing address. */
  contact?: Partial<Contact> | undefined;
}

/**
 * An owner for `mockSkipTrace`.
 *
 * @throws ConfigurationError for a field or a phone number that no answer of the service has
 */
export function match(owner: MockOwner = {}): SkipTraceMatch {
  checkOptions('match()', owner, {
    fullName: 'string',
    phones: 'object',
    emails: 'object',
    contact: 'object',
  });
  for (const phone of owner.phones ?? []) checkNumber(typeof phone === 'string' ? phone : phone.number);
  const { fullName = 'Jordan Avery', phones = [], emails = [], contact } = owner;
  const names = fullName.trim().split(/\s+/);
  return {
    ...nulls,
    charged: 0,
    contact: {
      ...nulls.contact,
      firstName: names.length > 1 ? names.slice(0, -1).join(' ') : null,
      lastName: names.at(-1) ?? null,
      fullName,
      ...contact,
    },
    phones: phones.map((phone) => ({
      type: 'mobile' as const,
      dnc: false,
      ...(typeof phone === 'string' ? { number: phone } : phone),
    })),
    emails: [...emails],
  };
}

function checkNumber(number: unknown): void {
  if (typeof number === 'string' && /^\d{10}$/.test(number)) return;
  throw new ConfigurationError(
    `match(): ${JSON.stringify(number)} isn't a phone number of the service, which has 10 digits: '5125550100'.`,
  );
}

/** Refuses an address that nothing can match, and a value that is not an answer: both would only change what a test sees. */
function checkAnswer([address, answer]: [string, unknown]): void {
  const { kind, number } = parseAddress(address);
  if (kind === 'none' || (kind === 'street' && number === ''))
    throw new ConfigurationError(
      `mockSkipTrace: ${JSON.stringify(address)} isn't an address. Write it on one line: '100 Main St, Austin, TX 78701'.`,
    );
  const isAnswer =
    typeof answer === 'object' &&
    answer !== null &&
    ('found' in answer || ('status' in answer && 'body' in answer));
  if (!isAnswer)
    throw new ConfigurationError(
      `mockSkipTrace: the answer for ${JSON.stringify(address)} must be match({ … }), or an error such as serverError().`,
    );
}

/** The contract's example of a match of which nothing is on file. */
const nulls = exampleOf('skipTraceSingle', 200, 'nulls') as SkipTraceMatch;

/** A client of a service that is only a table; `scenarios` scripts its failures and shows its requests. */
export type MockSkipTrace = SkipTrace & { readonly scenarios: FetchScenarios };

/** A reserved host name that resolves nowhere: no key can be sent over its plain http. */
const baseUrl = 'http://skiptrace.mock.localhost';

/**
 * A client that knows these addresses and no others: they match, everything else is a miss. It is a real
 * client over a made-up service, without a network and without waiting: lookups, lists and CSV jobs answer
 * and charge as they would. An address is one line, and is also found if it is requested in parts, or in
 * another spelling that the service would match (`100 MAIN STREET` for `100 Main St`).
 *
 * @example
 * const client = mockSkipTrace({ '100 Main St, Austin, TX 78701': match({ phones: ['5125550100'] }) });
 * const owner = await client.lookup({ address: '100 Main St', city: 'Austin', state: 'TX', zip: '78701' });
 */
export function mockSkipTrace(
  answers: Readonly<Record<string, MockAnswer>> = {},
  options: Omit<ScenarioOptions, 'find'> = {},
): MockSkipTrace {
  const known = Object.entries(answers);
  known.forEach(checkAnswer);
  const find = (address: AddressInput) => {
    const answer = (
      known.find(([text]) => keyOf({ address: text }) === keyOf(address)) ??
      known.find(([text]) => compare(text, address).verdict === 'same')
    )?.[1];
    return answer && 'found' in answer ? { ...answer, contact: located(answer.contact, address) } : answer;
  };
  const scenarios = new FetchScenarios(baseUrl, { honorsKeys: true, ...options, find });
  const client = new SkipTrace({
    apiKey: 'pc_test_mock',
    baseUrl,
    clock: new FakeClock(),
    fetch: async (input, init) => {
      const response = await scenarios.respond(new Request(input, init));
      if (response.type === 'error') throw new TypeError('fetch failed');
      return response;
    },
  });
  return Object.assign(client, { scenarios });
}

/** Key that is equal for one line and for parts, in any case, commas and spacing. */
function keyOf({ address, city, state, zip }: AddressInput): string {
  const line = [address, city, state, zip].filter((part) => part !== undefined).join(' ');
  return line
    .toLowerCase()
    .replace(/[\s,.]+/g, ' ')
    .trim();
}

/** The property is the requested one, unless the test names another. */
function located(contact: Contact, { address, city, state, zip }: AddressInput): Contact {
  return {
    ...contact,
    propertyAddress: contact.propertyAddress ?? address,
    propertyCity: contact.propertyCity ?? city ?? null,
    propertyState: contact.propertyState ?? state ?? null,
    propertyZip: contact.propertyZip ?? zip ?? null,
  };
}
