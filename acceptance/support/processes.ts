import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import type { Account, CreateSkipTraceJobResponse, JobStatus, SkipTraceJob } from '@skiptrace/contract';
import { inject } from 'vitest';
import { databaseOf } from '../../packages/server/src/testing/postgres.js';
import { openAccounts, operate, useSettings } from '../../scripts/support/server-process.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all tests of a run share (vitest.global-setup.ts). */
    sandbox: { url: string; folder: string };
  }
}

const root = path.resolve(import.meta.dirname, '../..');
export const serverBin = path.join(root, 'packages/server/bin/skiptrace-server.js');
export const cliBin = path.join(root, 'packages/cli/bin/skiptrace.js');

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

const MAX_OUTPUT_BYTES = 64 << 20;

/** Runs a program to its end. @param env its environment, beside the PATH of this process */
export function finished(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  cwd?: string,
): Promise<Finished> {
  return new Promise((resolve) => {
    const options = { cwd, env: { PATH: process.env.PATH ?? '', ...env }, maxBuffer: MAX_OUTPUT_BYTES };
    const child = execFile(file, args, options, (_error, stdout, stderr) => {
      resolve({ code: child.exitCode, stdout, stderr });
    });
    child.stdin?.end();
  });
}

/** Runs a program of this repository to its end, without this machine's settings. */
export const run = (bin: string, args: readonly string[], env: Record<string, string> = {}) =>
  finished(process.execPath, [bin, ...args], env);

export interface ListedJob {
  readonly filename: string;
  readonly status: string;
  readonly totalChargeCents: number | null;
}

/** A real server on its own data directory. */
export class RealServer {
  url = '';
  /** Environment of the next start. */
  settings: Readonly<Record<string, string>> = {};
  #process: ChildProcess | undefined;

  private constructor(
    readonly folder: string,
    /** Database of all servers and commands on the data directory. */
    private readonly engine: Readonly<Record<string, string>>,
  ) {}

  /** @param settings environment of its servers, and of commands on its data directory */
  static async create(settings: Readonly<Record<string, string>> = {}): Promise<RealServer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-acceptance-'));
    const engine = process.env.TEST_ENGINE === 'PostgreSQL' ? { DATABASE_URL: await databaseOf(folder) } : {};
    useSettings(path.join(folder, 'data'), { ...engine, ...settings });
    const server = new RealServer(folder, engine);
    server.settings = settings;
    return server;
  }

  /**
   * The server of all tests of a run, with the sandbox's owners. Don't stop it, and don't rely on totals over
   * all accounts: other tests use it too.
   */
  static shared(): RealServer {
    const { url, folder } = inject('sandbox');
    const server = new RealServer(folder, {});
    server.url = url;
    return server;
  }

  /** Another process on the same data directory; stop it before the first is removed. */
  beside(settings: Readonly<Record<string, string>>): RealServer {
    const other = new RealServer(this.folder, this.engine);
    other.settings = settings;
    return other;
  }

  get dataDir(): string {
    return path.join(this.folder, 'data');
  }

  /** Runs an operator's command in this process, beside the server's, and returns its document. */
  operator(...words: readonly string[]): Promise<Record<string, unknown>> {
    return operate(this.dataDir, ...words);
  }

  /** An account, made in this process: faster than a command. */
  async account(
    balanceCents: number,
    more: { name?: string; email?: string; terms?: { priceCents?: number; dailyMisses?: number } } = {},
  ): Promise<{ accountId: string; apiKey: string }> {
    const [account] = await openAccounts(this.dataDir, [{ name: 'Acceptance', balanceCents, ...more }]);
    if (account === undefined) throw new Error('no account was made');
    return account;
  }

  async start(...flags: readonly string[]): Promise<void> {
    const args = [serverBin, 'start', '--port', '0', '--data-dir', this.dataDir, '--json', ...flags];
    // Tests run side by side: low-priority jobs would wait for the other tests to end.
    const quiet = { LOG_LEVEL: 'warn', JOBS_PRIORITY: 'normal', DRAIN_SECONDS: '0' };
    const env = { PATH: process.env.PATH ?? '', ...quiet, ...this.engine, ...this.settings };
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = child;
    for await (const line of createInterface({ input: child.stdout })) {
      this.url = String((JSON.parse(line) as { url: unknown }).url);
      return;
    }
    throw new Error('the server ended before it was ready');
  }

  /** Ends the server and waits for it. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
      return child?.exitCode ?? null;
    }
    const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
    child.kill(signal);
    return ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** The account's jobs, requested directly: faster than a process. */
  async jobs(apiKey: string): Promise<ListedJob[]> {
    const answer = await fetch(`${this.url}/api/user/skip-trace`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    return ((await answer.json()) as { jobs: ListedJob[] }).jobs;
  }

  /** Environment of the command line for this server; `place` has its own settings and state. */
  environment(apiKey: string, place = ''): Record<string, string> {
    return {
      SKIPTRACE_BASE_URL: this.url,
      SKIPTRACE_API_KEY: apiKey,
      XDG_CONFIG_HOME: path.join(this.folder, place, 'config'),
      XDG_STATE_HOME: path.join(this.folder, place, 'state'),
    };
  }

  /** Runs the command line against this server. */
  cli(apiKey: string, ...words: readonly string[]): Promise<Finished> {
    return run(cliBin, words, this.environment(apiKey));
  }
}

/** Runs a script of the shell in which `$NODE $CLI` is the command line. */
export const shell = (script: string, env: Record<string, string>): Promise<Finished> =>
  finished('sh', ['-c', script], { NODE: process.execPath, CLI: cliBin, ...env });

// Requests that tests make outside the browser, as a program with the account's key would.
async function ask<Body>(
  server: RealServer,
  apiKey: string,
  path: string,
  init: RequestInit = {},
): Promise<Body> {
  const headers = new Headers(init.headers);
  headers.set('authorization', `Bearer ${apiKey}`);
  const answer = await fetch(server.url + path, { ...init, headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as Body;
}

export async function balanceOf(server: RealServer, apiKey: string): Promise<number> {
  return (await ask<Account>(server, apiKey, '/api/user/account')).balanceCents;
}

export async function lookUp(server: RealServer, apiKey: string, address: string): Promise<void> {
  await ask(server, apiKey, '/api/v1/skip-trace', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ address }),
  });
}

const JOBS = '/api/user/skip-trace';

export const readJob = (server: RealServer, apiKey: string, jobId: string): Promise<SkipTraceJob> =>
  ask(server, apiKey, `${JOBS}/${jobId}`);

/** A job that waits for its file. */
export async function createJob(server: RealServer, apiKey: string, filename: string): Promise<string> {
  const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
  const { jobId } = await ask<CreateSkipTraceJobResponse>(server, apiKey, JOBS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename, columnMapping }),
  });
  return jobId;
}

export const LEADS = `Address,City,State,Zip
100 Sandbox Match St,Austin,TX,78701
200 Sandbox Absentee Ave,Dayton,OH,45402
404 Sandbox Miss Blvd,Reno,NV,89501
`;

/** A job with matched rows, or one that failed while matching. */
export async function uploadJob(
  server: RealServer,
  apiKey: string,
  filename: string,
  csv = LEADS,
): Promise<string> {
  const jobId = await createJob(server, apiKey, filename);
  const body = new FormData();
  body.set('file', new Blob([csv], { type: 'text/csv' }), filename);
  await ask(server, apiKey, `${JOBS}/${jobId}/upload`, { method: 'POST', body });
  await jobUntil(server, apiKey, jobId, 'preview', 'failed');
  return jobId;
}

export async function jobUntil(
  server: RealServer,
  apiKey: string,
  jobId: string,
  ...statuses: readonly JobStatus[]
): Promise<SkipTraceJob> {
  for (;;) {
    const job = await readJob(server, apiKey, jobId);
    if (statuses.includes(job.status)) return job;
    await setTimeout(50);
  }
}
