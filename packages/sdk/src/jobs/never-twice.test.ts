// Wherever a failure occurs, a program that obeys `retryable` and `mayHaveBeenCharged` never pays twice.
import { mkdir, readdir, readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSkipTraceError, type RunOptions, type SkipTraceError } from '../index.js';
import { setup, temporaryFolder, columnMapping, csv } from '../testing/harness.js';
import {
  actOnSocket,
  htmlPage,
  rateLimited,
  reply,
  reset,
  resetInBody,
  type Scenario,
  serverError,
  type ScenarioServer,
  stall,
  type Target,
} from '../testing/index.js';

/** Failures before the service has carried out a request, and after it has (or while a gateway still holds the request). */
const before = {
  'a page instead': htmlPage(503),
  'a 500 of the service': serverError(),
  'a limit': rateLimited('1'),
  'a broken connection': reset(),
};
const after = {
  'a broken connection': reset(),
  'an answer cut off': resetInBody(),
  'a page of a proxy': htmlPage(502),
  'a page of a proxy that calls it a 500': htmlPage(500),
  'a page of a proxy that gave up waiting': htmlPage(504),
  'a page with 200': htmlPage(200),
  'JSON of somebody else': reply(200, { ok: true }),
  silence: stall(),
};
type Fault =
  | { when: 'before'; how: keyof typeof before }
  | { when: 'after' | 'late'; how: keyof typeof after }
  | { when: 'never' };

/** Delay long enough for the client to read the job and send again. */
const lateMs = 80;

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ when: 'never' } as const) },
  {
    weight: 2,
    arbitrary: fc
      .constantFrom(...(Object.keys(before) as (keyof typeof before)[]))
      .map((how) => ({ when: 'before', how }) as const),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      when: fc.constantFrom('after' as const, 'late' as const),
      how: fc.constantFrom(...(Object.keys(after) as (keyof typeof after)[])),
    }),
  },
);

const paying = ['skipTraceSingle', 'skipTraceBulk'] as const;
const ofJobs = [
  'createSkipTraceJob',
  'uploadSkipTraceJobFile',
  'markSkipTraceJobUploaded',
  'signed-upload',
  'confirmSkipTraceJob',
  'getSkipTraceJob',
  'signed-download',
] as const;

/**
 * Makes the next requests to each target fail as scripted. The service carries out a failing request only afterwards.
 *
 * @returns a function that waits until the service has also carried out the late requests
 */
function breaking(
  server: ScenarioServer,
  faults: Partial<Record<Target, readonly Fault[]>>,
): () => Promise<unknown> {
  const late: Promise<void>[] = [];
  for (const [target, list = []] of Object.entries(faults) as [Target, readonly Fault[]][]) {
    for (const each of list) {
      server.script(target, (response: ServerResponse) => {
        const seen = server.requests.findLast((request) => request.target === target);
        const normal = (): Scenario => {
          if (!seen) throw new Error('an answer without a request');
          return server['answer'](seen, server.url);
        };
        if (each.when === 'never') return actOnSocket(normal(), response);
        if (each.when === 'before') return actOnSocket(before[each.how], response);
        if (each.when === 'after') normal();
        else late.push(new Promise((resolve) => setTimeout(() => resolve(void normal()), lateMs)));
        return actOnSocket(after[each.how], response);
      });
    }
  }
  return () => Promise.all(late);
}

/** A careful program: repeats the call only if the error says that this is harmless. */
async function obeying<T>(call: () => Promise<T>): Promise<T | SkipTraceError> {
  for (let again = 0; ; again++) {
    try {
      return await call();
    } catch (error) {
      if (!isSkipTraceError(error)) throw error;
      if (!error.retryable || error.mayHaveBeenCharged || again >= 6) return error;
    }
  }
}

const limits = { timeoutMs: 60, maxRetries: 2 };

describe('a program that obeys its errors', () => {
  it('pays for a file once, and can always continue with its job', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record(Object.fromEntries(ofJobs.map((name) => [name, fc.array(fault, { maxLength: 7 })]))),
        fc.constantFrom('direct' as const, 'presigned' as const),
        fc.boolean(),
        async (faults, uploadMethod, honorsKeys) => {
          const { client, server } = await setup(limits, { uploadMethod, honorsKeys });
          const folder = await temporaryFolder();
          const output = join(folder, 'out.csv');
          const everythingArrived = breaking(server, faults);
          const spent = () => 100_000 - server.service.balanceCents;
          const options = (more: Partial<RunOptions> = {}): RunOptions => ({
            filename: 'leads.csv',
            columnMapping,
            onPreview: () => 'confirm',
            output,
            ...more,
          });
          const end = await obeying(() => client.jobs.run(csv, options()));
          await everythingArrived();
          expect(spent()).toBeLessThanOrEqual(8);
          if (isSkipTraceError(end)) {
            expect(await readdir(folder)).toEqual([]);
            // The job shows the amount that was paid, or may have been.
            if (spent() > 0) {
              expect(end.mayHaveBeenCharged).toBe(true);
              expect(end.jobId).toBe(
                [...server.service.jobs].find(([, job]) => job.status !== 'pending')?.[0],
              );
            }
            const { resumeToken } = end;
            if (resumeToken !== undefined) {
              const healed = await obeying(() => client.jobs.run(csv, options({ resumeToken })));
              await everythingArrived();
              expect(spent()).toBeLessThanOrEqual(8);
              if (!isSkipTraceError(healed)) expect(healed).toMatchObject({ job: { totalChargeCents: 8 } });
            }
          } else {
            expect(end).toMatchObject({ outcome: 'completed', chargedCents: 8 });
            expect(spent()).toBe(8);
            expect(await readFile(output)).toEqual(Buffer.from(server.service.enriched));
          }
          await client.close();
          await server.close();
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);

  // With faults everywhere, few runs fail three times at a paying request.
  it('pays for a file once, however its confirmation fails', async () => {
    const failing = fault.filter(({ when }) => when !== 'never');
    await fc.assert(
      fc.asyncProperty(fc.array(failing, { minLength: 1, maxLength: 5 }), async (faults) => {
        const { client, server } = await setup(limits);
        const everythingArrived = breaking(server, { confirmSkipTraceJob: faults });
        const run = () =>
          client.jobs.run(csv, { filename: 'leads.csv', columnMapping, onPreview: () => 'confirm' });
        const end = await obeying(run);
        await everythingArrived();
        const spentCents = 100_000 - server.service.balanceCents;
        expect(spentCents).toBeLessThanOrEqual(8);
        if (isSkipTraceError(end)) expect(end.resumeToken).toBeDefined();
        else expect(spentCents).toBe(8);
        await client.close();
        await server.close();
      }),
      {
        numRuns: 50,
        examples: [
          [
            [
              { when: 'before', how: 'a 500 of the service' },
              { when: 'late', how: 'a broken connection' },
              { when: 'before', how: 'a 500 of the service' },
            ],
          ],
          [
            [
              { when: 'late', how: 'a page of a proxy that calls it a 500' },
              { when: 'before', how: 'a 500 of the service' },
              { when: 'before', how: 'a 500 of the service' },
            ],
          ],
        ],
      },
    );
  }, 60_000);

  it.each(paying)(
    'pays for an address once (%s)',
    async (operation) => {
      await fc.assert(
        fc.asyncProperty(fc.array(fault, { maxLength: 8 }), async (faults) => {
          const { client, server } = await setup(limits);
          const everythingArrived = breaking(server, { [operation]: faults });
          const address = '100 Sandbox Match St';
          const look = {
            skipTraceSingle: () => client.lookup(address),
            skipTraceBulk: async () => {
              const { items } = await client.bulk([address]);
              const [item] = items;
              if (item && 'error' in item) throw item.error;
              return item;
            },
          };
          await obeying<unknown>(look[operation]);
          await everythingArrived();
          expect(100_000 - server.service.balanceCents).toBeLessThanOrEqual(4);
          await client.close();
          await server.close();
        }),
        { numRuns: 40 },
      );
    },
    60_000,
  );
});

describe('a run finds out before it pays', () => {
  it.each([
    ['a folder that is not there', (folder: string) => join(folder, 'no', 'out.csv')],
    ['a name that is too long', (folder: string) => join(folder, `${'a'.repeat(260)}.csv`)],
    ['a folder in the place of the file', (folder: string) => folder],
  ])('that the output is %s', async (_, outputIn) => {
    const { client, server } = await setup();
    const output = outputIn(await temporaryFolder());
    const options = { filename: 'a.csv', columnMapping, onPreview: () => 'confirm' as const, force: true };
    await expect(client.jobs.run(csv, { ...options, output })).rejects.toMatchObject({ code: 'output' });
    expect(server.requests).toHaveLength(0);
  });

  it('that the output was created by another process while a person was deciding', async () => {
    const { client, server } = await setup();
    const output = join(await temporaryFolder(), 'out.csv');
    const run = client.jobs.run(csv, {
      filename: 'a.csv',
      columnMapping,
      output,
      onPreview: async () => {
        await mkdir(output);
        return 'confirm';
      },
    });
    await expect(run).rejects.toMatchObject({ code: 'output', mayHaveBeenCharged: false });
    expect(server.seen('confirmSkipTraceJob')).toHaveLength(0);
  });

  it('that the longest file name of the disk works', async () => {
    const { client } = await setup();
    const output = join(await temporaryFolder(), `${'a'.repeat(251)}.csv`);
    const options = { filename: 'a.csv', columnMapping, onPreview: () => 'confirm' as const };
    await client.jobs.run(csv, { ...options, output });
    expect((await readFile(output)).length).toBeGreaterThan(0);
  });
});
