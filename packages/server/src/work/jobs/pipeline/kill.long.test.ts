import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { importOwners } from '../../../directory/index.js';
import { DEFAULT_TERMS, type Caller } from '../../../money/accounts/index.js';
import { systemClock } from '../../../platform/clock.js';
import { readConfig, type Environment } from '../../../platform/config.js';
import { randomIds } from '../../../platform/ids.js';
import { silentLogger } from '../../../platform/logger.js';
import { openService } from '../../../surfaces/service/open-service.js';
import type { Service } from '../../../surfaces/service/service.js';
import { engineOfTests } from '../../../testing/engines.js';
import { arrivalOf, MAPPING } from '../../../testing/job-pipeline.js';
import { temporaryFolder, type Temporary } from '../../../testing/temporary.js';

// Real worker processes, killed with SIGKILL in each stage of a job. `npm run soak` does it with a job of full size.
const ROWS = Number(process.env.KILL_TEST_ROWS ?? 20_000);
const OWNERS = Math.ceil(ROWS / 2);
const PATIENCE_MS = ROWS > 100_000 ? 900_000 : 180_000;

const bin = fileURLToPath(new URL('../../../../bin/skiptrace-server.js', import.meta.url));
const street = (number: number) => `${number} ${['Elm St', 'Oak Ave', 'Pine Ct'][number % 3]}`;
const ownersCsv = () =>
  'Property Address,Property City,Property State,Property Zip,Owner Name,Phone 1,Phone 1 Type\n' +
  Array.from(
    { length: OWNERS },
    (_, n) =>
      `${street(n + 1)},Dayton,OH,45402,Owner No${n},51255501${String(n % 100).padStart(2, '0')},Mobile\n`,
  ).join('');
const leadsCsv = () =>
  'Address,City,State,Zip,Note\r\n' +
  Array.from({ length: ROWS }, (_, n) => `${street(n + 1)},Dayton,OH,45402,"row\r\n${n}"\r\n`).join('');

let folder: Temporary<string>;
let settings: Environment;
let service: Service;
let caller: Caller;
let undisturbed: string;
const workers = new Set<ChildProcess>();

beforeAll(async () => {
  folder = await temporaryFolder();
  settings = { DATA_DIR: folder.value, ...(await engineOfTests.settings(folder.value)) };
  const config = readConfig(settings);
  service = await openService(config, { clock: systemClock, ids: randomIds, logger: silentLogger });
  const { accounts, billing, database } = service;
  const owners = path.join(folder.value, 'owners.csv');
  await writeFile(owners, ownersCsv());
  await importOwners({ stores: service.ownerStores, ids: randomIds }, owners);
  const accountId = await database.write(async (tx) => {
    const { id } = await accounts.create(tx, { name: 'Kill', email: null });
    await billing.post(tx, { accountId: id, type: 'top_up', amountCents: 1_000_000_000, reference: null });
    return id;
  });
  caller = { accountId, keyId: 'none', mode: 'live', terms: DEFAULT_TERMS, origin: 'api' };
  const worker = startWorker();
  const jobId = await upload();
  await until(jobId, 'preview');
  await service.jobs.jobs.confirm(caller, jobId);
  await until(jobId, 'completed');
  undisturbed = await digestOf(jobId);
  await end(worker);
}, PATIENCE_MS);
afterAll(async () => {
  for (const worker of workers) await end(worker);
  await service.close();
  await folder.remove();
});

function startWorker(): ChildProcess {
  const worker = spawn(process.execPath, [bin, 'start', '--role', 'worker'], {
    stdio: 'ignore',
    env: { ...process.env, ...settings, LOG_LEVEL: 'silent', JOBS_PRIORITY: 'normal' },
  });
  workers.add(worker);
  worker.once('exit', () => workers.delete(worker));
  return worker;
}

async function end(worker: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exit = once(worker, 'exit');
  worker.kill(signal);
  await exit;
}

async function upload(): Promise<string> {
  const { value } = await service.jobs.jobs.create(
    caller,
    { filename: 'leads.csv', columnMapping: MAPPING },
    undefined,
  );
  await service.jobs.uploads.direct(caller, value.jobId, arrivalOf(leadsCsv()));
  return value.jobId;
}

/** Polls often enough that a stage is not over before the kill. */
const eventually = <T>(look: () => Promise<T>) => vi.waitFor(look, { timeout: PATIENCE_MS, interval: 5 });
/** Polls rarely: the moment doesn't matter, and every check costs the worker time. */
const until = (jobId: string, status: string) =>
  vi.waitFor(() => isIn(jobId, status), { timeout: PATIENCE_MS, interval: 50 });
const filesOf = (jobId: string) => path.join(folder.value, 'files', jobId);
const digestOf = async (jobId: string) =>
  createHash('sha256')
    .update(await readFile(path.join(filesOf(jobId), 'result')))
    .digest('hex');

const isIn = async (jobId: string, status: string) =>
  expect((await service.jobs.jobs.get(caller, jobId)).status).toBe(status);
const hasFile = async (jobId: string, name: string) =>
  expect((await readdir(filesOf(jobId))).some((file) => file.startsWith(name))).toBe(true);

describe('a job with a killed worker', () => {
  it(
    'at the start and in the middle of matching and of its result ends with the same bytes and one charge',
    async () => {
      const charges = async () =>
        (await service.billing.records(caller.accountId, 100)).filter(({ type }) => type === 'job_charge');
      const before = (await charges()).length;
      const jobId = await upload();
      const killWhen = async (status: string, reached: () => Promise<unknown>) => {
        const worker = startWorker();
        await eventually(reached);
        await end(worker);
        // Fails if the kill came too late to prove anything.
        await isIn(jobId, status);
      };
      await killWhen('processing', () => isIn(jobId, 'processing'));
      await killWhen('processing', () => hasFile(jobId, 'matches-0'));
      const worker = startWorker();
      await until(jobId, 'preview');
      await end(worker);
      await service.jobs.jobs.confirm(caller, jobId);
      await killWhen('generating', () => isIn(jobId, 'generating'));
      await killWhen('generating', () => hasFile(jobId, 'result-0'));
      startWorker();
      await until(jobId, 'completed');
      expect(await digestOf(jobId)).toBe(undisturbed);
      expect((await charges()).length).toBe(before + 1);
    },
    PATIENCE_MS,
  );

  it.runIf(engineOfTests.name === 'SQLite')(
    'has one worker at a time: another process on the same data directory refuses to start',
    async () => {
      const second = startWorker();
      const [code] = (await once(second, 'exit')) as [number];
      expect(code).toBe(1);
    },
    PATIENCE_MS,
  );
});
