// The conformance suite against our server, and against servers that are broken on purpose.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readings, runChecks, specification, type CheckResult } from '../packages/conformance/src/index.js';
import { prepare, prepareBroken, type Prepared } from './support/conformance-fixtures.js';
import { limitNames, mutants, rightLimits, type Mutant } from './support/mutants/index.js';
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
/** Only a server with small windows of its own shows that these fail. */
const isAboutLimits = (id: string) => /^limits\.(single-per|bulk-per|contact|daily)|^reading\.cap\./.test(id);

/** By check, the broken server that it is held against. RECORD=1 looks for one for each check that has none (CONTRIBUTING.md). */
const record = path.join(import.meta.dirname, 'support/mutants/caught-by.json');
const caughtBy = JSON.parse(await readFile(record, 'utf8')) as Record<string, string>;

/** The outcomes of some checks on a broken server. */
async function outcomes(mutation: Mutation, ids: readonly string[], target: RealServer) {
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
    return results;
  } finally {
    await proxy.close();
  }
}

const said = (results: readonly CheckResult[]): string[] =>
  results.map(({ id, outcome, reason = '' }) => `${id} ${outcome} ${reason}`.trim()).sort();

/** What is on record, and for every check that is not, the first mutant that fails it. */
async function findMutants(): Promise<Record<string, string>> {
  const ids = catalogue.map(({ id }) => id);
  const found = new Map(Object.entries(caughtBy).filter(([id]) => ids.includes(id)));
  for (const { name, mutate, presigned: other = false } of mutants) {
    const open = ids
      .filter((id) => !found.has(id) && other === isForPresigned(id))
      .filter((id) => limitNames.has(name) === isAboutLimits(id));
    if (open.length === 0) continue;
    prepared.broken = await prepareBroken(server, prepared);
    const results = await outcomes(mutate(), open, other ? presigned : server).catch(() => []);
    for (const { id, outcome } of results) if (outcome === 'failed') found.set(id, name);
  }
  return Object.fromEntries([...found].sort());
}

// What the suite catches is the same whatever the server keeps its data in.
describe.skipIf(process.env.TEST_ENGINE === 'PostgreSQL')('a server that', () => {
  if (process.env.RECORD !== undefined) {
    it('is looked for, for every check', async () => {
      await writeFile(record, `${JSON.stringify(await findMutants(), null, 2)}\n`);
    }, 3_600_000);
    return;
  }

  const idsOf = (name: string) => Object.keys(caughtBy).filter((id) => caughtBy[id] === name);
  it.each(mutants.filter(({ name }) => idsOf(name).length > 0))(
    '$name is caught',
    async ({ name, mutate, presigned: other = false }: Mutant) => {
      const expected = idsOf(name).map((id) => `${id} failed`);
      expect(said(await outcomes(mutate(), idsOf(name), other ? presigned : server))).toEqual(expected);
    },
    PATIENCE_MS,
  );

  it(
    'has the right limits passes the checks that the others fail',
    async () => {
      const ids = Object.keys(caughtBy).filter(isAboutLimits);
      expect(said(await outcomes(rightLimits(), ids, server))).toEqual(ids.map((id) => `${id} passed`));
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
    expect(Object.keys(caughtBy)).toEqual(catalogue.map(({ id }) => id).sort());
    const names = new Set(mutants.map(({ name }) => name));
    expect(Object.values(caughtBy).filter((name) => !names.has(name))).toEqual([]);
  });
});
