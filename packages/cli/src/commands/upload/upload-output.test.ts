import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SkipTraceJob } from '@skiptrace/sdk';
import { contractAnswer, unauthorized } from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import { priceLine } from '../../jobs/words.js';
import { scenarios, skiptrace } from '../../testing/scenario.js';

const start = scenarios();
const ENRICHED = 'Address,Skip Trace Status\r\n100 Sandbox Match St,Matched\r\n';
const options = { enriched: Buffer.from(ENRICHED), honorsKeys: true };

describe('the output of upload', () => {
  it('with --json is one document, and nothing else anywhere', async () => {
    const { scenario, host } = await start.withHost(options);
    expect(await skiptrace(host, 'upload', 'leads.csv', '-y', '--max-cost', '1', '--json')).toBe(0);
    expect(JSON.parse(host.output)).toEqual({
      jobId: scenario.job.id,
      status: 'completed',
      totalRows: 3,
      matchedRows: 2,
      totalChargeCents: 8,
      missReasons: null,
      resultSummary: null,
      chargedCents: 8,
      output: path.join(host.cwd, 'leads.enriched.csv'),
      rows: 3,
      blankAddresses: 0,
      uniqueAddresses: 3,
      unmatchableRows: 0,
      repeatedRows: 0,
      maxCents: 12,
      columnMapping: {
        address: 'Property Address',
        city: 'Property City',
        state: 'Property State',
        zip: 'Property Zip',
      },
    });
    expect(host.errors).toBe('');
  });

  it('of a failure with --json is one document on standard error', async () => {
    const { scenario, host } = await start.withHost(options);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--json')).toBe(3);
    expect(host.output).toBe('');
    expect(JSON.parse(host.errors)).toMatchObject({
      error: {
        code: 'confirmation_needed',
        exit_code: 3,
        job_id: scenario.job.id,
        charged_cents: 0,
        next: 'skiptrace upload leads.csv --json --yes --max-cost 0.08',
      },
    });
  });

  it('with -o - is the file and nothing else', async () => {
    const { host } = await start.withHost(options);
    expect(await skiptrace(host, 'upload', 'leads.csv', '-y', '--max-cost', '1', '-o', '-')).toBe(0);
    expect(host.output).toBe(ENRICHED);
    expect(existsSync(path.join(host.cwd, 'leads.enriched.csv'))).toBe(false);
  });

  it("with --dry-run is the highest price at the account's own price, and nothing else is asked", async () => {
    const { scenario, host } = await start.withHost(options);
    scenario.server.service.priceCents = 25;
    expect(await skiptrace(host, 'upload', 'leads.csv', '--dry-run', '--json')).toBe(0);
    expect(JSON.parse(host.output)).toMatchObject({ rows: 3, uniqueAddresses: 3, maxCents: 75 });
    expect(await skiptrace(host, 'upload', 'leads.csv', '--dry-run')).toBe(0);
    expect(host.errors).toContain('Maximum cost: $0.75 (3 rows × $0.25)');
    expect(scenario.seen()).toEqual({});
  });

  it.each([
    ['without a key', 'No API key found.'],
    ['with a key that is refused', 'http://127.0.0.1:'],
    ['without a server', "Can't reach http://127.0.0.1:9. The URL comes from SKIPTRACE_BASE_URL."],
  ])('with --dry-run counts with the default price, and says so, %s', async (at, why) => {
    const { scenario, host } = await start.withHost(options);
    if (at === 'without a key') delete host.env['SKIPTRACE_API_KEY'];
    if (at === 'without a server') host.env['SKIPTRACE_BASE_URL'] = 'http://127.0.0.1:9';
    scenario.server.script('getAccount', unauthorized());
    expect(await skiptrace(host, 'upload', 'leads.csv', '--dry-run')).toBe(0);
    expect(host.errors).toContain(`your account may have another. ${why}`);
    expect(host.errors).toContain('Maximum cost: $0.12 (3 rows × $0.04, the default price)');
  });

  it('with --preview is the price and the waiting job', async () => {
    const { scenario, host } = await start.withHost(options);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--preview')).toBe(0);
    expect(host.output).toBe(`${scenario.job.id}\n`);
    expect(host.errors).toContain('= $0.08');
    expect(scenario.job.status).toBe('preview');
  });

  it('with --detach is the job, paid and on its way', async () => {
    const { scenario, host } = await start.withHost(options);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--detach', '-y', '--max-cost', '1')).toBe(0);
    expect(host.output).toBe(`${scenario.job.id}\n`);
    expect(host.errors).toContain(`skiptrace jobs download ${scenario.job.id}`);
    expect(scenario.seen()['signed-download']).toBeUndefined();
  });

  it('with -o - has no helper columns either', async () => {
    const sent =
      'skiptrace city,skiptrace state,Property Address,Zip,Skip Trace Status\n,NV,1 Oak St,89501,Matched\n';
    const { host } = await start.withHost({ ...options, enriched: Buffer.from(sent) });
    writeFileSync(path.join(host.cwd, 'leads.csv'), 'Property Address,Zip\n1 Oak St,89501\n');
    expect(await skiptrace(host, 'upload', 'leads.csv', '-y', '--max-cost', '1', '-o', '-')).toBe(0);
    expect(host.output).toBe('Property Address,Zip,Skip Trace Status\n1 Oak St,89501,Matched\n');
    expect(readdirSync(host.temporaryDirectory)).toEqual([]);
  });

  it('has its own name with a test key, so that the name of the real result stays free', async () => {
    const scenario = await start(options);
    const host = scenario.host({ env: { SKIPTRACE_API_KEY: 'pc_test_made-up-key-of-a-test' } });
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1')).toBe(0);
    expect(host.output).toBe(`${path.join(host.cwd, 'leads.test.enriched.csv')}\n`);
  });

  it('says with a test key that test mode costs nothing', async () => {
    const scenario = await start(options);
    const body = { mode: 'test', pricePerMatchCents: 0 };
    scenario.server.script('getAccount', contractAnswer('getAccount', 200, { body }));
    const host = scenario.host({ env: { SKIPTRACE_API_KEY: 'pc_test_made-up-key-of-a-test' } });
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1', '--preview')).toBe(0);
    expect(host.errors).toContain('Maximum cost: $0.00 (test mode costs nothing)\n');
    const free = { matchedRows: 2, nonMatchCount: 1, pricePerRowCents: 0, totalChargeCents: 0 };
    const job = contractAnswer('getSkipTraceJob', 200, { body: free }).body;
    expect(priceLine(JSON.parse(String(job)) as SkipTraceJob)).toBe(
      '2 matches (of 3 looked up): nothing to pay',
    );
  });

  it.skipIf(process.platform === 'win32')(
    'takes a list from a named pipe, as <(command) of a shell makes one',
    async () => {
      const { host } = await start.withHost(options);
      const pipe = path.join(host.cwd, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const done = skiptrace(host, 'upload', pipe, '--yes', '--max-cost', '1');
      await writeFile(pipe, 'Property Address,Zip\n100 Sandbox Match St,78701\n');
      expect(await done).toBe(0);
      expect(host.output).toBe(`${path.join(host.cwd, 'stdin.enriched.csv')}\n`);
    },
  );

  it('is the same for a list from standard input', async () => {
    const scenario = await start(options);
    const host = scenario.host({ stdin: 'Property Address,Zip\n1 Oak St,89501\n' });
    expect(await skiptrace(host, 'upload', '-', '-y', '--max-cost', '1')).toBe(0);
    expect(host.output).toBe(`${path.join(host.cwd, 'stdin.enriched.csv')}\n`);
    expect(readdirSync(host.temporaryDirectory)).toEqual([]);
  });
});
