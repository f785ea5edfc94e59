import { Command } from 'commander';
import type { ApiKey } from '../accounts/index.js';
import { isoTime } from '../clock.js';
import { command, withService, type CommonOptions } from './command.js';
import { print, table, UsageError, type Io } from './io.js';

interface CreateOptions extends CommonOptions {
  label?: string;
  test?: boolean;
}

export const keysCommand = (io: Io): Command =>
  new Command('keys')
    .description('create, list and revoke API keys')
    .addCommand(
      command('create <accountId>', 'create another key; it is shown once')
        .option('--label <text>', 'what the key is for')
        .option('--test', 'a test key (pc_test_…): it answers from the sandbox alone and costs nothing')
        .action((accountId: string, options: CreateOptions) => create(io, accountId, options)),
    )
    .addCommand(
      command('list <accountId>', 'list the keys of an account').action(
        (accountId: string, options: CommonOptions) => list(io, accountId, options),
      ),
    )
    .addCommand(
      command(
        'revoke <keyId>',
        'refuse a key from now on; "-" reads its id or the key itself from standard input, where other users do not see it',
      ).action((keyId: string, options: CommonOptions) =>
        withService(io, options, async ({ accounts }) => {
          const idOrKey = keyId === '-' ? await fromInput(io) : keyId;
          const key = await accounts.revokeKey(idOrKey);
          print(io, options, keyDocument(key), [`Key ${key.id} is revoked.`]);
        }),
      ),
    );

/** @throws UsageError */
async function fromInput(io: Io): Promise<string> {
  const text = (await io.input()).trim();
  if (text === '') throw new UsageError('There is no key on standard input. Nothing was revoked.');
  return text;
}

const create = (io: Io, accountId: string, options: CreateOptions): Promise<void> =>
  withService(io, options, async ({ accounts, database }) => {
    const { label = null, test = false } = options;
    const mode = test ? 'test' : 'live';
    const key = await database.write((tx) => accounts.createKey(tx, accountId, label, mode));
    print(io, options, { accountId, ...key, mode }, [
      `${test ? 'Test key' : 'Key'} ${key.keyId} of account ${accountId}.`,
      `API key (shown only now): ${key.apiKey}`,
      ...(test ? ['It finds the made-up owners of the sandbox, never real ones, and charges nothing.'] : []),
    ]);
  });

const list = (io: Io, accountId: string, options: CommonOptions): Promise<void> =>
  withService(io, options, async ({ accounts }) => {
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
