// The conformance suite against our server, and against servers that are broken on purpose.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readings, runChecks, specification, type CheckResult } from '../packages/conformance/src/index.js';
import { prepare, type Prepared } from './support/conformance-fixtures.js';
import { mutants, rightLimits, type Mutant } from './support/mutants/index.js';
import { MutatingProxy, type Mutation } from './support/mutating-proxy.js';
import { RealServer, run } from './support/processes.js';

const bin = path.resolve(import.meta.dirname, '../packages/conformance/bin/skiptrace-conformance.js');
const sandboxFixtures = path.resolve(
  import.meta.dirname,
  '../packages/conformance/examples/sandbox.fixtures.json',
);
const LINK_SECONDS = 2;
const PATIENCE_MS = 300_000;

const clock = { now: () => Date.now(), sleep: (ms: number) => sleep(ms) };
const catalogue = [...specification, ...readings];

let server: RealServer;
/** The same data directory with the other upload method, and links that soon expire. */
let presigned: RealServer;
let prepared: Prepared;

beforeAll(async () => {
  server = await RealServer.create();
  // Lookups that fail on purpose would fill the test's output.
  server.settings = { LOG_LEVEL: 'silent' };
  prepared = await prepare(server);
  await server.start('--sandbox');
  presigned = server.beside({
    LOG_LEVEL: 'silent',
    UPLOAD_METHOD: 'presigned',
    DOWNLOAD_TTL_SECONDS: String(LINK_SECONDS),
  });
  await presigned.start('--sandbox', '--role', 'api');
}, PATIENCE_MS);
afterAll(async () => {
  await presigned.stop();
  await server.remove();
});

/** Runs the command as a person would, and returns its document. */
async function conformance(baseUrl: string, extra: object, ...flags: readonly string[]) {
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

// Before the run against our own server, which sends the five messages that a quarter of an hour takes.
/** The outcomes of some checks on a server that is broken. */
async function outcomes(mutation: Mutation, ids: readonly string[], target: RealServer): Promise<string[]> {
  const proxy = await MutatingProxy.listen(target.url, mutation);
  const { key, fixtures } = prepared.broken;
  try {
    const { results } = await runChecks(
      catalogue.filter(({ id }) => ids.includes(id)),
      {
        baseUrl: proxy.url,
        key,
        fixtures: { ...fixtures, ...(target === presigned ? { downloadLinkSeconds: LINK_SECONDS } : {}) },
        maxCostCents: 100_000,
        clock,
      },
    );
    return results.map(({ id, outcome, reason = '' }) => `${id} ${outcome} ${reason}`.trim()).sort();
  } finally {
    await proxy.close();
  }
}

// What the suite catches is the same whatever the server keeps its data in.
describe.skipIf(process.env.TEST_ENGINE === 'PostgreSQL')('a server that', () => {
  it.each(mutants)(
    '$name is caught',
    async ({ mutate, caughtBy, presigned: other = false }: Mutant) => {
      const expected = caughtBy.map((id) => `${id} failed`).sort();
      expect(await outcomes(mutate(), caughtBy, other ? presigned : server)).toEqual(expected);
    },
    PATIENCE_MS,
  );

  it(
    'has the right limits passes the checks that the others fail',
    async () => {
      const expected = rightLimits.caughtBy.map((id) => `${id} passed`).sort();
      expect(await outcomes(rightLimits.mutate(), rightLimits.caughtBy, server)).toEqual(expected);
    },
    PATIENCE_MS,
  );
});

describe('our server', () => {
  it(
    'keeps every sentence of the specification and of the readings',
    async () => {
      const { code, stdout, failed, checks, skipped } = await conformance(server.url, {});
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
        presigned.url,
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

describe('every check', () => {
  it('can fail: some broken server is caught by it', () => {
    const caught = new Set(mutants.flatMap(({ caughtBy }) => caughtBy));
    expect(catalogue.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([]);
  });
});
