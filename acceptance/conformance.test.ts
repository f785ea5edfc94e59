// The conformance suite against our server.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readings, specification, type CheckResult } from '../packages/conformance/src/index.js';
import { ConformanceServers, LINK_SECONDS, PATIENCE_MS } from './support/conformance-servers.js';
import { run } from './support/processes.js';

const bin = path.resolve(import.meta.dirname, '../packages/conformance/bin/skiptrace-conformance.js');
const sandboxFixtures = path.resolve(
  import.meta.dirname,
  '../packages/conformance/examples/sandbox.fixtures.json',
);

const catalogue = [...specification, ...readings];

let servers: ConformanceServers;
beforeAll(async () => {
  servers = await ConformanceServers.start();
}, PATIENCE_MS);
afterAll(() => servers.remove());

/** Runs the command as a person would, and returns its document. */
async function conformance(baseUrl: string, extra: object, ...flags: readonly string[]) {
  const { server, prepared } = servers;
  const fixturesPath = path.join(server.folder, 'fixtures.json');
  await writeFile(fixturesPath, JSON.stringify({ ...prepared.fixtures, ...extra }));
  const words = [
    '--base-url',
    baseUrl,
    '--fixtures',
    fixturesPath,
    '--max-cost',
    '80',
    '--readings',
    '--json',
  ];
  const finished = await run(bin, [...words, ...flags], { SKIPTRACE_API_KEY: prepared.key });
  const { checks } = JSON.parse(finished.stdout) as { checks: CheckResult[] };
  const by = (outcome: string) => checks.filter((check) => check.outcome === outcome);
  return { ...finished, checks, failed: by('failed'), skipped: by('skipped').map(({ id }) => id) };
}

const isForPresigned = (id: string) => /^(reading\.)?presigned\.|^get-job\.expired-link$/.test(id);

describe('our server', () => {
  it(
    'keeps every sentence of the specification and of the readings',
    async () => {
      const { code, stdout, failed, checks, skipped } = await conformance(servers.server.url, {});
      expect(failed).toEqual([]);
      expect(checks.map(({ id }) => id).sort()).toEqual(catalogue.map(({ id }) => id).sort());
      // A window of a minute cannot be filled on a machine that needs longer for 500 requests.
      expect(skipped.filter((id) => !isForPresigned(id) && !id.endsWith('-per-minute'))).toEqual([]);
      expect(code).toBe(0);
      expect(stdout).not.toMatch(/pc_[A-Za-z0-9]{8}/);
    },
    PATIENCE_MS,
  );

  it(
    'keeps them with presigned uploads too',
    async () => {
      const only = ['--only', 'presigned|expired-link|^job\\.|^enriched|^states'];
      const { failed, skipped } = await conformance(
        servers.presigned.url,
        { downloadLinkSeconds: LINK_SECONDS },
        ...only,
      );
      expect(failed).toEqual([]);
      expect(skipped).toEqual([]);
    },
    PATIENCE_MS,
  );
});

describe('an account with a price of its own', () => {
  it('is refused before anything is charged', async () => {
    const { server } = servers;
    const created = await server.operator('accounts', 'create', '--name', 'Dear', '--balance-cents', '1000');
    await server.operator('accounts', 'set', String(created.accountId), '--price-cents', '50');
    const words = ['--base-url', server.url, '--fixtures', sandboxFixtures, '--max-cost', '0.60'];
    const finished = await run(bin, words, { SKIPTRACE_API_KEY: String(created.apiKey) });
    expect(finished.stderr).toContain('--key (price of a match $0.50 instead of $0.04)');
    expect(finished.code).toBe(2);
    const { balanceCents } = await server.operator('balance', 'show', String(created.accountId));
    expect(balanceCents).toBe(1000);
  });
});
