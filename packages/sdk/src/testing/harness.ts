// Helpers of this package's own tests. Not part of the public testing entry.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { SkipTrace } from '../client.js';
import { isSkipTraceError, type SkipTraceError } from '../errors/index.js';
import type { ClientOptions } from '../transport/options.js';
import { FakeClock } from './fake-clock.js';
import { ScenarioServer } from './scenario-server.js';
import type { ScenarioOptions } from './scenarios.js';

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
