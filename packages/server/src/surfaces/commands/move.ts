import { Command } from 'commander';
import { systemClock } from '../../platform/clock.js';
import { ConfigError, readConfig, type Config } from '../../platform/config.js';
import { markMove, moveOf, requireDataDirectory } from '../../platform/data-directory.js';
import { shownUrl } from '../../platform/environment.js';
import { randomIds } from '../../platform/ids.js';
import { createLogger } from '../../platform/logger.js';
import type { Service } from '../service/service.js';
import { command, settingsOf, type CommonOptions } from './command.js';
import { print, table, UsageError, type Io } from './io.js';
import { logLock } from './locks.js';

interface MoveOptions extends CommonOptions {
  to?: string;
  files?: string;
}

export const moveCommand = (io: Io): Command =>
  command('move', 'Move the data directory to PostgreSQL, whole or not at all, and compare both sides')
    .option(
      '--to <url>',
      'the database, postgres://… (better as DATABASE_URL: a list of processes shows --to)',
    )
    .option('--files <url>', "where customers' files go, s3://…; otherwise they stay where they are")
    .action((options: MoveOptions) => move(io, options));

async function move(io: Io, options: MoveOptions): Promise<void> {
  const { dataDir, to: target, files } = options;
  const ofTarget = ['DATABASE_URL', 'OWNERS_DATABASE_URL', 'OWNERS_READ_URLS'];
  const env = settingsOf(io, dataDir);
  const here = readConfig(
    { ...env, ...Object.fromEntries(ofTarget.map((name) => [name, undefined])) },
    { dataDir },
  );
  const there = readConfig(env, { dataDir, to: target, files });
  if (there.database.engine !== 'postgres') {
    throw new UsageError(
      'Name the database to move to: set DATABASE_URL=postgres://user:password@host:5432/database, or give it as --to.',
    );
  }
  const to = shownUrl(there.database.url);
  await requireDataDirectory(here.dataDir);
  const before = await moveOf(here.dataDir);
  if (before !== 'unreadable' && before?.state === 'begun' && before.to !== to) {
    throw new UsageError(
      `A move to ${before.to} was interrupted, and may have been made. Name that database again: it is found out there.`,
    );
  }
  const mark = (state: 'begun' | 'done') =>
    markMove(here.dataDir, { to, at: new Date(systemClock.now()).toISOString(), state });
  const compared = await between(here, there, async (source, target, requireAlone) => {
    const { moveDataDirectory } = await import('./move/move.postgres.js');
    return moveDataDirectory(
      { dataDir: here.dataDir, files: source.engine.files },
      {
        write: (work) => target.database.write(work),
        ownersUrl: ownersUrlOf(there),
        enqueue: (tx, task) => target.queue.enqueue(tx, task),
        files: files === undefined ? null : target.engine.files,
        signingSecret: there.signingSecret === null ? source.engine.signingSecret : null,
        beforeCommit: () => mark('begun'),
        requireAlone,
      },
      (step) => io.err(`Moving ${step} …\n`),
    );
  });
  await mark('done');
  const rows = compared.map(({ what, source, target }) => [
    what,
    String(source.rows),
    String(target.rows),
    source.digest === target.digest ? `equal (${source.digest.slice(0, 12)})` : 'DIFFERENT',
  ]);
  print(io, options, { to, compared }, [
    ...table(['WHAT', 'HERE', 'THERE', 'CONTENT'], rows),
    `Moved to ${to}. Start servers with DATABASE_URL${files === undefined ? ' and the same DATA_DIR' : ' and STORAGE_URL'}.`,
    `Nothing in ${here.dataDir} was changed; it refuses to start by itself from now on. Keep it until you have a backup.`,
  ]);
}

const ownersUrlOf = ({ database }: Config): string => {
  if (database.engine !== 'postgres') throw new Error('owners were to be moved to a data directory');
  return database.ownersUrl;
};

/**
 * Opens source and target, with no server running on either.
 * @param work its last argument throws once servers may have started meanwhile
 * @throws ConfigError
 */
async function between<T>(
  here: Config,
  there: Config,
  work: (source: Service, target: Service, requireAlone: () => void) => Promise<T>,
): Promise<T> {
  const { openService } = await import('../service/open-service.js');
  const needs = { clock: systemClock, ids: randomIds, logger: createLogger('warn'), isMoving: true };
  const releases: (() => Promise<void>)[] = [];
  let isAlone = true;
  const requireAlone = () => {
    if (!isAlone) {
      throw new ConfigError(
        'The connection that kept servers away from the database was lost on the way: one may have started there. ' +
          'Stop it, then run the move again.',
      );
    }
  };
  const open = async (config: Config): Promise<Service> => {
    // Opening migrates both to this version's schema.
    const service = await openService(config, needs);
    releases.unshift(() => service.close());
    const { locks, logger } = service;
    const log = logLock(logger, 'server');
    const lock = await locks.hold('server', 'exclusive', {
      onChange: (event) => {
        isAlone = false;
        log(event);
      },
    });
    if (lock === null)
      throw new ConfigError(
        `A server is running on ${locks.where}. Stop it, then move. Nothing was changed.`,
      );
    releases.unshift(() => lock.release());
    return service;
  };
  try {
    const source = await open(here);
    const target = await open(there);
    const done = await work(source, target, requireAlone);
    requireAlone();
    return done;
  } finally {
    for (const release of releases) await release();
  }
}
