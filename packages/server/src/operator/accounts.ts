import { Command } from 'commander';
import { limits } from '@skiptrace/contract';
import {
  termsOf,
  type Account,
  type AccountTerms,
  type ApiKey,
  type Mode,
  type TermColumns,
} from '../accounts/index.js';
import { MAX_TOP_UP_CENTS } from '../billing/bounds.js';
import { isoTime } from '../clock.js';
import { dollars } from '../billing/index.js';
import { command, withService, type CommonOptions } from './command.js';
import { print, table, UsageError, wholeNumber, type Io } from './io.js';

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
        withService(io, options, async ({ accounts }) =>
          show(io, options, await accounts.get(accountId), describeKeys(await accounts.listKeys(accountId))),
        ),
      ),
    )
    .addCommand(
      command('set <accountId>', "Change an account's price and limits")
        .option('--price-cents <cents>', 'price of a match, in cents', orDefault(0, limits.maxPriceCents))
        .option('--daily-misses <n>', 'free misses a day', orDefault(0, 1_000_000))
        .option('--requests-per-minute <n>', 'single lookups a minute', orDefault(1, 1_000_000))
        .option('--bulk-requests-per-minute <n>', 'bulk lookups a minute', orDefault(1, 1_000_000))
        .addHelpText('after', '\n"default" as a value goes back to the default of the contract.')
        .action((accountId: string, options: SetOptions) => set(io, accountId, options)),
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

type Setting = number | 'default';

interface SetOptions extends CommonOptions {
  priceCents?: Setting;
  dailyMisses?: Setting;
  requestsPerMinute?: Setting;
  bulkRequestsPerMinute?: Setting;
}

/** A whole number, or the contract's own. @throws UsageError */
const orDefault =
  (min: number, max: number) =>
  (text: string): Setting =>
    text === 'default' ? text : wholeNumber('the value', min, max)(text);

const set = (io: Io, accountId: string, options: SetOptions): Promise<void> =>
  withService(io, options, async ({ accounts }) => {
    const changes: Partial<TermColumns> = {
      ...changed('priceCents', options.priceCents),
      ...changed('dailyMisses', options.dailyMisses),
      ...changed('singlePerMinute', options.requestsPerMinute),
      ...changed('bulkPerMinute', options.bulkRequestsPerMinute),
    };
    if (Object.keys(changes).length === 0) {
      throw new UsageError('Nothing to change. Name a setting, such as --price-cents 6.');
    }
    show(io, options, await accounts.setTerms(accountId, changes));
  });

const changed = (column: keyof TermColumns, value: Setting | undefined): Partial<TermColumns> =>
  value === undefined ? {} : { [column]: value === 'default' ? null : value };

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

function show(io: Io, options: CommonOptions, account: Account, more: readonly string[] = []): void {
  print(io, options, accountDocument(account), [
    `${account.id}  ${account.name}  ${account.status}  ${dollars(account.balanceCents)}`,
    ...describeTerms(termsOf(account)),
    ...more,
  ]);
}

function describeKeys(keys: readonly ApiKey[]): string[] {
  const active = (mode: Mode) => keys.filter((key) => key.mode === mode && key.revokedAt === null).length;
  return [`Active keys: ${active('live')} live, ${active('test')} test.`];
}

const describeTerms = ({
  priceCents,
  dailyMisses,
  requestsPerMinute: { single, bulk },
}: AccountTerms): string[] => [
  `Price: ${dollars(priceCents)} per match. Free misses: ${dailyMisses} a day.`,
  ...(single === undefined ? [] : [`Single lookups: ${single} a minute.`]),
  ...(bulk === undefined ? [] : [`Bulk lookups: ${bulk} a minute.`]),
];

function accountDocument(account: Account) {
  const { id, name, email, status, balanceCents, createdAt } = account;
  const { priceCents, dailyMisses } = termsOf(account);
  return {
    accountId: id,
    name,
    email,
    status,
    balanceCents,
    priceCents,
    dailyMisses,
    createdAt: isoTime(createdAt),
  };
}
