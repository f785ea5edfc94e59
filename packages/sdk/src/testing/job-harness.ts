// Helpers of the job tests. Not part of the public testing entry.
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { setup } from './harness.js';
import { temporaryFolder } from './harness.js';
import { actOnSocket } from './scenario.js';
import type { ScenarioServer, Step } from './scenario-server.js';
import { reset } from './steps.js';

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
