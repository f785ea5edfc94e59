import type { Account } from '@skiptrace/sdk';
import { count, dollars, plural } from '../money/cents.js';
import { plain } from '../terminal/text.js';

/** The owner of the key and the balance, one line each. */
export function describeAccount(account: Account): string {
  const { name, mode, balanceCents, pricePerMatchCents, dailyMisses, freeRepeatDays, topUpUrl } = account;
  const rows: [string, string][] = [
    ['Account', name],
    ['Balance', signedDollars(balanceCents)],
    ['Price', mode === 'test' ? 'free in test mode' : `${dollars(pricePerMatchCents)} per match`],
    [
      'Free misses',
      `${count(dailyMisses.remaining)} of ${count(dailyMisses.limit)} left today, resets ${minute(dailyMisses.resetsAt)}`,
    ],
    ...(freeRepeatDays === undefined
      ? []
      : [
          ['Repeats', `a paid property stays free for ${plural(freeRepeatDays, 'day')}`] satisfies [
            string,
            string,
          ],
        ]),
    ...(topUpUrl === undefined ? [] : [['Add money', topUpUrl] satisfies [string, string]]),
    ...(mode === 'test'
      ? [['Mode', 'test: made-up owners, nothing is charged'] satisfies [string, string]]
      : []),
  ];
  return rows.map(([label, value]) => `${label.padEnd(12)} ${plain(value)}\n`).join('');
}

/** A balance can be below zero after a correction. */
const signedDollars = (cents: number) => (cents < 0 ? `-${dollars(-cents)}` : dollars(cents));

const minute = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`;
