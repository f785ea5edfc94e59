import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { S3_CREDENTIALS, startS3 } from '../packages/server/src/testing/s3-server.js';
import { makeCluster } from '../scripts/soak/machines.mjs';
import { soakRun } from '../scripts/soak/run.mjs';

let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-cluster-'));
  s3 = await startS3();
  // Commands run in this process, where the S3 client looks for them.
  for (const [name, value] of Object.entries(S3_CREDENTIALS)) vi.stubEnv(name, value);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

/** `npm run soak -- --cluster` has dozens. */
const [KILLS, CRASHES] = [1, 1];

describe('servers and workers on one PostgreSQL and one S3, with customers who use the SDK', () => {
  it('are restarted in turn, killed, and lose PostgreSQL: no charge is wrong, and no answer is lost', async () => {
    const bucket = { STORAGE_URL: s3.storageUrl('cluster'), ...S3_CREDENTIALS };
    const { rows, jobs } = await soakRun({
      cluster: makeCluster({ folder, bucket, workers: 1 }),
      kills: KILLS,
      crashes: CRASHES,
      lookups: 6,
      seed: 20_261_123,
    });
    expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(1 + KILLS + CRASHES);
    expect(jobs).toBeGreaterThan(0);
  }, 480_000);
});
