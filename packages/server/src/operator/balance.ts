import { Command, Option } from 'commander';
import { MAX_TOP_UP_CENTS } from '../billing/bounds.js';
import { isoTime } from '../clock.js';
import { creditPosting, dollars } from '../billing/index.js';
import { command, withService, type CommonOptions } from './command.js';
import { accountOf } from './account-argument.js';
import { amountOfDollars, print, table, UsageError, wholeNumber, type Io } from './io.js';

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
      command('show <account>', "Show an account's balance").action(
        (account: string, options: CommonOptions) =>
          withService(io, options, async ({ accounts }) => {
            const { id: accountId, balanceCents } = await accountOf(accounts, account);
            print(io, options, { accountId, balanceCents }, [dollars(balanceCents)]);
          }),
      ),
    )
    .addCommand(
      withAmount(command('add <account>', 'Add money to a balance')).action(
        (account: string, options: AmountOptions) => {
          const cents = amountIn(options);
          if (cents < 0) {
            throw new UsageError(
              `"balance add" only adds. To take money away: skiptrace-server balance deduct ${account} --amount ${(-cents / 100).toFixed(2)}`,
            );
          }
          return move(io, account, cents, options);
        },
      ),
    )
    .addCommand(
      withAmount(command('deduct <account>', 'Take money from a balance, at most what is there')).action(
        (account: string, options: AmountOptions) => {
          const cents = amountIn(options);
          if (cents < 0) throw new UsageError('Give the amount to deduct without a minus sign.');
          return move(io, account, -cents, options);
        },
      ),
    );

const withAmount = (to: Command): Command =>
  to
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

/** @throws UsageError */
function amountIn(options: AmountOptions): number {
  const cents = options.cents ?? options.amount;
  if (cents === undefined) throw new UsageError('How much? Give --amount in dollars, such as --amount 50.');
  if (cents === 0) throw new UsageError('The amount must not be 0.');
  return cents;
}

/** @param cents less than 0 takes money away */
const move = (io: Io, account: string, cents: number, options: AmountOptions): Promise<void> =>
  withService(io, options, async ({ accounts, billing, database }) => {
    const { note = null } = options;
    const { id: accountId } = await accountOf(accounts, account);
    const posting = creditPosting({ accountId, cents, note });
    const record = await database.writeFor(accountId, (tx) => billing.post(tx, posting));
    const { balanceCents } = record;
    print(io, options, { accountId, amountCents: cents, balanceCents }, [
      `The balance is now ${dollars(balanceCents)}.`,
    ]);
  });

export const transactionsCommand = (io: Io): Command =>
  command('transactions <account>', "List an account's charges, refunds and top-ups, newest first")
    .option('--limit <n>', 'maximum number to show', wholeNumber('--limit', 1), 50)
    .action((account: string, options: TransactionsOptions) =>
      withService(io, options, async ({ accounts, billing }) => {
        const { id: accountId } = await accountOf(accounts, account);
        const records = await billing.records(accountId, options.limit);
        const documents = records.map(({ id, type, amountCents, balanceCents, reference, createdAt }) => ({
          id,
          type,
          amountCents,
          balanceCents,
          reference,
          createdAt: isoTime(createdAt),
        }));
        print(
          io,
          options,
          documents,
          table(
            ['WHEN', 'TYPE', 'AMOUNT', 'BALANCE', 'REFERENCE'],
            documents.map((record) => [
              record.createdAt,
              record.type,
              dollars(record.amountCents),
              dollars(record.balanceCents),
              record.reference ?? '',
            ]),
          ),
        );
      }),
    );
