import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { operationPolicies, type ColumnMapping, type OperationId } from '@skiptrace/contract';
import { importOwners, type ImportOptions } from '../directory/index.js';
import type { Clock } from '../platform/clock.js';
import { readConfig, type Environment } from '../platform/config.js';
import { randomIds } from '../platform/ids.js';
import { silentLogger, type Logger } from '../platform/logger.js';
import { startApp } from '../surfaces/http/app.js';
import { KeyGuessing } from '../surfaces/http/key-guessing.js';
import type { ListenerLimits } from '../surfaces/http/listener/conversation.js';
import { Metrics } from '../surfaces/http/metrics.js';
import { openService } from '../surfaces/service/open-service.js';
import { answerFault } from './answer-fault.js';
import { TestBrowser } from './browser.js';
import { engineOfTests, fillFolder } from './engines.js';
import { LEADS_JOB, leadsForm } from './sandbox.js';
import { temporaryFolder } from './temporary.js';
import { untilStatus } from './waiting.js';

/** Real time plus an offset set by the test. */
export class ShiftedClock implements Clock {
  shiftMs = 0;
  now(): number {
    return Date.now() + this.shiftMs;
  }
}

export interface Call {
  /** Path parameter. */
  jobId?: string;
  /** Bearer key; null sends none. By default the account's own key. */
  key?: string | null;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, with the content type of `headers` (default: application/json). */
  body?: NonNullable<RequestInit['body']>;
  headers?: Record<string, string>;
  /** Query string including the question mark. */
  query?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}

export interface ServerOptions {
  balanceCents?: number;
  sandbox?: boolean;
  env?: Environment;
  logger?: Logger;
  limits?: Partial<ListenerLimits>;
  guessing?: KeyGuessing;
  /** Existing data directory, which isn't deleted afterwards. */
  dataDir?: string;
}

/** Fields of a request for a job, and the key that makes it. */
interface JobOfTests {
  key?: string;
  filename?: string;
  requirePhone?: boolean;
  columnMapping?: ColumnMapping;
}

/** Starts the whole server in this process, on a temporary data directory, with an account and its key. */
export async function temporaryServer(options: ServerOptions = {}) {
  const { balanceCents = 100_000, sandbox = true, env = {}, logger = silentLogger, limits = {} } = options;
  // No delay after a wrong key; the delay has tests of its own.
  const { guessing = new KeyGuessing(() => Promise.resolve()) } = options;
  const folder = await temporaryFolder();
  const { dataDir = path.join(folder.value, 'data') } = options;
  const clock = new ShiftedClock();
  // Tests run in parallel, so jobs at low priority would wait for other tests to end. And test disks may be nearly full.
  const ofTests = { JOBS_PRIORITY: 'normal', PORT: '0', DATA_DIR: dataDir };
  const config = readConfig(
    { DISK_RESERVE_BYTES: '0', ...(await engineOfTests.settings(dataDir)), ...env, ...ofTests },
    { sandbox },
  );
  if (options.dataDir === undefined && config.database.engine === 'sqlite') {
    await mkdir(dataDir);
    await fillFolder(dataDir, sandbox);
  }
  const service = await openService(config, { clock, ids: randomIds, logger });
  if (sandbox) await service.loadSandbox();
  const metrics = new Metrics(service);
  const app = await startApp(service, config, { limits, metrics, guessing });
  service.listensAt(app.url);

  const createAccount = (cents: number) =>
    service.database.write(async (tx) => {
      const { id: accountId } = await service.accounts.create(tx, { name: 'Test', email: null });
      const key = await service.accounts.createKey(tx, accountId);
      if (cents > 0) {
        await service.billing.post(tx, { accountId, type: 'top_up', amountCents: cents, reference: null });
      }
      return { accountId, ...key };
    });
  const account = await createAccount(balanceCents);

  /** Calls an operation; a response that openapi.yaml doesn't allow is an error. */
  const call = async (
    id: OperationId,
    { jobId = '', key = account.apiKey, ...sent }: Call = {},
  ): Promise<Answer> => {
    const { method, path: template } = operationPolicies[id];
    const url = `${app.url}${template.replace('{jobId}', encodeURIComponent(jobId))}${sent.query ?? ''}`;
    const body = sent.json === undefined ? sent.body : JSON.stringify(sent.json);
    const response = await fetch(url, {
      method,
      ...(body !== undefined && { body }),
      headers: {
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(key !== null && { authorization: `Bearer ${key}` }),
        ...sent.headers,
      },
    });
    const text = await response.text();
    const json = JSON.parse(text) as Record<string, unknown>;
    requireContract(id, response, json);
    return { status: response.status, headers: response.headers, text, json };
  };

  /** Polls the job until it has one of the statuses, by default with the account's own key. */
  const jobUntil = (job: { jobId: string; key?: string }, ...statuses: readonly string[]) =>
    untilStatus(async () => (await call('getSkipTraceJob', job)).json, statuses);

  /**
   * Makes a job and sends its file.
   * @param job fields of the request, and a key other than the account's own
   * @returns the job's id
   */
  const upload = async (file: string | Buffer<ArrayBuffer>, job: JobOfTests = {}): Promise<string> => {
    const { key = account.apiKey, ...fields } = job;
    const created = await call('createSkipTraceJob', { key, json: { ...LEADS_JOB, ...fields } });
    const jobId = String(created.json['jobId']);
    const sent = await call('uploadSkipTraceJobFile', { jobId, key, body: leadsForm(file) });
    if (sent.status !== 200) throw new Error(`the upload answered ${sent.status} ${sent.text}`);
    return jobId;
  };

  return {
    url: app.url,
    service,
    metrics,
    clock,
    dataDir,
    account,
    createAccount,
    /** For tests that share a server: gives the calls a new account, and takes every entry off the list. @returns the entries */
    anew: async () => {
      Object.assign(account, await createAccount(balanceCents));
      const entries = await service.suppressions.list({ inForce: true, limit: 100 });
      const why = { reason: 'test', by: 'test', actor: 'command:test' };
      for (const { id } of entries) await service.suppressions.lift(id, why);
      return entries;
    },
    /** A browser that has signed in, by default to the account. */
    signedIn: async (apiKey = account.apiKey): Promise<TestBrowser> => {
      const browser = new TestBrowser(app.url);
      await browser.signIn({ apiKey });
      return browser;
    },
    /** A browser of an operator who has signed in. */
    signedInOperator: async (): Promise<TestBrowser> => {
      const browser = new TestBrowser(app.url);
      const { token } = await service.sessions.links.createForOperator('Alex');
      await browser.ask('/operator/api/session', { json: { token } });
      return browser;
    },
    /** Imports a file of owners. */
    importOwners: async (csv: string, options: ImportOptions = {}): Promise<void> => {
      const file = path.join(path.dirname(dataDir), 'owners.csv');
      await writeFile(file, csv);
      // Rows of one address are meant as one property; the question about them has tests of its own.
      const meant = { sameProperty: true, ...options };
      await importOwners({ stores: service.ownerStores, ids: randomIds }, file, meant);
    },
    call,
    jobUntil,
    upload,
    /** Like `upload`, up to the preview. */
    preview: async (...args: Parameters<typeof upload>) => {
      const jobId = await upload(...args);
      await jobUntil({ jobId, key: args[1]?.key ?? account.apiKey }, 'preview');
      return jobId;
    },
    /** Pays for a job in preview, and waits for its result. @returns the job's id */
    complete: async (jobId: string, key = account.apiKey) => {
      const { status, text } = await call('confirmSkipTraceJob', { jobId, key });
      if (status !== 200) throw new Error(`confirm answered ${status}: ${text}`);
      await jobUntil({ jobId, key }, 'completed');
      return jobId;
    },
    /** The text of a job's result. */
    download: async (jobId: string, encoding: BufferEncoding = 'utf8') => {
      const { json } = await call('getSkipTraceJob', { jobId });
      const response = await fetch(String(json['downloadUrl']));
      if (!response.ok) throw new Error(`the download answered ${response.status}`);
      return Buffer.from(await response.arrayBuffer()).toString(encoding);
    },
    until: (jobId: string, ...statuses: readonly string[]) => jobUntil({ jobId }, ...statuses),
    close: async () => {
      await app.close();
      await service.close();
      await folder.remove();
    },
  };
}

export type TemporaryServer = Awaited<ReturnType<typeof temporaryServer>>;

/** Checks that apply to every response of an operation. */
export function requireContract(id: OperationId, { status, headers }: Response, json: unknown): void {
  const { method, path } = operationPolicies[id];
  const fault = answerFault(method, path, status, json);
  if (fault !== null) throw new Error(`${fault} ${JSON.stringify(json)}`);
  const missing = [
    !headers.get('content-type')?.startsWith('application/json') && 'a JSON content type',
    headers.get('x-request-id') === null && 'X-Request-Id',
    status === 429 && !/^[1-9]\d*$/.test(headers.get('retry-after') ?? '') && 'Retry-After',
    status === 402 &&
      typeof (json as { balanceRequired?: unknown }).balanceRequired !== 'number' &&
      'balanceRequired',
  ].filter((name) => name !== false);
  if (missing.length > 0) throw new Error(`${id} answered ${status} without ${missing.join(', ')}`);
}
