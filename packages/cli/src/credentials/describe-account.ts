import type { Account, SkipTrace } from '@skiptrace/sdk';
import { count, dollars, plural } from '../amounts.js';
import { plain } from '../terminal/text.js';

/** The owner of the key and the balance, one line each. */
export function describeAccount(account: Account): string {
  const { name, mode, balanceCents, pricePerMatchCents, dailyMisses, freeRepeatDays, topUpUrl } = account;
  const rows = [
    row('Account', name),
    row('Balance', signedDollars(balanceCents)),
    row('Price', mode === 'test' ? 'free in test mode' : `${dollars(pricePerMatchCents)} per match`),
    ...(mode === 'test'
      ? [
          row(
            'Free misses',
            `no limit in test mode; live keys have ${count(dailyMisses.remaining)} of ${count(dailyMisses.limit)} left today`,
          ),
        ]
      : [
          row(
            'Free misses',
            `${count(dailyMisses.remaining)} of ${count(dailyMisses.limit)} left today, resets ${minute(dailyMisses.resetsAt)}`,
          ),
          row('', 'Lookups without a match; 4 matches give one back; CSV jobs use none'),
        ]),
    ...(freeRepeatDays === undefined
      ? []
      : [row('Repeats', `a paid property stays free for ${plural(freeRepeatDays, 'day')}`)]),
    ...(topUpUrl === undefined ? [] : [row('Add money', topUpUrl)]),
    ...(mode === 'test' ? [row('Mode', 'test: made-up owners, nothing is charged')] : []),
  ];
  return rows.map(([label, value]) => `${label.padEnd(12)} ${plain(value)}\n`).join('');
}

const row = (label: string, value: string): [string, string] => [label, value];

/** A balance can be below zero after a correction. */
const signedDollars = (cents: number) => (cents < 0 ? `-${dollars(-cents)}` : dollars(cents));

const minute = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

/**
 * The account of the client's key. Undefined if the service accepts the key but has no operation that shows
 * accounts; the key is then tested by listing the jobs. Both are free.
 *
 * @throws SkipTraceError if the service refuses the key or cannot be reached
 */
export async function whoIs(client: SkipTrace, signal: AbortSignal): Promise<Account | undefined> {
  try {
    return await client.account({ signal });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'not_offered')) throw error;
    await client.jobs.list({ signal });
    return undefined;
  }
}
