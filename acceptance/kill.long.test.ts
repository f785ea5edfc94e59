// Engines: SQLite, PostgreSQL at a release

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engineOfTests } from '../packages/server/src/testing/engines.js';
import { oneServer } from '../scripts/soak/machines.mjs';
import { soakRun } from '../scripts/soak/run.mjs';
import { useSettings } from '../scripts/support/server-process.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-kill-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** `npm run soak` kills it 50 times. */
const KILLS = 2;

describe('a server that is killed under load', () => {
  it('loses no charge and makes none twice, by the answers that customers got', async () => {
    const dataDir = path.join(folder, 'data');
    useSettings(dataDir, await engineOfTests.settings(folder));
    const { rows, calls } = await soakRun({
      cluster: oneServer(dataDir),
      kills: KILLS,
      seed: 20_261_121,
    });
    const sum = (count: string) => rows.reduce((total, row) => total + Number(row[count]), 0);
    expect(sum('times')).toBe(KILLS);
    expect(calls).toBeGreaterThan(KILLS);
    expect(sum('unanswered')).toBeGreaterThan(0);
  }, 480_000);
});
