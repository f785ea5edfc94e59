import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Database, ownersMigrations } from '../../../database/index.js';
import { randomIds } from '../../../ids.js';
import { loadSandbox, OwnerDirectory, ownerEntities } from '../../../owners/index.js';
import { LocalFileStore } from '../../../storage/index.js';
import { MAPPING } from '../../../testing/job-pipeline.js';
import { ManualClock, temporaryFolder, type Temporary } from '../../../testing/temporary.js';
import { resultName, uploadName } from '../../files.js';
import type { JobFile } from '../part-work.js';
import type { ProcessData, ProcessReply, WorkRequest } from './messages.js';

const ENTRY = fileURLToPath(
  new URL('./process-main.js', import.meta.url.replace('/src/', '/dist/').replace(/\.ts$/, '.js')),
);
const TRACE = '--trace-protector-invalidation';
/** V8 compiles typed arrays without asking whether their memory is still there, until the first was taken away. */
const PROTECTOR = 'ArrayBufferDetaching';
const JOB = 'job';
/** One part, so that a survey tells of none before it is over. */
const ROWS = 3_000;
const WIDTHS = { phones: 8, emails: 5, cells: 4 };
const PAIR = '100 Sandbox Match St,Austin,TX,78701\n404 Sandbox Miss Blvd,Austin,TX,78701\n';
const CONTENT = Buffer.from(`Address,City,State,Zip\n${PAIR.repeat(ROWS / 2)}`);
const file: JobFile = {
  jobId: JOB,
  uploadVersion: '1',
  uploadBytes: CONTENT.length,
  columnMapping: MAPPING,
  mode: 'live',
};

let folder: Temporary<string>;
let store: LocalFileStore;
let data: ProcessData;
beforeEach(async () => {
  folder = await temporaryFolder();
  const ownersFile = path.join(folder.value, 'owners.sqlite');
  const database = await Database.open({
    path: ownersFile,
    entities: ownerEntities,
    migrations: ownersMigrations,
    undo: 'files',
  });
  await loadSandbox(new OwnerDirectory(database, new ManualClock(), randomIds));
  await database.close();
  store = await LocalFileStore.open(path.join(folder.value, 'files'), randomIds, 0);
  await store.write(uploadName(JOB, '1'), Readable.from([CONTENT]), { maxBytes: Infinity });
  const aliveLock = path.join(folder.value, 'job-processes.lock');
  data = { ownersFile, filesRoot: store.root, reserveBytes: 0, aliveLock, priority: 'normal' };
});
afterEach(() => folder.remove());

async function ask(child: ChildProcess, request: WorkRequest): Promise<unknown> {
  child.send(request);
  const [reply] = (await once(child, 'message')) as [ProcessReply];
  if ('fault' in reply) throw new Error(reply.fault.message);
  return reply.done;
}

describe('a job process', () => {
  it('does a whole job without taking memory away from a typed array, which would slow down all of them', async () => {
    const taking = 'const bytes = new ArrayBuffer(8); structuredClone(bytes, { transfer: [bytes] })';
    // Here V8 says it.
    expect(spawnSync(process.execPath, [TRACE, '-e', taking]).stdout.toString()).toContain(PROTECTOR);

    const child = fork(ENTRY, [JSON.stringify(data)], {
      execArgv: [TRACE],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    if (child.stdout === null) throw new Error('there is no output to look at');
    const output = text(child.stdout);
    await ask(child, { kind: 'survey', file });
    const matched = await ask(child, { kind: 'match', file, part: 0 });
    expect(matched).toMatchObject({ matchedRows: ROWS / 2 });
    await ask(child, { kind: 'enrich', file, part: 0, widths: WIDTHS });
    await ask(child, { kind: 'assemble', file, parts: 1 });
    child.disconnect();

    expect(await output).not.toContain(PROTECTOR);
    expect(await text(await store.read(resultName(JOB)))).toContain('Jordan,Avery');
  });
});
