// The conformance suite against servers that are broken on purpose: each check of it can fail.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readings, runChecks, specification } from '../packages/conformance/src/index.js';
import { ConformanceServers, LINK_SECONDS, PATIENCE_MS } from './support/conformance-servers.js';
import { mutants, rightLimits, type Mutant } from './support/mutants/index.js';
import { MutatingProxy, type Mutation } from './support/mutating-proxy.js';
import type { RealServer } from './support/processes.js';

const clock = { now: () => Date.now(), sleep: (ms: number) => sleep(ms) };
const catalogue = [...specification, ...readings];

let servers: ConformanceServers;
beforeAll(async () => {
  servers = await ConformanceServers.start();
}, PATIENCE_MS);
afterAll(() => servers.remove());

/** The outcomes of some checks on a server that is broken. */
async function outcomes(mutation: Mutation, ids: readonly string[], target: RealServer): Promise<string[]> {
  const proxy = await MutatingProxy.listen(target.url, mutation);
  const { key, fixtures } = servers.prepared.broken;
  try {
    const { results } = await runChecks(
      catalogue.filter(({ id }) => ids.includes(id)),
      {
        baseUrl: proxy.url,
        key,
        fixtures: {
          ...fixtures,
          ...(target === servers.presigned ? { downloadLinkSeconds: LINK_SECONDS } : {}),
        },
        maxCostCents: 100_000,
        clock,
      },
    );
    return results.map(({ id, outcome, reason = '' }) => `${id} ${outcome} ${reason}`.trim()).sort();
  } finally {
    await proxy.close();
  }
}

describe('a server that', () => {
  it.each(mutants)(
    '$name is caught',
    async ({ mutate, caughtBy, presigned: other = false }: Mutant) => {
      const expected = caughtBy.map((id) => `${id} failed`).sort();
      expect(await outcomes(mutate(), caughtBy, other ? servers.presigned : servers.server)).toEqual(
        expected,
      );
    },
    PATIENCE_MS,
  );

  it(
    'has the right limits passes the checks that the others fail',
    async () => {
      const expected = rightLimits.caughtBy.map((id) => `${id} passed`).sort();
      expect(await outcomes(rightLimits.mutate(), rightLimits.caughtBy, servers.server)).toEqual(expected);
    },
    PATIENCE_MS,
  );
});

describe('every check', () => {
  it('can fail: some broken server is caught by it', () => {
    const caught = new Set(mutants.flatMap(({ caughtBy }) => caughtBy));
    expect(catalogue.map(({ id }) => id).filter((id) => !caught.has(id))).toEqual([]);
  });
});
