// Requests that tests make outside the browser, as a program with the account's key would.
import { setTimeout } from 'node:timers/promises';
import type { Account, CreateSkipTraceJobResponse, JobStatus, SkipTraceJob } from '@skiptrace/contract';
import type { RealServer } from './processes.js';

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
