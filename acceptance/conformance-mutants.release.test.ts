// The conformance suite against servers that are broken on purpose: shows that each check can fail.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readings, runChecks, specification, type CheckResult } from '../packages/conformance/src/index.js';
import {
  prepareBroken,
  ConformanceServers,
  isForPresigned,
  LINK_SECONDS,
  PATIENCE_MS,
} from './support/conformance-servers.js';
import { mutants, type Mutant } from './support/mutants.js';
import { MutatingProxy, type Mutation } from './support/mutating-proxy.js';
import type { RealServer } from './support/processes.js';

const clock = { now: () => Date.now(), sleep: (ms: number) => sleep(ms) };
const catalogue = [...specification, ...readings];

let servers: ConformanceServers;
beforeAll(async () => {
  servers = await ConformanceServers.start();
}, PATIENCE_MS);
afterAll(() => servers.remove());

/** The broken server that each check catches. RECORD=1 searches one for each check that has none (CONTRIBUTING.md). */
const record = path.join(import.meta.dirname, 'support/caught-by.json');
const caughtBy = JSON.parse(await readFile(record, 'utf8')) as Record<string, string>;

/** The outcomes of some checks on a broken server. */
async function outcomes(mutation: Mutation, ids: readonly string[], target: RealServer) {
  const proxy = await MutatingProxy.listen(target.url, mutation);
  const { key, fixtures } = servers.prepared.broken;
  const links = target === servers.presigned ? { downloadLinkSeconds: LINK_SECONDS } : {};
  try {
    const { results } = await runChecks(
      catalogue.filter(({ id }) => ids.includes(id)),
      { baseUrl: proxy.url, key, fixtures: { ...fixtures, ...links }, maxCostCents: 100_000, clock },
    );
    return results;
  } finally {
    await proxy.close();
  }
}

const targetOf = (ids: readonly string[]): RealServer =>
  ids.some(isForPresigned) ? servers.presigned : servers.server;

const said = (results: readonly CheckResult[]): string[] =>
  results.map(({ id, outcome, reason = '' }) => `${id} ${outcome} ${reason}`.trim()).sort();

/** The recorded mutants, and for every check without one the first mutant that fails it. */
async function findMutants(): Promise<Record<string, string>> {
  const ids = catalogue.map(({ id }) => id);
  const found = new Map(Object.entries(caughtBy).filter(([id]) => ids.includes(id)));
  for (const { name, mutate } of mutants) {
    for (const presigned of [false, true]) {
      const open = ids.filter((id) => !found.has(id) && isForPresigned(id) === presigned);
      if (open.length === 0) continue;
      servers.prepared.broken = await prepareBroken(servers.server, servers.prepared);
      const results = await outcomes(mutate(), open, targetOf(open)).catch(() => []);
      for (const { id, outcome } of results) if (outcome === 'failed') found.set(id, name);
    }
  }
  return Object.fromEntries([...found].sort());
}

describe('a server that', () => {
  if (process.env.RECORD !== undefined) {
    it('is tried for every check', async () => {
      await writeFile(record, `${JSON.stringify(await findMutants(), null, 2)}\n`);
    }, 3_600_000);
    return;
  }

  const idsOf = ({ name }: Mutant) => Object.keys(caughtBy).filter((id) => caughtBy[id] === name);
  it.each(mutants.filter((mutant) => idsOf(mutant).length > 0))(
    '$name is caught',
    async (mutant: Mutant) => {
      for (const presigned of [false, true]) {
        const ids = idsOf(mutant).filter((id) => isForPresigned(id) === presigned);
        if (ids.length === 0) continue;
        const results = await outcomes(mutant.mutate(), ids, targetOf(ids));
        expect(said(results)).toEqual(ids.map((id) => `${id} failed`));
      }
    },
    PATIENCE_MS,
  );
});

describe('every check', () => {
  it('can fail: at least one broken server fails it', () => {
    expect(Object.keys(caughtBy)).toEqual(catalogue.map(({ id }) => id).sort());
    const names = new Set(mutants.map(({ name }) => name));
    expect(Object.values(caughtBy).filter((name) => !names.has(name))).toEqual([]);
  });
});
