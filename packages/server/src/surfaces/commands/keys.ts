import { Command } from 'commander';
import type { ApiKey } from '../../money/accounts/index.js';
import { isoTime } from '../../platform/clock.js';
import { accountOf, actorOfShell, command, withService, type CommonOptions } from './command.js';
import { print, table, UsageError, type Io } from './io.js';

interface CreateOptions extends CommonOptions {
  label?: string;
  test?: boolean;
}

export const keysCommand = (io: Io): Command =>
  new Command('keys')
    .description('Create, list and revoke API keys')
    .addCommand(
      command('create <account>', 'Create an API key, which is shown once')
        .option('--label <text>', 'what the key is for')
        .option('--test', 'a test key (pc_test_…): finds made-up owners only and never charges')
        .action((account: string, options: CreateOptions) => create(io, account, options)),
    )
    .addCommand(
      command('list <account>', "List an account's keys").action((account: string, options: CommonOptions) =>
        list(io, account, options),
      ),
    )
    .addCommand(
      command(
        'revoke <keyId>',
        'Revoke a key, by its ID or the key itself; "-" reads it from standard input, out of sight of other users',
      ).action((keyId: string, options: CommonOptions) =>
        withService(io, options, async ({ accounts }) => {
          const idOrKey = keyId === '-' ? await fromInput(io) : keyId;
          const key = await accounts.revokeKey(idOrKey, actorOfShell(io));
          print(io, options, keyDocument(key), [`Revoked key ${key.id}.`]);
        }),
      ),
    );

/** @throws UsageError */
async function fromInput(io: Io): Promise<string> {
  const text = (await io.input()).trim();
  if (text === '') throw new UsageError('No key on standard input. Nothing was revoked.');
  return text;
}

const create = (io: Io, account: string, options: CreateOptions): Promise<void> =>
  withService(io, options, async ({ accounts, database }) => {
    const { id: accountId, name } = await accountOf(accounts, account);
    const { label = null, test = false } = options;
    const mode = test ? 'test' : 'live';
    const key = await database.write((tx) =>
      accounts.createKey(tx, accountId, { label, mode }, actorOfShell(io)),
    );
    print(io, options, { accountId, ...key, mode }, [
      `Created a ${test ? 'test key' : 'key'} for account ${name} (key ID ${key.keyId}).`,
      '',
      `  API key: ${key.apiKey}`,
      '',
      'Copy it now: it is not shown again.',
      ...(test ? ['It finds the made-up owners of the sandbox, never real ones, and never charges.'] : []),
    ]);
  });

const list = (io: Io, account: string, options: CommonOptions): Promise<void> =>
  withService(io, options, async ({ accounts }) => {
    const { id: accountId } = await accountOf(accounts, account);
    const keys = await accounts.listKeys(accountId);
    print(
      io,
      options,
      keys.map(keyDocument),
      table(
        ['KEY', 'MODE', 'LABEL', 'CREATED', 'LAST USED', 'STATUS'],
        keys.map((key) => [
          key.id,
          key.mode,
          key.label ?? '',
          isoTime(key.createdAt),
          key.lastUsedAt === null ? 'never' : isoTime(key.lastUsedAt),
          key.revokedAt === null ? 'active' : 'revoked',
        ]),
      ),
    );
  });

const keyDocument = ({ id, accountId, mode, label, createdAt, lastUsedAt, revokedAt }: ApiKey) => ({
  keyId: id,
  accountId,
  mode,
  label,
  createdAt: isoTime(createdAt),
  lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
  revokedAt: revokedAt === null ? null : isoTime(revokedAt),
});
