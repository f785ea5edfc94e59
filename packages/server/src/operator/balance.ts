import { Command } from 'commander';
import { MAX_TOP_UP_CENTS } from '../billing/bounds.js';
import { isoTime } from '../clock.js';
import { dollars } from '../billing/index.js';
import { command, withService, type CommonOptions } from './command.js';
import { print, table, UsageError, wholeNumber, type Io } from './io.js';

interface AddOptions extends CommonOptions {
  cents: number;
  note?: string;
}

interface TransactionsOptions extends CommonOptions {
  limit: number;
}

export const balanceCommand = (io: Io): Command =>
  new Command('balance')
    .description('show a balance and add to it')
    .addCommand(
      command('show <accountId>', 'show the balance').action((accountId: string, options: CommonOptions) =>
        withService(io, options, async ({ billing }) => {
          const balanceCents = await billing.balanceCents(accountId);
          print(io, options, { accountId, balanceCents }, [dollars(balanceCents)]);
        }),
      ),
    )
    .addCommand(
      command('add <accountId>', 'add money; a negative amount is an adjustment downwards')
        .requiredOption(
          '--cents <cents>',
          'whole cents',
          wholeNumber('--cents', -MAX_TOP_UP_CENTS, MAX_TOP_UP_CENTS),
        )
        .option('--note <text>', 'why, for the transaction history (nothing personal)')
        .action((accountId: string, options: AddOptions) => add(io, accountId, options)),
    );

const add = (io: Io, accountId: string, options: AddOptions): Promise<void> =>
  withService(io, options, async ({ billing, database }) => {
    const { cents, note = null } = options;
    if (cents === 0) throw new UsageError('--cents must not be 0.');
    const type = cents > 0 ? 'top_up' : 'adjustment';
    const record = await database.write((tx) =>
      billing.post(tx, { accountId, type, amountCents: cents, reference: note }),
    );
    const { balanceCents } = record;
    print(io, options, { accountId, amountCents: cents, balanceCents }, [
      `The balance is now ${dollars(balanceCents)}.`,
    ]);
  });

export const transactionsCommand = (io: Io): Command =>
  command('transactions <accountId>', 'show the ledger of an account, newest first')
    .option('--limit <n>', 'at most so many', wholeNumber('--limit', 1), 50)
    .action((accountId: string, options: TransactionsOptions) =>
      withService(io, options, async ({ billing }) => {
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
