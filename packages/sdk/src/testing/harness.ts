// Helpers of this package's own tests. Not part of the public testing entry.
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SkipTrace } from '../client.js';
import { isSkipTraceError, type SkipTraceError } from '../errors.js';
import type { BulkItem } from '../lookups/bulk-items.js';
import type { ClientOptions } from '../transport/options.js';
import { FakeClock } from './fake-clock.js';
import { ScenarioServer, type Step } from './scenario-server.js';
import { actOnSocket, reset } from './scenario.js';
import type { ScenarioOptions } from './scripted-service.js';

export const apiKey = 'pc_0123456789abcdefghijABCDEFGHIJ01';

/** A scenario server and a client of it, with waits that take no time. Both are closed after the test. */
export async function setup(options: ClientOptions = {}, scenario: ScenarioOptions = {}) {
  const server = await ScenarioServer.start(scenario);
  const clock = new FakeClock();
  const client = new SkipTrace({ apiKey, baseUrl: server.url, clock, ...options });
  onTestFinished(async () => {
    await client.close();
    await server.close();
  });
  return { server, client, clock };
}

/** The error that a call ends with, which must be one of this package's. */
export async function failure(call: PromiseLike<unknown>): Promise<SkipTraceError> {
  try {
    await call;
  } catch (error) {
    if (isSkipTraceError(error)) return error;
    throw error;
  }
  throw new Error('The call succeeded');
}

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 600; i++) {
    if (await condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('It never happened');
}

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skiptrace-sdk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

type Context = Awaited<ReturnType<typeof setup>>;

export const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };

export const request = { filename: 'leads.csv', columnMapping };

export const csv = Buffer.from('Address,City,State,Zip\r\n100 Sandbox Match St,Austin,TX,78701\r\n');

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Carries the request out and drops the connection before the answer is sent. */
export function doneThenReset(
  server: ScenarioServer,
  operation: 'confirmSkipTraceJob' | 'cancelSkipTraceJob' | 'uploadSkipTraceJobFile',
  jobId: string,
): Step {
  return (response) => {
    server.service.answer({ operation, jobId, json: undefined, origin: server.url });
    actOnSocket(reset(), response);
  };
}

export async function previewed(context: Context) {
  const job = await context.client.jobs.create(request);
  await job.upload(csv);
  await job.waitForPreview();
  return job;
}

export async function completed(context: Context) {
  const job = await previewed(context);
  await job.confirm();
  await job.waitForCompleted();
  return job;
}

export async function fileOf(
  bytes: Uint8Array,
  name = 'leads.csv',
): Promise<{ path: string; folder: string }> {
  const folder = await temporaryFolder();
  const path = join(folder, name);
  await writeFile(path, bytes);
  return { path, folder };
}

/** Addresses of a list: two of three match. */
export const match = (n: number) => ({
  address: `${n} Sandbox Match St`,
  city: 'Austin',
  state: 'TX',
  zip: '78701',
});
export const miss = (n: number) => ({
  address: `${n} Sandbox Miss Blvd`,
  city: 'Reno',
  state: 'NV',
  zip: '89501',
});
export const list = (count: number) =>
  Array.from({ length: count }, (_, n) => (n % 3 === 2 ? miss(n) : match(n)));

/** Outcomes of the items, and number of addresses in each request. */
export const outcomes = <T>(items: BulkItem<T>[]) => items.map(({ outcome }) => outcome);
export const sizes = (bodies: { body: string }[]) =>
  bodies.map(({ body }) => (JSON.parse(body) as { addresses: unknown[] }).addresses.length);

/** A message to support. */
export const message = {
  fullName: 'Robin Example',
  email: 'robin@example.com',
  phone: '(512) 555-0142',
  reason: 'General',
  message: 'How long are files kept?',
} as const;
