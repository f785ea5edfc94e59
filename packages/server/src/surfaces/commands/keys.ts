import { Command } from 'commander';
import type { ApiKey } from '../../money/accounts/index.js';
import { shownKey } from '../acts/shown.js';
import { actorOfShell, answering, command, type CommonOptions } from './command.js';
import { table, UsageError, type Io } from './io.js';

interface CreateOptions extends CommonOptions {
  label?: string;
  test?: boolean;
}

export const keysCommand = (io: Io): Command =>
  new Command('keys')
    .description('Create, list and revoke API keys')
    .addCommand(
      answering(
        io,
        command('create <account>', 'Create an API key, which is shown once')
          .option('--label <text>', 'what the key is for')
          .option('--test', 'a test key (pc_test_…): finds made-up owners only and never charges'),
        async ({ accounts, database }, { label, test = false }: CreateOptions, accountId) => {
          const { name } = await accounts.get(accountId);
          const mode = test ? 'test' : 'live';
          const key = await database.write((tx) =>
            accounts.createKey(tx, accountId, { label: label ?? null, mode }, actorOfShell(io)),
          );
          const lines = [
            `Created a ${test ? 'test key' : 'key'} for account ${name} (key ID ${key.keyId}).`,
            '',
            `  API key: ${key.apiKey}`,
            '',
            'Copy it now: it is not shown again.',
            ...(test
              ? ['It finds the made-up owners of the sandbox, never real ones, and never charges.']
              : []),
          ];
          return [{ accountId, ...key, mode }, lines];
        },
      ),
    )
    .addCommand(
      answering(
        io,
        command('list <account>', "List an account's keys"),
        async ({ accounts }, _, accountId) => {
          const keys = (await accounts.listKeys(accountId)).map(keyDocument);
          const rows = keys.map(({ keyId, mode, label, createdAt, lastUsedAt, revokedAt }) => [
            ...[keyId, mode, label ?? '', createdAt, lastUsedAt ?? 'never'],
            revokedAt === null ? 'active' : 'revoked',
          ]);
          return [keys, table(['KEY', 'MODE', 'LABEL', 'CREATED', 'LAST USED', 'STATUS'], rows)];
        },
      ),
    )
    .addCommand(
      answering(
        io,
        command(
          'revoke <keyId>',
          'Revoke a key, by its ID or the key itself; "-" reads it from standard input, out of sight of other users',
        ),
        async ({ accounts }, _, keyId) => {
          const idOrKey = keyId === '-' ? await fromInput(io) : keyId;
          const key = await accounts.revokeKey(idOrKey, actorOfShell(io));
          return [keyDocument(key), [`Revoked key ${key.id}.`]];
        },
      ),
    );

/** @throws UsageError */
async function fromInput(io: Io): Promise<string> {
  const text = (await io.input()).trim();
  if (text === '') throw new UsageError('No key on standard input. Nothing was revoked.');
  return text;
}

function keyDocument(key: ApiKey) {
  const { id: keyId, ...shown } = shownKey(key);
  return { keyId, accountId: key.accountId, ...shown };
}
