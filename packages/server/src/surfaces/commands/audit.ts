import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { Command } from 'commander';
import { hashedEntries, isOfOtherKey, type SignedHead } from '../../money/log/index.js';
import { findDisclosures } from '../acts/people.js';
import { actCommand } from './act-command.js';
import {
  ACCOUNT_HELP,
  accountOf,
  answer,
  command,
  requireSecretOfServer,
  withService,
  type CommonOptions,
} from './command.js';
import { count, UsageError, type Io } from './io.js';

interface VerifyOptions extends CommonOptions {
  head?: string;
  acceptKey: string[];
}
interface ExportOptions extends CommonOptions {
  account?: string;
  since?: number;
  until?: number;
}

export const auditCommand = (io: Io): Command =>
  new Command('audit')
    .description('The log of disclosures: who received what, and whether the log is whole')
    .addCommand(
      command(
        'verify',
        'Check every seal, its entries and the records of every result; exits with 1 if not whole',
      )
        .option('--head <file>', 'a head that was kept elsewhere: what it names must still be there')
        .option(
          '--accept-key <key>',
          'a key of seals from before SIGNING_SECRET was changed; may be repeated',
          (key: string, keys: string[]) => [...keys, key],
          [],
        )
        .addHelpText('after', VERIFY_EXAMPLES)
        .action((options: VerifyOptions) => runVerify(io, options)),
    )
    .addCommand(
      command(
        'head',
        'Print where the log is now, signed: keep it where no one with this server can change it',
      )
        .addHelpText('after', '\nExample:\n  skiptrace-server audit head > head-2026-11.json')
        .action((options: CommonOptions) =>
          withService(io, options, async (service) => {
            requireSecretOfServer(service, 'No head was printed: it is signed.');
            const head = await service.sealing.head();
            io.out(`${JSON.stringify(head)}\n`);
          }),
        ),
    )
    .addCommand(
      command('export', 'Print the entries as JSON lines, with the hash of the log up to each')
        .option('--account <account>', `only this account's (${ACCOUNT_HELP})`)
        .option(
          '--since <time>',
          'from this time on, such as 2026-11-01 or 2026-11-01T08:00:00Z',
          timeOf('--since'),
        )
        .option('--until <time>', 'before this time', timeOf('--until'))
        .addHelpText(
          'after',
          '\nExample:\n  skiptrace-server audit export --account acme --since 2026-11-01 > acme.jsonl',
        )
        .action((options: ExportOptions) => runExport(io, options)),
    )
    .addCommand(actCommand(io, findDisclosures).addHelpText('after', WHO_EXAMPLES));

const VERIFY_EXAMPLES = `
Examples:
  skiptrace-server audit verify
  skiptrace-server audit verify --head head-2026-11.json`;

const WHO_EXAMPLES = `
Examples:
  skiptrace-server audit who --name "Jane Doe" --address "12 Oak St, Dayton, OH 45402"
  skiptrace-server audit who --email jane@example.com --json
  skiptrace-server audit who --record 123456`;

async function runVerify(io: Io, options: VerifyOptions): Promise<void> {
  const head = options.head === undefined ? undefined : await readHead(options.head);
  await answer(io, options, async (service) => {
    // Otherwise each seal would count as signed by somebody else.
    if (options.acceptKey.length === 0)
      requireSecretOfServer(service, 'Nothing was checked: the seals were signed with another key.');
    const { verifyAudit } = service;
    const { faults, notes, ...counts } = await verifyAudit({
      keys: options.acceptKey,
      ...(head && { head }),
    });
    const { entries, seals } = counts;
    const checked = `${count(entries, 'entry', 'entries')} and ${count(seals, 'seal')} checked`;
    const lines = [
      faults.length === 0
        ? `The log is whole (${checked}).`
        : faults.every(isOfOtherKey)
          ? `Everything fits but the key of signatures (${checked}):`
          : `The log isn't as it was written (${checked}):`,
      ...faults,
      ...notes,
    ];
    return [{ ok: faults.length === 0, ...counts, faults, notes }, lines, faults.length > 0];
  });
}

/** @throws UsageError */
async function readHead(file: string): Promise<SignedHead> {
  try {
    const head = JSON.parse(await readFile(file, 'utf8')) as SignedHead;
    if ([head.key, head.signature, head.seal.hash].every((part) => typeof part === 'string')) return head;
  } catch (error) {
    throw new UsageError(`Can't read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
  throw new UsageError(`${file} is not what "audit head" printed.`);
}

/** @throws UsageError */
const timeOf =
  (option: string) =>
  (text: string): number => {
    const ms = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : NaN;
    if (Number.isNaN(ms)) throw new UsageError(`${option} must be a time such as 2026-11-01, not "${text}".`);
    return ms;
  };

/** Entries printed before the event loop gets a turn, so that the pipe they go into can drain. */
const PRINTED_AT_ONCE = 1_000;

const runExport = (io: Io, options: ExportOptions): Promise<void> =>
  withService(io, options, async ({ accounts, auditStore }) => {
    const { account, since = 0, until = Infinity } = options;
    const only = account === undefined ? null : (await accountOf(accounts, account)).id;
    let printed = 0;
    for await (const entry of hashedEntries(auditStore)) {
      if (entry.at < since || entry.at >= until || (only !== null && entry.chain !== only)) continue;
      io.out(`${JSON.stringify(entry)}\n`);
      if (++printed % PRINTED_AT_ONCE === 0) await setImmediate();
    }
  });
