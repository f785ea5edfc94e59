import { readdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { actOnSocket, stall } from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import { shortId, waitingWords } from './jobs/words.js';
import type { FakeHost } from './testing/fake-host.js';
import { type Scenario, scenarios, skiptrace } from './testing/scenario.js';

const start = scenarios();
const YES = ['--yes', '--max-cost', '1', '--progress', 'none'];

/** Sends the first bytes of the enriched file and then nothing more. */
const stallInFile = (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/csv', 'content-length': '1000000' });
  response.write('Address,Skip Trace Status\r\n');
};

/** Presses Ctrl-C during a request that the service never answers: a command that waited for it would not end. */
async function interruptAt(
  scenario: Scenario,
  host: FakeHost,
  argv: string[],
  reached: () => boolean,
): Promise<number> {
  const code = skiptrace(host, ...argv);
  while (!reached()) await new Promise((resolve) => setTimeout(resolve, 2));
  host.pressCtrlC();
  return code;
}

describe('Ctrl-C', () => {
  it.each([
    ['creating the job', 'createSkipTraceJob', 'Nothing was charged.', undefined],
    ['uploading', 'uploadSkipTraceJobFile', 'Nothing was charged.', 'pending'],
    ['downloading', 'signed-download', 'You were charged $0.08.', 'completed'],
  ] as const)(
    'while %s ends at once and says what it cost and how to go on',
    async (_stage, target, cost, status) => {
      const { scenario, host } = await start.withHost();
      scenario.server.script(target, target === 'signed-download' ? stallInFile : stall());
      const code = await interruptAt(
        scenario,
        host,
        ['upload', 'leads.csv', ...YES],
        () => scenario.server.seen(target).length > 0,
      );
      expect(code).toBe(130);
      expect(host.output).toBe('');
      expect(host.errors).toContain('Interrupted.');
      expect(host.errors).toContain(cost);
      if (status !== undefined)
        expect(host.errors).toContain(`Job ${shortId(scenario.job.id)} ${waitingWords(status)}.`);
      expect(host.errors).toContain('Next: skiptrace');
      expect(readdirSync(host.cwd)).toEqual(['leads.csv']);
    },
  );

  it('while a job is matched ends at once and leaves the job running', async () => {
    const { scenario, host } = await start.withHost();
    scenario.server.script('getSkipTraceJob', (response) => {
      const read = scenario.server.service.answer({
        operation: 'getSkipTraceJob',
        jobId: scenario.job.id,
        json: undefined,
        origin: scenario.server.url,
      });
      actOnSocket(read, response);
      scenario.server.script('getSkipTraceJob', stall());
    });
    const code = await interruptAt(
      scenario,
      host,
      ['upload', 'leads.csv', ...YES],
      () => scenario.seen()['getSkipTraceJob'] === 2,
    );
    expect(code).toBe(130);
    expect(host.errors).toContain('Next: skiptrace upload leads.csv');
  });

  it('while paying says that the cost is not known, and names the command that shows it', async () => {
    const { scenario, host } = await start.withHost();
    scenario.server.script('confirmSkipTraceJob', stall());
    const code = await interruptAt(
      scenario,
      host,
      ['upload', 'leads.csv', ...YES],
      () => scenario.seen()['confirmSkipTraceJob'] === 1,
    );
    expect(code).toBe(130);
    expect(host.errors).toContain("It's not known whether the job was charged.");
    expect(host.errors).toContain(`skiptrace jobs get ${scenario.job.id}`);
    expect(scenario.seen()['cancelSkipTraceJob']).toBeUndefined();
  });

  it('during a lookup of one address says that the cost is not known', async () => {
    const { scenario, host } = await start.withHost();
    scenario.server.script('skipTraceSingle', stall());
    const code = await interruptAt(
      scenario,
      host,
      ['lookup', '1 Oak St, Dover, DE 19901'],
      () => scenario.seen()['skipTraceSingle'] === 1,
    );
    expect(code).toBe(130);
    expect(host.errors).toContain('not known');
  });

  it('as SIGTERM is exit 143', async () => {
    const { scenario, host } = await start.withHost();
    scenario.server.script('listSkipTraceJobs', stall());
    const code = skiptrace(host, 'jobs', 'list');
    while (!scenario.seen()['listSkipTraceJobs']) await new Promise((resolve) => setTimeout(resolve, 2));
    host.pressCtrlC('SIGTERM');
    expect(await code).toBe(143);
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('leaves a job that the same command continues: one job, one charge', async () => {
    const { scenario, host } = await start.withHost({ honorsKeys: true });
    scenario.server.script('signed-download', stallInFile);
    await interruptAt(
      scenario,
      host,
      ['upload', 'leads.csv', ...YES],
      () => scenario.seen()['signed-download'] === 1,
    );
    host.startAnew();
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(0);
    expect(scenario.server.service.balanceCents).toBe(99_992);
    expect(scenario.seen()['confirmSkipTraceJob']).toBe(1);
  });
});
