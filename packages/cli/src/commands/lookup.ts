import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type ParsedAddress, wordsBesides } from '@skiptrace/address';
import { dncStatus } from '@skiptrace/csv';
import { type NoMatchReason, parseLead, whyNoMatch } from '@skiptrace/csv/leads';
import { type AddressInput, isSkipTraceError, type Middleware, type LookupMatch } from '@skiptrace/sdk';
import { dollars } from '../amounts.js';
import type { Context } from '../context.js';
import { accountMark, isTestKey, TEST_KEY_FINDS } from '../credentials/key.js';
import { Failure } from '../failures/failure.js';
import type { Host } from '../host.js';
import { optionsOf, type CommandInput } from '../input.js';
import { renderJson, isRecord } from '../json.js';
import { mayHaveBeenCharged } from '../receipt.js';
import {
  statePath,
  forgetOld,
  makePrivateFolder,
  readJson,
  writeJson,
  writeNewJson,
} from '../settings/private-file.js';
import { readCeiling } from '../spending.js';
import { again, createPaint, type Paint, plain } from '../terminal/text.js';
import { readIdempotencyKey, REPLAYABLE_MS, readState, readZip } from './read-options.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, json, receipt, terminal } = context;
  const address = readAddress(input);
  if (!input.flag('anyway')) requireProperty(address);
  const given = readIdempotencyKey(input.text('idempotencyKey'));
  const maxCostCents = readCeiling(input, context);
  // A problem with the key ends the command before anything is stored.
  const account = accountMark(await context.findKey());
  let isReplay = false;
  let attempts = 0;
  let isRepeated = false;
  const noticeReplay: Middleware = async (request, next) => {
    attempts += 1;
    const answer = await next(request);
    // The replay of an attempt of this run repeats a charge of this run.
    const isOfEarlierRun = attempts === 1 || isRepeated;
    isReplay = isOfEarlierRun && answer.headers['idempotency-replayed'] === 'true';
    return answer;
  };
  // Before the lookup is noted: without a key nothing is sent, so there is no answer to ask for again.
  const client = await context.client({ middleware: [noticeReplay] });
  const pending = given === undefined ? await openPending(address, account, context) : undefined;
  const idempotencyKey = given ?? pending?.idempotencyKey;
  isRepeated = pending?.isRepeated === true;
  if (isRepeated)
    console.note(
      'An earlier run of this lookup never got its answer. Asking for that answer again, at no extra cost.',
    );
  receipt.mayCharge();
  receipt.next = repeating(input.argv, idempotencyKey);
  const call = { signal: context.signal, idempotencyKey, maxCostCents };
  const result = await client.lookup(address, call).catch(async (error: unknown) => {
    if (!mayHaveBeenCharged(error)) {
      receipt.charged(0);
      // For a repeated lookup it is still unknown whether the earlier run was charged.
      if (!isRepeated) {
        receipt.next = undefined;
        await pending?.forget();
      }
    } else {
      // If it cannot be stored, the command printed next still carries the key.
      await pending?.keep().catch(() => undefined);
    }
    throw aboveLimit(error) ?? error;
  });
  const { success, found, contact, chargedCents } = result;
  receipt.charged(isReplay ? 0 : chargedCents);
  const { phones, emails } = result.found ? result : { phones: [], emails: [] };
  // The record stays until the answer has been printed, so that a paid answer can be requested again.
  if (json)
    await console.data(
      renderJson({ ...result, success, found, contact, chargedCents, phones, emails }, json),
    );
  else if (result.found) {
    const owner = renderOwner(result, createPaint(terminal.outputColor));
    if (owner === undefined) console.note('Matched, but no owner details are on file.');
    else await console.painted(owner);
    noteOtherWords(address, result, context);
  }
  await pending?.forget();
  if (json) return;
  if (!result.found) {
    console.note(`No match for ${plain(address.address)}. Nothing was charged.`);
    if (isTestKey(await context.findKey())) console.note(TEST_KEY_FINDS);
  } else if (isReplay) console.note(`Already paid (${dollars(chargedCents)}): nothing was charged now.`);
  else if (result.repeat === true) console.note(repeatLine(result), { style: 'dim' });
  else if (chargedCents === 0) console.note('Nothing was charged.', { style: 'dim' });
  else console.note(`Charged ${dollars(chargedCents)}.`, { style: 'dim' });
}

/** Names what was typed and isn't in the property's address: the owner may be another property's than the one meant. */
function noteOtherWords(
  { address, city, state, zip }: AddressInput,
  { contact }: LookupMatch,
  { console }: Context,
): void {
  const property = propertyLine(contact);
  const others = property === '' ? [] : wordsBesides(oneLine(address, city, state, zip), property);
  if (others.length === 0) return;
  console.note(`Matched to ${plain(property)}. You typed "${plain(others.join(' '))}".`, { mark: 'doubt' });
}

/** Line for an account that does not pay for a property again within its term. */
const repeatLine = ({ paidOn }: { paidOn?: string | undefined }): string =>
  `You already paid for this property${paidOn === undefined ? '' : ` on ${plain(paidOn)}`}: free.`;

function readAddress(input: CommandInput): AddressInput {
  const address = input.words.join(' ').trim();
  if (address === '')
    throw new Failure('usage', 'The address is empty.', { next: 'skiptrace lookup --help' });
  const city = input.text('city');
  const state = readState(input.text('state'));
  const zip = readZip(input.text('zip'));
  return {
    address,
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
    ...(zip !== undefined && { zip }),
  };
}

/** Refuses an address that can never match: the service would answer with a miss, and misses are limited per day. */
function requireProperty(address: AddressInput): void {
  const lead = { city: '', state: '', zip: '', ...address };
  const parsed = parseLead(lead);
  const hindrance = whyNoMatch(lead, parsed);
  if (hindrance === undefined) return;
  const why = hindrance === 'no place' ? `it has ${missingPlace(parsed)}` : HINDRANCES[hindrance];
  throw new Failure('usage', `This address can't match: ${why}.`, {
    hint: 'Nothing was sent. An example: skiptrace lookup "100 Main St, Austin, TX 78701". To send it all the same, add --anyway.',
  });
}

const missingPlace = ({ cityKey, stateKey }: ParsedAddress): string =>
  `no ZIP, and ${[cityKey === '' ? 'no city' : '', stateKey === '' ? 'no state' : ''].filter(Boolean).join(' and ')}`;

const HINDRANCES: Readonly<Record<Exclude<NoMatchReason, 'no place'>, string>> = {
  'blank address': 'it is empty',
  'PO box': 'it is a PO box, not a property',
  intersection: 'it is an intersection, not a property',
  'mail route': 'it is a mail route, not a property',
  'no house number': 'it has no house number',
  'no address': "it can't be read as a US address",
};

async function openPending(
  address: AddressInput,
  account: string,
  { host, baseUrl }: Context,
): Promise<PendingLookup> {
  try {
    return await PendingLookup.open(host, { address, baseUrl, account });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, error.message, {
      hint: 'The lookup is remembered there so that a lost answer is never paid for twice. To go without, use --idempotency-key.',
      cause: error,
    });
  }
}

/** The command line of this lookup with its key, so that it can be repeated on any machine. */
function repeating(argv: readonly string[], key: string | undefined): string {
  const isNamed = optionsOf(argv).some((word) => word.startsWith('--idempotency-key'));
  return again(argv, [], isNamed || key === undefined ? [] : ['--idempotency-key', key]);
}

/** A failure if the price is above the limit; the client refuses it before it sends anything. */
function aboveLimit(error: unknown): Failure | undefined {
  if (!isSkipTraceError(error, 'cost_limit')) return undefined;
  const { totalChargeCents, limitCents } = error;
  return new Failure(
    'over_max_cost',
    `A match costs ${dollars(totalChargeCents)}, more than your limit of ${dollars(limitCents)}.`,
    { hint: 'Nothing was sent. --max-cost sets another limit for this lookup.', cause: error },
  );
}

type Found = Pick<LookupMatch, 'contact' | 'phones' | 'emails'>;

/** An owner as lines for a person; undefined if the match has no details. Removes control characters from every value. */
export function renderOwner({ contact, phones, emails }: Found, paint: Paint): string | undefined {
  const name = contact.fullName ?? [contact.firstName, contact.lastName].filter(Boolean).join(' ');
  const property = propertyLine(contact);
  const mailing = oneLine(
    contact.mailingAddress,
    contact.mailingCity,
    contact.mailingState,
    contact.mailingZip,
  );
  const rows: [label: string, value: string][] = [
    ['Owner', name === '' ? '' : paint.bold(plain(name))],
    ['Property', plain(property)],
    ['Mailing', mailing === property && mailing !== '' ? paint.dim('same as the property') : plain(mailing)],
    ...labeled(
      ['Phone', 'Phones'],
      phones.map(({ number, type, dnc, dncChecked }) => {
        const text = `${plain(phoneNumber(number))}  ${plain(type)}`;
        const status = dncStatus({ dnc, ...(dncChecked !== undefined && { dncChecked }) });
        if (status === 'not listed') return text;
        return `${text}  ${paint[status === 'listed' ? 'red' : 'yellow'](`Do Not Call: ${status}`)}`;
      }),
    ),
    ...labeled(['Email', 'Emails'], emails.map(plain)),
  ];
  const known = rows.filter(([, value]) => value !== '');
  if (known.length === 0) return undefined;
  return known.map(([label, value]) => `${paint.dim(label.padEnd(9))} ${value}\n`).join('');
}

/** A row for each value; only the first has the label, in the plural if there are several. */
const labeled = ([one, many]: readonly [string, string], values: readonly string[]): [string, string][] =>
  values.map((value, at) => [at > 0 ? '' : values.length > 1 ? many : one, value]);

const propertyLine = ({ propertyAddress, propertyCity, propertyState, propertyZip }: Found['contact']) =>
  oneLine(propertyAddress, propertyCity, propertyState, propertyZip);

/** `100 Main St, Austin, TX 78701`, with the known parts. */
function oneLine(
  street: string | null,
  city: string | null | undefined,
  state: string | null | undefined,
  zip: string | null | undefined,
): string {
  const place = [state, zip].filter(Boolean).join(' ');
  return [street, city, place].filter(Boolean).join(', ');
}

/** `5125550131` → `(512) 555-0131`; any other text unchanged. */
function phoneNumber(number: string): string {
  const digits = /^(\d{3})(\d{3})(\d{4})$/.exec(number);
  return digits ? `(${digits[1]}) ${digits[2]}-${digits[3]}` : number;
}

/** Identity of a lookup: the same address, at the same service for the same account. */
interface LookupIdentity {
  readonly address: AddressInput;
  readonly baseUrl: string;
  /** See `accountMark`. */
  readonly account: string;
}

/**
 * The Idempotency-Key of a lookup, stored on disk before it is sent until its answer has been printed. The
 * same command within a day sends the same key, which the service answers without a second charge. The file
 * holds no address and no API key.
 */
export class PendingLookup {
  private constructor(
    private readonly file: string,
    readonly idempotencyKey: string,
    /** True if an earlier run sent it and printed no answer. */
    readonly isRepeated: boolean,
  ) {}

  static async open(host: Host, identity: LookupIdentity): Promise<PendingLookup> {
    const file = `${statePath(host, 'lookups', identity)}.json`;
    const folder = path.dirname(file);
    await makePrivateFolder(folder);
    // After this time the service has forgotten the key, and would treat a repeated lookup as a new one.
    await forgetOld(folder, undefined, host, REPLAYABLE_MS);
    const key = randomUUID();
    // Two equal concurrent lookups share the key of the first, so only one of them is charged. If the record
    // is removed again (the other lookup has ended), start over.
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await writeNewJson(file, { version: 1, key })) return new PendingLookup(file, key, false);
      const kept = await readJson(file).catch(() => undefined);
      if (isRecord(kept) && typeof kept['key'] === 'string')
        return new PendingLookup(file, kept['key'], true);
    }
    // The record is damaged.
    await writeJson(file, { version: 1, key });
    return new PendingLookup(file, key, false);
  }

  /** Keeps the record because the answer was lost, also if an equal concurrent lookup has ended and removed it. */
  async keep(): Promise<void> {
    await writeJson(this.file, { version: 1, key: this.idempotencyKey });
  }

  /** Removes the record: the answer is printed, or the lookup is known to have cost nothing. */
  async forget(): Promise<void> {
    await rm(this.file, { force: true });
  }
}
