import { Command } from 'commander';
import type { Account } from '../accounts/index.js';
import { MAX_TOP_UP_CENTS } from '../billing/bounds.js';
import { isoTime } from '../clock.js';
import { dollars } from '../billing/index.js';
import { command, withService, type CommonOptions } from './command.js';
import { print, table, wholeNumber, type Io } from './io.js';

interface CreateOptions extends CommonOptions {
  name: string;
  email?: string;
  balanceCents: number;
}

export const accountsCommand = (io: Io): Command =>
  new Command('accounts')
    .description('create, list, suspend and activate accounts')
    .addCommand(
      command('create', 'create an account and its first key; the key is shown once')
        .requiredOption('--name <name>', 'whose account it is')
        .option('--email <address>', 'where the account holder is reached')
        .option(
          '--balance-cents <cents>',
          'money to begin with',
          wholeNumber('--balance-cents', 0, MAX_TOP_UP_CENTS),
          0,
        )
        .action((options: CreateOptions) => create(io, options)),
    )
    .addCommand(command('list', 'list all accounts').action((options: CommonOptions) => list(io, options)))
    .addCommand(
      command('show <accountId>', 'show one account').action((accountId: string, options: CommonOptions) =>
        withService(io, options, async ({ accounts }) => show(io, options, await accounts.get(accountId))),
      ),
    )
    .addCommand(
      command('suspend <accountId>', 'refuse all keys of an account').action(
        (accountId: string, options: CommonOptions) =>
          withService(io, options, async ({ accounts }) =>
            show(io, options, await accounts.setStatus(accountId, 'suspended')),
          ),
      ),
    )
    .addCommand(
      command('activate <accountId>', 'accept the keys of an account again').action(
        (accountId: string, options: CommonOptions) =>
          withService(io, options, async ({ accounts }) =>
            show(io, options, await accounts.setStatus(accountId, 'active')),
          ),
      ),
    );

const create = (io: Io, options: CreateOptions): Promise<void> =>
  withService(io, options, async ({ accounts, billing, database }) => {
    const { name, email = null, balanceCents } = options;
    const created = await database.write(async (tx) => {
      const account = await accounts.create(tx, { name, email });
      const key = await accounts.createKey(tx, account.id, null);
      if (balanceCents > 0) {
        await billing.post(tx, {
          accountId: account.id,
          type: 'top_up',
          amountCents: balanceCents,
          reference: 'opening balance',
        });
      }
      return { accountId: account.id, ...key, balanceCents };
    });
    print(io, options, created, [
      `Account ${created.accountId} (${name}), balance ${dollars(balanceCents)}.`,
      `API key (shown only now): ${created.apiKey}`,
    ]);
  });

const list = (io: Io, options: CommonOptions): Promise<void> =>
  withService(io, options, async ({ accounts }) => {
    const all = await accounts.list();
    print(
      io,
      options,
      all.map(accountDocument),
      table(
        ['ACCOUNT', 'NAME', 'STATUS', 'BALANCE'],
        all.map((account) => [account.id, account.name, account.status, dollars(account.balanceCents)]),
      ),
    );
  });

function show(io: Io, options: CommonOptions, account: Account): void {
  print(io, options, accountDocument(account), [
    `${account.id}  ${account.name}  ${account.status}  ${dollars(account.balanceCents)}`,
  ]);
}

const accountDocument = ({ id, name, email, status, balanceCents, createdAt }: Account) => ({
  accountId: id,
  name,
  email,
  status,
  balanceCents,
  createdAt: isoTime(createdAt),
});
