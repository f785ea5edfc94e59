import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSandbox } from '../../../../directory/index.js';
import { randomIds } from '../../../../platform/ids.js';
import { LocalFileStore } from '../../../../platform/storage/index.js';
import { MAPPING } from '../../../../testing/job-pipeline.js';
import { ownerEngines, temporaryOwners, type TemporaryOwners } from '../../../../testing/owners.js';
import { MATCH, MISS, rowOf } from '../../../../testing/sandbox.js';
import { resultName, uploadName } from '../../files.js';
import { JobWork, PartsHere } from '../job-work.js';
import type { ProcessNeeds } from './messages.js';
import { ProcessPool } from './process-pool.js';

const never = new AbortController().signal;
const ROWS = 600;

/** The counts of all parts, done by one process. */
function done<T>(result: T | null): T {
  if (result === null) throw new Error('parts are under way elsewhere');
  return result;
}

describe.each(ownerEngines)('a job process with its owners on $name', (engine) => {
  let world: TemporaryOwners;
  let store: LocalFileStore;
  let needs: ProcessNeeds;
  let aliveLock: string;
  beforeEach(async () => {
    world = await temporaryOwners(engine);
    await loadSandbox(world.stores, randomIds);
    store = await LocalFileStore.open(path.join(world.folder, 'files'), randomIds, 0);
    const files = { kind: 'local', root: store.root, reserveBytes: 0 } as const;
    needs = { owners: world.source, files, priority: 'normal' };
    aliveLock = path.join(world.folder, 'job-processes.lock');
  });
  afterEach(() => world.remove());

  it('finds them and writes their details', async () => {
    const content = Buffer.from(`Address,City,State,Zip\n${(rowOf(MATCH) + rowOf(MISS)).repeat(ROWS / 2)}`);
    await store.write(uploadName('job', '1'), Readable.from([content]), { maxBytes: Infinity });
    const upload = { jobId: 'job', uploadVersion: '1', uploadBytes: content.length };
    const wanted = { wantsProperties: false, requirePhone: false };
    const file = { ...upload, columnMapping: MAPPING, mode: 'live' as const, ...wanted };
    const pool = new ProcessPool(needs, aliveLock, 2);
    const work = new JobWork(pool, new PartsHere(pool, pool.size));
    const { layout, totalRows, matchedRows } = done(await work.match(file, never));
    expect({ totalRows, matchedRows }).toEqual({ totalRows: ROWS, matchedRows: ROWS / 2 });
    await work.enrich({ ...file, layout, totalRows, matchedRows }, never);
    const result = await text(await store.read(resultName('job')));
    expect(result.match(/Jordan,Avery/g)).toHaveLength(ROWS / 2);
    await pool.close();
  });

  it('loads neither TypeORM nor server-only packages, and shows no password', async () => {
    // Modules that Node loads with require() are in its cache; all packages with a high load time are loaded
    // that way.
    const script = `
      import { createRequire } from 'node:module';
      const seen = () => [...process.argv, ...Object.keys(createRequire('/').cache)];
      process.on('exit', () => process.stdout.write(JSON.stringify(seen())));`;
    const child = fork(createRequire(import.meta.url).resolve('#job-process'), [aliveLock], {
      execArgv: ['--import', `data:text/javascript,${encodeURIComponent(script)}`],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    if (child.stdout === null) throw new Error('the process has no output');
    const loaded = text(child.stdout);
    child.send({ open: needs });
    child.send({ call: 'tidy', args: ['nothing'] });
    await once(child, 'message');
    child.disconnect();
    expect(await loaded).toContain(`/node_modules/${needs.owners.engine === 'sqlite' ? 'sqlite3' : 'pg'}/`);
    expect(await loaded).not.toMatch(/node_modules\/(typeorm|@nestjs|express)\/|not-a-secret/);
  });
});
