import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { isoTime } from '../../platform/clock.js';
import { replaceFile } from '../../platform/lib/private-files.js';
import type { Done, Recipient } from '../../privacy/drop/index.js';
import { getDropStatus } from '../acts/lists.js';
import type { Service } from '../service/service.js';
import { actCommand } from './act-command.js';
import { actorOfShell, answer, BY_DEFAULT, command, type CommonOptions } from './command.js';
import { count, UsageError, type Io } from './io.js';
import { whoEnters } from './suppress.js';

interface RunOptions extends CommonOptions {
  sandbox?: boolean;
  delete?: boolean;
  exemptSource?: string[];
  by?: string;
}

interface MatchOptions extends RunOptions {
  files?: string[];
  out?: string;
}

const withRun = (created: Command): Command =>
  created
    .option(
      '--delete',
      'delete owners who match and are alone with their phone or email; only then they are told deleted',
    )
    .option(
      '--exempt-source <name...>',
      'sources of which all is exempt by law: matches there are left out, not deleted',
    )
    .option('--sandbox', "the platform's sandbox: no one is left out, nothing is deleted")
    .option('--by <name>', `who runs it (${BY_DEFAULT})`);

export const dropCommand = (io: Io): Command =>
  new Command('drop')
    .description("Answer the deletion requests of California's DROP platform")
    .addCommand(
      withRun(
        command(
          'sync',
          'Fetch the lists, leave out who is on them, and report; finishes what was interrupted',
        ),
      ).action((options: RunOptions) => runSync(io, options)),
    )
    .addCommand(
      withRun(
        command(
          'match',
          'The same by hand: with lists from the portal, and statuses to upload there; without files, with the lists there are',
        ),
      )
        .option(
          '--files <path...>',
          'what you downloaded: a ZIP archive, or its CSV files, under their own names',
        )
        .option('--out <folder>', 'where the files of statuses go')
        .action((options: MatchOptions) => runMatch(io, options)),
    )
    .addCommand(actCommand(io, getDropStatus));

const runSync = (io: Io, options: RunOptions): Promise<void> =>
  withDrop(io, options, async ({ drop, config }) => {
    const { url, apiKey, sandboxApiKey } = config.drop;
    const [name, key] =
      options.sandbox === true ? ['DROP_SANDBOX_API_KEY', sandboxApiKey] : ['DROP_API_KEY', apiKey];
    if (key === null)
      throw new UsageError(
        `Set ${name} to the API key from the portal. It can't be an argument: other users could read it.`,
      );
    requireSecret(url);
    const { DropPlatform } = await import('../../privacy/drop/index.js');
    const baseUrl = options.sandbox === true ? `${url}/sandbox` : url;
    const platform = new DropPlatform({ baseUrl, apiKey: key, pause: (ms) => pause(ms) });
    return drop.sync(platform, matching(io, options));
  });

const runMatch = async (io: Io, options: MatchOptions): Promise<void> => {
  const { files = [], out } = options;
  if (files.length > 0 && out === undefined)
    throw new UsageError('--files needs --out: the folder for the files of statuses.');
  const folder = path.resolve(out ?? '.');
  const given = files.map((file) => path.resolve(file));
  const inTheWay = given.find((file) => path.dirname(file) === folder);
  // The file of statuses gets the name of its list.
  if (inTheWay !== undefined)
    throw new UsageError(
      `--out must be another folder than that of ${inTheWay}, which would be overwritten.`,
    );
  await withDrop(io, options, async ({ drop }) => {
    if (out !== undefined) await mkdir(folder, { recursive: true, mode: 0o700 });
    const to: Recipient = {
      send: async (_, name, content) => {
        if (out === undefined) return { kind: 'conflict', why: 'name a folder with --out' };
        await replaceFile(path.join(folder, name), content);
        return { kind: 'accepted' };
      },
    };
    const sources = given.map((file) => ({ name: path.basename(file), content: contentOf(file) }));
    return drop.match(sources, to, matching(io, options));
  });
};

async function* contentOf(file: string): AsyncGenerator<Uint8Array> {
  for await (const chunk of createReadStream(file)) yield chunk as Uint8Array;
}

/** Runs under the lock, and prints what was done. */
const withDrop = (io: Io, options: RunOptions, run: (service: Service) => Promise<Done>): Promise<void> =>
  answer(io, options, async (service) => {
    const lock = await service.locks.hold('drop', 'exclusive');
    if (lock === null) throw new UsageError(`Another "drop" command runs on ${service.locks.where}.`);
    try {
      await requireSources(service, options.exemptSource ?? []);
      const done = await run(service);
      return [documentOf(done), linesOf(done, options), isUnfinished(done)];
    } finally {
      await lock.release();
    }
  });

/** Checks names of exempt sources: with a misspelled one, its owners would be deleted. @throws UsageError */
async function requireSources({ owners }: Service, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const known = (await owners.stats()).sources.map(({ source }) => source);
  const wrong = names.find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw new UsageError(`There's no source "${wrong}". Run "owners stats" to list sources.`);
}

const matching = (io: Io, options: RunOptions) => ({
  service: options.sandbox === true ? ('sandbox' as const) : ('production' as const),
  exempt: new Set(options.exemptSource),
  isDeleting: options.delete === true,
  by: whoEnters(io, options),
  actor: actorOfShell(io),
});

/** Refuses plain http, over which the key could be read, except to this machine, for tests. @throws UsageError */
function requireSecret(url: string): void {
  const { protocol, hostname } = new URL(url);
  if (protocol !== 'https:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    throw new UsageError('DROP_URL must begin with https.');
}

const isUnfinished = ({ reports, unread = [] }: Done): boolean =>
  reports.some(({ outcome }) => outcome === 'waits' || outcome === 'rejected') || unread.length > 0;

const documentOf = ({ batch, ...done }: Done) => ({
  batchId: batch?.id ?? null,
  state: batch?.state ?? null,
  ...done,
});

function linesOf(
  { batch, owners, matches, people, erased, reports, unread = [] }: Done,
  options: RunOptions,
): string[] {
  const waits = reports.filter(({ outcome }) => outcome === 'waits');
  return [
    batch === null
      ? 'No new lists.'
      : `Lists of ${isoTime(batch.takenAt ?? batch.createdAt)}: ${batch.state === 'answered' ? 'answered' : 'to be answered'}.`,
    `Compared ${count(owners, 'owner')}; on the lists: ${count(matches, 'phone or email', 'phones and emails')} of theirs.`,
    ...(options.sandbox === true
      ? ['This was the sandbox: no one is left out, nothing was deleted.']
      : [
          `Left out from now on: ${count(people, 'more entry', 'more entries')}. Deleted: ${count(erased, 'owner record')}.`,
        ]),
    ...reports.map(
      ({ name, outcome, why = '' }) => `${name}: ${OUTCOMES[outcome]}${why === '' ? '' : `: ${why}`}`,
    ),
    ...(waits.length > 0
      ? [
          'Rows that match one person can only be told deleted. These people are left out already. Run the command again with --delete, ' +
            'or name sources that are exempt by law with --exempt-source.',
        ]
      : []),
    ...(unread.length > 0
      ? [
          `Not read: ${unread.join(', ')}. Lists of an earlier run are not answered yet; finish them, then give these files again.`,
        ]
      : []),
  ];
}

const OUTCOMES = {
  taken: 'statuses reported',
  waits: 'not reported, because owners have to be deleted first',
  rejected: 'rejected',
  later: 'not now; the next run tries again',
} as const;
