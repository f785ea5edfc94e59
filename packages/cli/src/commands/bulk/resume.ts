import { createHash, randomUUID } from 'node:crypto';
import type { AddressInput, SkipTrace } from '@skiptrace/sdk';
import { dollars, plural, utcMinute } from '../../amounts.js';
import type { Context } from '../../context.js';
import { Failure } from '../../failures/failure.js';
import { errorCode } from '../../failures/system-error.js';
import { askYes } from '../../terminal/prompt.js';
import { again } from '../../terminal/text.js';
import { VERSION } from '../../version.js';
import { REPLAYABLE_MS } from '../read-options.js';
import type { BulkMemory, FinishedRun } from './memory.js';

/** Digest of everything that must be equal for an earlier run's chunks to be the chunks of this run. */
export function digestOf(
  addresses: readonly AddressInput[],
  requirePhone: boolean,
  key: string | undefined,
): string {
  return createHash('sha256')
    .update(JSON.stringify([VERSION, addresses, key ?? null, ...(requirePhone ? ['requirePhone'] : [])]))
    .digest('hex');
}

/** Handles an earlier run of the same file. Continues it if that charges nothing twice, and asks if it might. */
export async function settleEarlierRun(
  memory: BulkMemory,
  digest: string,
  argv: readonly string[],
  context: Context,
): Promise<void> {
  const { finished, unfinished } = memory;
  if (finished?.digest === digest)
    context.console.note(
      `Already done ${timeOf(finished)} (${dollars(finished.chargedCents)}): nothing is charged again. --new looks all of it up and pays again.`,
    );
  if (unfinished === undefined) return;
  const answeredAddresses = memory.answeredAddresses(unfinished);
  const answered = plural(answeredAddresses, 'address', 'addresses');
  if (unfinished === digest) {
    context.console.note(
      `An earlier run of this list stopped after ${answered}; ${answeredAddresses === 1 ? 'it is' : 'they are'} not looked up again.`,
    );
    return;
  }
  await ask(
    `The list, its options or this program changed since a run of it stopped after ${answered}. ` +
      'The whole list would be looked up and paid for, those addresses too.',
    'Look all of it up?',
    argv,
    context,
  );
  memory.disregard();
}

/** Tells, before the question, that a list that changed after it was paid is priced as a whole. */
export function sayChanged(
  { finished }: BulkMemory,
  digest: string,
  boundCents: number,
  freeRepeatDays: number | undefined,
  { console }: Context,
): void {
  if (finished === undefined || finished.digest === digest) return;
  const again =
    freeRepeatDays === undefined
      ? 'what was paid for then is charged again'
      : `only new addresses are charged, because what you paid for in the last ${plural(freeRepeatDays, 'day')} is free`;
  console.note(
    `This list or its options changed since it was done ${timeOf(finished)} for ${dollars(finished.chargedCents)}. ` +
      `All of it is looked up, for up to ${dollars(boundCents)}: ${again}.`,
  );
}

const timeOf = ({ at }: FinishedRun): string => `${utcMinute(at)} UTC`;

/** Sends unanswered chunks again under their own keys. Asks first if that may charge them twice. */
export async function settleUnclear(
  memory: BulkMemory,
  digest: string,
  client: SkipTrace,
  argv: readonly string[],
  priceCents: number,
  context: Context,
): Promise<void> {
  const unclear = memory.unclear(digest);
  if (unclear.length === 0) return;
  const oldest = Math.min(...unclear.map(({ sentAt }) => sentAt));
  const kept = context.host.clock.now() - oldest < REPLAYABLE_MS;
  if (kept && (await honorsKeys(memory, client, context))) return;
  const count = unclear.reduce((sum, { addresses }) => sum + addresses, 0);
  const why = kept
    ? "The server doesn't support Idempotency-Key"
    : 'That was too long ago for the server to remember';
  await ask(
    `${plural(count, 'address', 'addresses')} were sent by an earlier run and never answered. ${why}, ` +
      `so you could pay up to ${dollars(count * priceCents)} a second time.`,
    'Send them again?',
    argv,
    context,
  );
}

/**
 * Whether the service honors keys, found with an empty bulk: that is refused, costs nothing, and its answer
 * shows whether the key is echoed.
 */
async function honorsKeys(memory: BulkMemory, client: SkipTrace, { signal }: Context): Promise<boolean> {
  const call = { idempotencyKey: randomUUID(), signal };
  await client.raw
    .POST('/api/v1/skip-trace-bulk', { body: { addresses: [] }, call })
    .catch((error: unknown) => {
      if (errorCode(error) !== 'bad_request') throw error;
    });
  return memory.keysHonored;
}

async function ask(
  message: string,
  question: string,
  argv: readonly string[],
  context: Context,
): Promise<void> {
  const { console, terminal } = context;
  const next = again(argv, ['--new'], ['--new']);
  const hint = '--new forgets that run: the whole list is looked up and paid for.';
  if (!terminal.canAsk) throw new Failure('confirmation_needed', message, { hint, next });
  console.note(message);
  console.beforeLine();
  if (await askYes(context, question)) return;
  throw new Failure('declined', 'Nothing was sent.', { hint });
}
