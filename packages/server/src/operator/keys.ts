import { Command } from 'commander';
import type { ApiKey } from '../accounts/index.js';
import { isoTime } from '../clock.js';
import { command, withService, type CommonOptions } from './command.js';
import { print, table, UsageError, type Io } from './io.js';

interface CreateOptions extends CommonOptions {
  label?: string;
}

export const keysCommand = (io: Io): Command =>
  new Command('keys')
    .description('create, list and revoke API keys')
    .addCommand(
      command('create <accountId>', 'create another key; it is shown once')
        .option('--label <text>', 'what the key is for')
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
    const key = await database.write((tx) => accounts.createKey(tx, accountId, options.label ?? null));
    print(io, options, { accountId, ...key }, [
      `Key ${key.keyId} of account ${accountId}.`,
      `API key (shown only now): ${key.apiKey}`,
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
        ['KEY', 'LABEL', 'CREATED', 'LAST USED', 'STATUS'],
        keys.map((key) => [
          key.id,
          key.label ?? '',
          isoTime(key.createdAt),
          key.lastUsedAt === null ? 'never' : isoTime(key.lastUsedAt),
          key.revokedAt === null ? 'active' : 'revoked',
        ]),
      ),
    );
  });

const keyDocument = ({ id, accountId, label, createdAt, lastUsedAt, revokedAt }: ApiKey) => ({
  keyId: id,
  accountId,
  label,
  createdAt: isoTime(createdAt),
  lastUsedAt: lastUsedAt === null ? null : isoTime(lastUsedAt),
  revokedAt: revokedAt === null ? null : isoTime(revokedAt),
});
