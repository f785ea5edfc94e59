import { readdir, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSandbox } from '../../../../directory/index.js';
import { sqliteOwnerStores } from '../../../../directory/stores.sqlite.js';
import { ownersMigrations, SqliteDatabase } from '../../../../platform/database/sqlite/index.js';
import { lockFile } from '../../../../platform/database/sqlite/lock-file.js';
import { randomIds } from '../../../../platform/ids.js';
import { itemAt } from '../../../../platform/lib/item-at.js';
import { LocalFileStore } from '../../../../platform/storage/index.js';
import { MAPPING } from '../../../../testing/job-pipeline.js';
import { MATCH, MISS, rowOf } from '../../../../testing/sandbox.js';
import { ManualClock, temporaryFolder, type Temporary } from '../../../../testing/temporary.js';
import { resultName, uploadName } from '../../files.js';
import { JobWork, ONLY_MATCHES, PartsHere } from '../job-work.js';
import type { JobFile } from '../part-work.js';
import { PART_ROWS } from '../survey.js';
import { holdAliveLock, untilNoneIsAlive } from './alive-lock.sqlite.js';
import type { ProcessNeeds } from './messages.js';
import { ProcessPool } from './process-pool.js';

/** Two parts. */
const ROWS = PART_ROWS + 1_000;
const never = new AbortController().signal;
const FILE = Buffer.from(
  `Address,City,State,Zip\n${Array.from({ length: ROWS }, (_, row) => `${row + 1} Elm St,Dayton,OH,45402\n`).join('')}`,
);
const file = (jobId: string): JobFile => ({
  jobId,
  uploadVersion: '1',
  uploadBytes: FILE.length,
  columnMapping: MAPPING,
  mode: 'live',
  wantsProperties: false,
  requirePhone: false,
});

let folder: Temporary<string>;
let store: LocalFileStore;
let aliveLock: string;
let pool: ProcessPool;
let poolOf: (priority: ProcessNeeds['priority']) => ProcessPool;
beforeEach(async () => {
  folder = await temporaryFolder();
  const ownersFile = path.join(folder.value, 'owners.sqlite');
  const directory = { path: ownersFile, entities: [], migrations: ownersMigrations };
  const database = await SqliteDatabase.open({ ...directory, undo: 'files' });
  await loadSandbox(sqliteOwnerStores(database, new ManualClock()), randomIds);
  await database.close();
  store = await LocalFileStore.open(path.join(folder.value, 'files'), randomIds, 0);
  for (const jobId of ['one', 'two']) {
    await store.write(uploadName(jobId, '1'), Readable.from([FILE]), { maxBytes: Infinity });
  }
  aliveLock = path.join(folder.value, 'job-processes.lock');
  const owners = { engine: 'sqlite', path: ownersFile } as const;
  const files = { kind: 'local', root: store.root, reserveBytes: 0 } as const;
  poolOf = (priority) => new ProcessPool({ owners, files, priority }, aliveLock, 2);
  pool = poolOf('normal');
});
afterEach(async () => {
  await pool.close();
  await folder.remove();
});

/** Process ids of this process's job processes (Linux). */
async function jobProcesses(): Promise<number[]> {
  const ids: number[] = [];
  for (const id of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => '');
    const command = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '');
    const parent = Number(/\) \S (\d+)/.exec(stat)?.[1]);
    if (parent === process.pid && command.includes(aliveLock)) ids.push(Number(id));
  }
  return ids;
}

/** Work given to a process that cannot finish it, because the process is suspended. */
async function underWay(signal: AbortSignal) {
  await pool.survey(file('one'), never);
  const id = itemAt(await jobProcesses(), 0);
  process.kill(id, 'SIGSTOP');
  const work = pool.match(file('one'), 0, ONLY_MATCHES, signal);
  await setImmediate();
  return { work, process: id };
}

/** The counts of all parts, done by one process. */
function done<T>(result: T | null): T {
  if (result === null) throw new Error('parts are under way elsewhere');
  return result;
}

describe('processes for jobs', () => {
  it.each([
    ['low', os.constants.priority.PRIORITY_LOW],
    ['normal', os.getPriority()],
  ] as const)('have the priority they are given: %s', async (priority, nice) => {
    pool = poolOf(priority);
    await pool.survey(file('one'), never);
    expect((await jobProcesses()).map((id) => os.getPriority(id))).toEqual([nice]);
  });

  it('do all of a job', async () => {
    const pair = rowOf(MATCH) + rowOf(MISS);
    const content = Buffer.from(`Address,City,State,Zip\n${pair.repeat(ROWS / 2)}`);
    await store.write(uploadName('whole', '1'), Readable.from([content]), { maxBytes: Infinity });
    const whole = { ...file('whole'), uploadBytes: content.length };
    const work = new JobWork(pool, new PartsHere(pool, pool.size));
    const { layout, totalRows, matchedRows } = done(await work.match(whole, never));
    expect({ totalRows, matchedRows }).toEqual({ totalRows: ROWS, matchedRows: ROWS / 2 });
    const { bytes } = done(await work.enrich({ ...whole, layout, totalRows, matchedRows }, never));
    const result = await text(await store.read(resultName('whole')));
    expect(result).toHaveLength(bytes);
    expect(result.match(/Jordan,Avery/g)).toHaveLength(ROWS / 2);
    await work.tidy('whole', never);
    expect((await store.list('whole')).map(({ name }) => name)).not.toContain('whole/result-0');
  });

  it('share the parts of a job, and a second job does not wait for the first', async () => {
    const work = new JobWork(pool, new PartsHere(pool, pool.size));
    const ended: string[] = [];
    const [first, second] = await Promise.all(
      ['one', 'two'].map(async (jobId) => {
        const summary = await work.match(file(jobId), never);
        ended.push(jobId);
        return summary;
      }),
    );
    expect(first).toMatchObject({ totalRows: ROWS, matchedRows: 0, blankAddressCount: 0 });
    expect(second).toEqual(first);
    expect(await jobProcesses()).toHaveLength(2);
  });

  it('that are killed fail their current work, and the next work gets new ones', async () => {
    const { work, process: id } = await underWay(never);
    const failed = expect(work).rejects.toThrow('ended in the middle');
    process.kill(id, 'SIGKILL');
    await failed;
    expect(await pool.match(file('one'), 0, ONLY_MATCHES, never)).toMatchObject({ rows: PART_ROWS });
    expect(await jobProcesses()).not.toContain(id);
  });

  it('leave work at the next safe point when it is stopped, and accept the next', async () => {
    const stopping = new AbortController();
    const { work, process: id } = await underWay(stopping.signal);
    const stopped = expect(work).rejects.toThrow('enough');
    stopping.abort(new Error('enough'));
    process.kill(id, 'SIGCONT');
    await stopped;
    expect(await pool.match(file('one'), 0, ONLY_MATCHES, never)).toMatchObject({ rows: PART_ROWS });
    expect(await jobProcesses()).toEqual([id]);
  });

  it('end with the pool, and until then hold the lock that shows they are alive', async () => {
    await pool.survey(file('one'), never);
    expect(await jobProcesses()).toHaveLength(1);
    // Job processes do not wait for each other.
    await (
      await holdAliveLock(aliveLock)
    )();
    expect(await lockFile(aliveLock, 'exclusive')).toBeNull();
    const waiting = untilNoneIsAlive(aliveLock);
    await pool.close();
    await waiting;
    expect(await jobProcesses()).toEqual([]);
  });
});
