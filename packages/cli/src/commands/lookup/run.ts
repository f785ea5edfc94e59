import type { ParsedAddress } from '@skiptrace/address';
import { type NoMatchReason, parseLead, whyNoMatch } from '@skiptrace/csv/leads';
import { type AddressInput, isSkipTraceError, type Middleware } from '@skiptrace/sdk';
import type { Context } from '../../context.js';
import { accountMark, isTestKey, TEST_KEY_FINDS } from '../../credentials/key.js';
import { Failure } from '../../failures/failure.js';
import { renderJson } from '../../json.js';
import { readCeiling } from '../../spending/approve.js';
import { dollars } from '../../amounts.js';
import { readIdempotencyKey } from '../../money/idempotency.js';
import { optionsOf, type CommandInput } from '../../input.js';
import { createPaint } from '../../terminal/paint.js';
import { plain, shellCommand } from '../../terminal/text.js';
import { readState, readZip } from '../upload/options.js';
import { renderOwner } from './owner.js';
import { PendingLookup } from './pending.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console, json, receipt, terminal } = context;
  const address = readAddress(input);
  if (!input.flag('anyway')) requireProperty(address);
  const given = readIdempotencyKey(input.text('idempotencyKey'));
  const maxCostCents = readCeiling(input, context);
  // A problem with the key ends the command before anything is stored.
  const account = accountMark(await context.findKey());
  const pending = given === undefined ? await openPending(address, account, context) : undefined;
  const idempotencyKey = given ?? pending?.idempotencyKey;
  if (pending?.isRepeated)
    console.note(
      'An earlier run of this lookup never got its answer. Asking for that answer again, at no extra cost.',
    );

  let isReplay = false;
  let attempts = 0;
  const noticeReplay: Middleware = async (request, next) => {
    attempts += 1;
    const answer = await next(request);
    // The replay of an attempt of this run repeats a charge of this run.
    const isOfEarlierRun = attempts === 1 || pending?.isRepeated === true;
    isReplay = isOfEarlierRun && answer.headers['idempotency-replayed'] === 'true';
    return answer;
  };
  const client = await context.client({ middleware: [noticeReplay] });
  receipt.mayCharge();
  receipt.next = repeating(input.argv, idempotencyKey);
  const call = { signal: context.signal, idempotencyKey, maxCostCents };
  const result = await client.lookup(address, call).catch(async (error: unknown) => {
    if (!mayHaveBeenCharged(error)) {
      receipt.charged(0);
      // For a repeated lookup it is still unknown whether the earlier run was charged.
      if (!pending?.isRepeated) {
        receipt.next = undefined;
        await pending?.forget();
      }
    } else {
      // If it cannot be stored, the command printed next still carries the key.
      await pending?.keep().catch(() => undefined);
    }
    throw overCeiling(error) ?? error;
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
  const options = optionsOf(argv);
  const isNamed = options.some((word) => word.startsWith('--idempotency-key'));
  const named = isNamed || key === undefined ? [] : ['--idempotency-key', key];
  return shellCommand(['skiptrace', ...options, ...named, ...argv.slice(options.length)]);
}

/** A failure if the price is above the limit; the client refuses it before it sends anything. */
function overCeiling(error: unknown): Failure | undefined {
  if (!isSkipTraceError(error, 'cost_limit')) return undefined;
  const { totalChargeCents, limitCents } = error;
  return new Failure(
    'over_max_cost',
    `A match costs ${dollars(totalChargeCents)}, more than your limit of ${dollars(limitCents)}.`,
    { hint: 'Nothing was sent. --max-cost sets another limit for this lookup.', cause: error },
  );
}

/** The client's errors say whether it was charged; an interruption between request and answer leaves it open. */
function mayHaveBeenCharged(error: unknown): boolean {
  return !(error instanceof Error && 'mayHaveBeenCharged' in error && error.mayHaveBeenCharged === false);
}
