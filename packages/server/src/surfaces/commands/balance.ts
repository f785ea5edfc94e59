import { Command, Option } from 'commander';
import {
  creditPosting,
  dollars,
  InsufficientBalanceError,
  MAX_TOP_UP_CENTS,
  UnusableCreditError,
} from '../../money/billing/index.js';
import { shellWord } from '../../platform/lib/printable.js';
import { shownRecord } from '../acts/shown.js';
import { accountOf, actorOfShell, answer, answering, command, type CommonOptions } from './command.js';
import { amountOfDollars, table, UsageError, wholeNumber, type Io } from './io.js';

interface AmountOptions extends CommonOptions {
  amount?: number;
  cents?: number;
  note?: string;
}

interface TransactionsOptions extends CommonOptions {
  limit: number;
}

export const balanceCommand = (io: Io): Command =>
  new Command('balance')
    .description('Show a balance, add to it or take from it')
    .addCommand(
      answering(
        io,
        command('show <account>', "Show an account's balance"),
        async ({ billing }, _, accountId) => {
          const balanceCents = await billing.balanceCents(accountId);
          return [{ accountId, balanceCents }, [dollars(balanceCents)]];
        },
      ),
    )
    .addCommand(
      withAmount(command('add <account>', 'Add money to a balance')).action(
        (account: string, options: AmountOptions, { args }: Command) => {
          refuseMoreWords('add', args);
          const cents = amountIn(options);
          if (cents < 0) {
            throw new UsageError(
              `"balance add" only adds. To take money away: skiptrace-server balance deduct ${shellWord(account)} --amount ${(-cents / 100).toFixed(2)}`,
            );
          }
          return move(io, account, cents, options);
        },
      ),
    )
    .addCommand(
      withAmount(command('deduct <account>', 'Take money from a balance, at most what is there')).action(
        (account: string, options: AmountOptions, { args }: Command) => {
          refuseMoreWords('deduct', args);
          const cents = amountIn(options);
          if (cents < 0) throw new UsageError('Give the amount to deduct without a minus sign.');
          return move(io, account, -cents, options);
        },
      ),
    );

const withAmount = (to: Command): Command =>
  to
    .allowExcessArguments()
    .option(
      '--amount <dollars>',
      'amount in dollars, such as 50 or 49.99',
      amountOfDollars('--amount', -MAX_TOP_UP_CENTS, MAX_TOP_UP_CENTS),
    )
    .addOption(
      new Option('--cents <cents>', 'amount in cents')
        .argParser(wholeNumber('--cents', -MAX_TOP_UP_CENTS, MAX_TOP_UP_CENTS))
        .conflicts('amount'),
    )
    .option('--note <text>', 'the reason, for the transaction history (nothing personal)');

/** Refuses words after the account and says where an amount goes: commander's own error only gives their number. @throws UsageError */
function refuseMoreWords(name: 'add' | 'deduct', [account = '', more, ...others]: readonly string[]): void {
  if (more === undefined) return;
  if (others.length === 0 && /^\$?[\d.,]+$/.test(more))
    throw new UsageError(
      `Give the amount with --amount: skiptrace-server balance ${name} ${shellWord(account)} --amount ${more.replace('$', '')}`,
    );
  throw new UsageError('Give one account: a name of several words needs quotes, like "Blue Door Homes".');
}

/** @throws UsageError */
function amountIn(options: AmountOptions): number {
  const cents = options.cents ?? options.amount;
  if (cents === undefined) throw new UsageError('How much? Give --amount in dollars, such as --amount 50.');
  if (cents === 0) throw new UsageError('The amount must not be 0.');
  return cents;
}

/** @param cents negative to take money away */
const move = (io: Io, account: string, cents: number, options: AmountOptions): Promise<void> =>
  answer(io, options, async ({ accounts, billing, database }) => {
    const { note = null } = options;
    const { id: accountId } = await accountOf(accounts, account);
    const posting = creditPosting({ accountId, cents, note });
    const { balanceCents } = await database
      .writeFor(accountId, (tx) => billing.post(tx, posting, actorOfShell(io)))
      .catch(async (error: unknown) => {
        if (!(error instanceof InsufficientBalanceError)) throw error;
        const left = await billing.balanceCents(accountId);
        throw new UnusableCreditError(
          `The balance is ${dollars(left)}, less than ${dollars(-cents)}. Nothing was changed.`,
          { cause: error },
        );
      });
    const lines = [`The balance is now ${dollars(balanceCents)}.`];
    return [{ accountId, amountCents: cents, balanceCents }, lines];
  });

type LedgerLine = ReturnType<typeof shownRecord>;

/** The records, newest first, with a bulk that matched nothing as one line: its reservation was given back whole. */
function folded(records: readonly LedgerLine[]): (Omit<LedgerLine, 'type'> & { type: string })[] {
  const reserved = new Map(
    records.flatMap((one) => (one.type === 'bulk_reservation' ? [[one.reference, one] as const] : [])),
  );
  const freeOnes = new Set<LedgerLine>();
  return records.flatMap((one) => {
    if (freeOnes.has(one)) return [];
    const reservation = one.type === 'bulk_refund' ? reserved.get(one.reference) : undefined;
    if (reservation === undefined || reservation.amountCents + one.amountCents !== 0) return [one];
    freeOnes.add(reservation);
    return [{ ...one, type: 'bulk without a match', amountCents: 0, id: '' }];
  });
}

const COLUMNS = `
Columns:
  WHEN       in UTC
  TYPE       top_up and adjustment are yours ("balance add", "balance deduct"). lookup_charge is a single
             lookup; bulk_reservation is the most that a bulk lookup may cost, and bulk_refund gives back
             what it did not (where that is all of it, the two are one line, "bulk without a match", and two
             with --json); job_charge is a list. lookup_refund and job_refund give back what the server
             withdrew, and refund what you did
  AMOUNT     what was added to the balance, or taken from it (-)
  BALANCE    what it was afterwards
  ID         for "refund"
  REFERENCE  the request ID (X-Request-Id) of a lookup or a bulk, the ID of a job, or your note. What
             belongs together has the same one
  REASON     why you gave a charge back`;

export const transactionsCommand = (io: Io): Command =>
  answering(
    io,
    command('transactions <account>', "List an account's charges, refunds and top-ups, newest first")
      .option('--limit <n>', 'maximum number to show', wholeNumber('--limit', 1), 50)
      .addHelpText('after', COLUMNS),
    async ({ billing }, { limit }: TransactionsOptions, accountId) => {
      const documents = (await billing.records(accountId, limit)).map(shownRecord);
      return [
        documents,
        table(
          ['WHEN', 'TYPE', 'AMOUNT', 'BALANCE', 'ID', 'REFERENCE', 'REASON'],
          folded(documents).map((record) => [
            ...[record.createdAt, record.type, dollars(record.amountCents), dollars(record.balanceCents)],
            ...[record.id, record.reference ?? '', record.note ?? ''],
          ]),
        ),
      ];
    },
  );
