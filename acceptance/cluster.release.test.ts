import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { S3_CREDENTIALS, startS3 } from '../packages/server/src/testing/s3-server.js';
import { makeCluster } from '../scripts/soak/machines.mjs';
import { soakRun } from '../scripts/soak/run.mjs';

let folder: string;
let s3: Awaited<ReturnType<typeof startS3>>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-cluster-'));
  s3 = await startS3();
});
afterEach(async () => {
  await s3.close();
  await rm(folder, { recursive: true, force: true });
});

/** `npm run soak -- --cluster` has dozens. */
const KILLS = 1;
const CRASHES = 1;

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
