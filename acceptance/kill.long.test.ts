// Engines: SQLite, PostgreSQL at a release
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engineOfTests } from '../packages/server/src/testing/engines.js';
import { killRun } from '../scripts/soak/kill-run.mjs';
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
    const counts = await killRun({ dataDir, kills: KILLS, seed: 20_261_121 });
    expect(counts.kills).toBe(KILLS);
    expect(counts.answered).toBeGreaterThan(KILLS);
    expect(counts.unanswered).toBeGreaterThan(0);
    expect(counts.unseenCharges).toBeLessThanOrEqual(counts.unansweredKeyless);
  }, 480_000);
});
