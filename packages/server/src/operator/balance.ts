import { Command, Option } from 'commander';
import { MAX_TOP_UP_CENTS } from '../billing/bounds.js';
import { isoTime } from '../clock.js';
import { creditPosting, dollars } from '../billing/index.js';
import { command, withService, type CommonOptions } from './command.js';
import { accountOf } from './account-argument.js';
import { amountOfDollars, print, table, UsageError, wholeNumber, type Io } from './io.js';

interface AddOptions extends CommonOptions {
  amount?: number;
  cents?: number;
  note?: string;
}

interface TransactionsOptions extends CommonOptions {
  limit: number;
}

export const balanceCommand = (io: Io): Command =>
  new Command('balance')
    .description('Show a balance or add to it')
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
      command('add <account>', 'Add money; a negative amount takes it away')
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
        .option('--note <text>', 'the reason, for the transaction history (nothing personal)')
        .action((account: string, options: AddOptions) => add(io, account, options)),
    );

const add = (io: Io, account: string, options: AddOptions): Promise<void> =>
  withService(io, options, async ({ accounts, billing, database }) => {
    const cents = options.cents ?? options.amount;
    if (cents === undefined) throw new UsageError('How much? Give --amount in dollars, such as --amount 50.');
    if (cents === 0) throw new UsageError('The amount must not be 0.');
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
