// Engines: SQLite, PostgreSQL
// The conformance suite against our server: the specification, and our readings of it (docs/readings.md). Checks that send large files
// or use up a minute's requests are in conformance-presigned.long.test.ts.

import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readings, specification } from '../packages/conformance/src/index.js';
import {
  checkConformance,
  conformanceBin,
  startConformanceServer,
  isForPresigned,
  isLarge,
  PATIENCE_MS,
  WITHOUT_LARGE,
  type ConformanceServer,
} from './support/conformance-servers.js';
import { run } from './support/processes.js';

const sandboxFixtures = path.resolve(
  import.meta.dirname,
  '../packages/conformance/examples/sandbox.fixtures.json',
);

const catalogue = [...specification, ...readings];

let conformance: ConformanceServer;
beforeAll(async () => {
  conformance = await startConformanceServer();
}, PATIENCE_MS);
afterAll(() => conformance.server.remove());

describe('our server', () => {
  it(
    'keeps every sentence of the specification and of the readings',
    async () => {
      const { code, stdout, failed, checks, skipped } = await checkConformance(conformance, {
        facts: WITHOUT_LARGE,
      });
      expect(failed).toEqual([]);
      expect(checks.map(({ id }) => id).sort()).toEqual(catalogue.map(({ id }) => id).sort());
      const large = catalogue.filter(isLarge).map(({ id }) => id);
      expect(skipped.filter((id) => !isForPresigned(id)).sort()).toEqual(large.sort());
      expect(code).toBe(0);
      expect(stdout).not.toMatch(/pc_[A-Za-z0-9]{8}/);
    },
    PATIENCE_MS,
  );
});

describe('an account with a price of its own', () => {
  it('is refused before anything is charged', async () => {
    const { server } = conformance;
    const created = await server.operator('accounts', 'create', '--name', 'Dear', '--balance-cents', '1000');
    await server.operator('accounts', 'set', String(created.accountId), '--price-cents', '50');
    const words = ['--base-url', server.url, '--fixtures', sandboxFixtures, '--max-cost', '0.60'];
    const finished = await run(conformanceBin, words, { SKIPTRACE_API_KEY: String(created.apiKey) });
    expect(finished.stderr).toContain('--key (price of a match $0.50 instead of $0.04)');
    expect(finished.code).toBe(2);
    const { balanceCents } = await server.operator('balance', 'show', String(created.accountId));
    expect(balanceCents).toBe(1000);
  });
});
