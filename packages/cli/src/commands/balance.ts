import type { Account } from '@skiptrace/sdk';
import { count, dollars, plural, utcMinute } from '../amounts.js';
import type { Context } from '../context.js';
import type { CommandInput } from '../input.js';
import { print } from '../json.js';
import { renderFacts } from '../terminal/text.js';

export async function run(_input: CommandInput, context: Context): Promise<void> {
  const client = await context.client();
  const account = await client.account({ signal: context.signal });
  await print(context, account, describeAccount(account, context.terminal.outputColumns));
}

/** The owner of the key and the balance, one line each, broken to fit `columns`. */
export function describeAccount(account: Account, columns: number): string {
  const { name, mode, balanceCents, pricePerMatchCents, dailyMisses, freeRepeatDays, topUpUrl } = account;
  const isTest = mode === 'test';
  const left = `${count(dailyMisses.remaining)} of ${count(dailyMisses.limit)} left today`;
  return renderFacts(
    [
      ['Account', name],
      ['Balance', dollars(balanceCents)],
      ['Price', isTest ? 'free in test mode' : `${dollars(pricePerMatchCents)} per match`],
      [
        'Free misses',
        isTest
          ? `no limit in test mode; live keys have ${left}`
          : `${left}, resets ${utcMinute(dailyMisses.resetsAt)} UTC`,
      ],
      ['', isTest ? undefined : 'Lookups without a match; 4 matches give one back; CSV jobs use none'],
      [
        'Repeats',
        freeRepeatDays === undefined
          ? undefined
          : `a paid property stays free for ${plural(freeRepeatDays, 'day')}`,
      ],
      ['Add money', topUpUrl],
      ['Mode', isTest ? 'test: made-up owners, nothing is charged' : undefined],
    ],
    LABEL_WIDTH,
    columns,
  );
}

export const LABEL_WIDTH = 12;
