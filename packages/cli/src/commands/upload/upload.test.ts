import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import {
  actOnSocket,
  badRequest,
  htmlPage,
  insufficientBalance,
  reset,
  serverError,
  unauthorized,
} from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import { scenarios, skiptrace } from '../../testing/scenario.js';

const start = scenarios();
const ENRICHED = 'Address,Skip Trace Status\r\n100 Sandbox Match St,Matched\r\n';
const options = { enriched: Buffer.from(ENRICHED), honoursKeys: true };

describe('upload on a terminal', () => {
  it('shows the mapping and the price, asks, and writes the result', async () => {
    const scenario = await start(options);
    const host = scenario.host({ terminal: true });
    const code = skiptrace(host, 'upload', 'leads.csv', '--progress', 'lines');
    await host.answer(/Spend \$0\.08\? \[y\/N\]/, 'y\r');
    expect(await code).toBe(0);
    const result = path.join(host.cwd, 'leads.enriched.csv');
    expect(host.output).toBe(`${result}\n`);
    expect(readFileSync(result, 'utf8')).toBe(ENRICHED);
    expect(host.errors).toContain('Property Address');
    expect(host.errors).toContain('2 of 3 rows matched × $0.04 = $0.08');
    expect(host.errors).toContain('Charged $0.08.');
    expect(scenario.server.service.balanceCents).toBe(99_992);
    expect(readdirSync(host.temporaryDirectory)).toEqual([]);
  });

  it.each([
    ['Enter', '\r', 5],
    ['n', 'n\r', 5],
    ['Ctrl-D', '\u0004', 5],
    ['Ctrl-C', '\u0003', 130],
  ])('takes %s as no: nothing charged, the job waits, and how to go on is said', async (_key, keys, exit) => {
    const scenario = await start(options);
    const host = scenario.host({ terminal: true });
    const code = skiptrace(host, 'upload', 'leads.csv', '--progress', 'none');
    await host.answer(/\[y\/N\]/, keys);
    expect(await code).toBe(exit);
    expect(host.output).toBe('');
    expect(host.errors).toContain('Nothing was charged.');
    expect(host.errors).toContain(`skiptrace jobs confirm ${scenario.job.id}`);
    expect(scenario.job.status).toBe('preview');
    expect(scenario.seen()['confirmSkipTraceJob']).toBeUndefined();
  });

  it('does not pay a price that changed after it was shown', async () => {
    const scenario = await start(options);
    const host = scenario.host({ terminal: true });
    const code = skiptrace(host, 'upload', 'leads.csv', '--progress', 'none');
    await host.answer(/\[y\/N\]/, '');
    scenario.server.service.put(scenario.job.id, { totalChargeCents: 12 });
    host.stdin.push('y\r');
    expect(await code).toBe(6);
    expect(host.errors).toContain('no longer the $0.08');
    expect(host.errors).toContain('Nothing was charged.');
    expect(scenario.server.service.balanceCents).toBe(100_000);
  });
});

describe('upload where nobody can be asked', () => {
  it('spends nothing and prints the exact command to run', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(3);
    expect(host.output).toBe('');
    expect(host.errors).toContain('Nothing was charged.');
    expect(host.errors).toContain('Next: skiptrace upload leads.csv --yes --max-cost 0.08\n');
    expect(scenario.job.status).toBe('preview');
  });

  it('pays with --yes up to --max-cost', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '0.08')).toBe(0);
    expect(readFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'utf8')).toBe(ENRICHED);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('refuses --yes without a ceiling before anything is sent', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes')).toBe(2);
    expect(host.errors.trimEnd().split('\n')).toHaveLength(2);
    expect(scenario.seen()).toEqual({});
  });

  it('takes the ceiling from the environment or the settings as well', async () => {
    const scenario = await start(options);
    const host = scenario.host({ env: { SKIPTRACE_MAX_COST: '1' } });
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes')).toBe(0);
    const other = scenario.host();
    await skiptrace(other, 'config', 'set', 'max-cost', '0.07');
    expect(await skiptrace(other, 'upload', 'leads.csv', '--yes')).toBe(6);
  });

  it('charges nothing above the ceiling and leaves the job waiting', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '0.07')).toBe(6);
    expect(host.errors).toContain('$0.08, more than the ceiling of $0.07');
    expect(host.errors).toContain('--yes --max-cost 0.08');
    expect(scenario.job.status).toBe('preview');
  });

  it('asks nobody in CI, on a dumb terminal, with --no-input or with --json', async () => {
    const scenario = await start(options);
    for (const [env, flags] of [
      [{ CI: '1' }, []],
      [{ TERM: 'dumb' }, []],
      [{}, ['--no-input']],
      [{}, ['--json']],
    ] as [Record<string, string>, string[]][]) {
      const host = scenario.host({ terminal: true, env });
      expect(await skiptrace(host, 'upload', 'leads.csv', ...flags)).toBe(3);
      expect(host.errors).not.toContain('[y/N]');
    }
  });

  it('continues a job that matched nothing without a question, because it costs nothing', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    scenario.server.service.put(scenario.job.id, { matchedRows: 0, unmatchedRows: 3, totalChargeCents: 0 });
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(0);
    expect(scenario.server.service.balanceCents).toBe(100_000);
  });
});

describe('the same upload again', () => {
  it('goes on with the job that waits, and pays once', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(3);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1')).toBe(0);
    expect(host.errors).toContain('going on with it');
    expect(scenario.seen()).toMatchObject({
      createSkipTraceJob: 1,
      uploadSkipTraceJobFile: 1,
      confirmSkipTraceJob: 1,
    });
  });

  it('downloads a finished job again without a charge and says so', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1');
    expect(await skiptrace(host, 'upload', 'leads.csv', '-o', 'again.csv')).toBe(0);
    expect(host.errors).toContain('nothing is charged');
    expect(readFileSync(path.join(host.cwd, 'again.csv'), 'utf8')).toBe(ENRICHED);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('starts over with --new', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    await skiptrace(host, 'upload', 'leads.csv', '--preview', '--new');
    expect(scenario.server.service.jobs.size).toBe(2);
  });

  it('makes a new job in place of a cancelled one, and of one that belongs to another account', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    await skiptrace(host, 'jobs', 'cancel', scenario.job.id);
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    expect(scenario.server.service.jobs.size).toBe(2);
    scenario.server.service.jobs.clear();
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    expect(scenario.job.status).toBe('preview');
  });

  it('asks for a create whose answer was lost under the same key, so there is one job', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    scenario.server.script('createSkipTraceJob', ...Array.from({ length: 8 }, reset));
    expect(await skiptrace(host, 'upload', 'leads.csv', '--preview')).toBe(9);
    scenario.server.script('createSkipTraceJob');
    while (await skiptrace(host, 'upload', 'leads.csv', '--preview')) continue;
    const keys = scenario.server.seen('createSkipTraceJob').map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('is another job when the file or the mapping is another', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    await skiptrace(host, 'upload', 'leads.csv', '--preview', '--map', 'lastName=Property City');
    writeFileSync(
      path.join(host.cwd, 'leads.csv'),
      `${readFileSync(path.join(host.cwd, 'leads.csv'), 'utf8')}1 Oak St,Reno,NV,89501\r\n`,
    );
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    expect(scenario.server.service.jobs.size).toBe(3);
  });
});

describe('what upload refuses before any request', () => {
  const header = 'Property Address,Property City,Property State,Property Zip\n';
  const row = '1 Oak St,Reno,NV,89501\n';
  it.each([
    ['an empty file', 'leads.csv', '', /empty/],
    ['a header without rows', 'leads.csv', header, /no rows/],
    ['a workbook by another name', 'leads.csv', 'PK\u0003\u0004rest of the archive', /Excel workbook/],
    ['NUL bytes', 'leads.csv', `${header}1 Oak\u0000St,Reno,NV,89501\n`, /not CSV text/],
    ['a quote that is never closed', 'leads.csv', `${header}${row}"1 Elm St,Reno,NV,89501\n${row}`, /line 3/],
    [
      'more than 250,000 rows',
      'leads.csv',
      header + row.repeat(250_001),
      /250,000 rows.*line 250002|250,001/,
    ],
    [
      'a file with mail addresses only',
      'leads.csv',
      'Owner,Mailing Address,Mailing Zip\nJo,1 Oak St,89501\n',
      /--map/,
    ],
    [
      'two columns that may be the address',
      'leads.csv',
      'Property Address,Situs Address,Zip\n1 Oak St,1 Oak St,89501\n',
      /Situs Address/,
    ],
  ])('%s', async (_what, name, content, message) => {
    const scenario = await start(options);
    const host = scenario.host();
    writeFileSync(path.join(host.cwd, name), content);
    expect(await skiptrace(host, 'upload', name)).toBe(7);
    expect(host.errors).toMatch(message);
    expect(host.errors).toContain('Nothing was charged.');
    expect(scenario.seen()).toEqual({});
  });

  it('a missing file and a directory', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    expect(await skiptrace(host, 'upload', 'missing.csv')).toBe(7);
    expect(await skiptrace(host, 'upload', '.')).toBe(7);
    expect(scenario.seen()).toEqual({});
  });

  it('an output that exists, has no folder, or is the input', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    writeFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'mine');
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(12);
    expect(await skiptrace(host, 'upload', 'leads.csv', '-o', 'no/such/folder.csv')).toBe(12);
    expect(await skiptrace(host, 'upload', 'leads.csv', '-o', 'leads.csv', '--force')).toBe(12);
    expect(readFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'utf8')).toBe('mine');
    expect(scenario.seen()).toEqual({});
  });

  it('a missing key, and a --map or --state that makes no sense', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    delete host.env['SKIPTRACE_API_KEY'];
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(4);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--map', 'phone=Phone')).toBe(2);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--state', 'Texas')).toBe(2);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--preview', '--dry-run')).toBe(2);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--map', 'zip=No such header')).toBe(7);
    expect(scenario.seen()).toEqual({});
  });
});

describe('what the service or the network does to an upload', () => {
  it('a key that is not taken: exit 4', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    scenario.server.script('createSkipTraceJob', unauthorized());
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(4);
    expect(host.errors).toContain('skiptrace auth login');
  });

  it('a refusal: exit 8 with its words', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    scenario.server.script('createSkipTraceJob', badRequest('columnMapping.zip is odd'));
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(8);
    expect(host.errors).toContain('columnMapping.zip is odd');
  });

  it('a balance that is too low: exit 8, what it takes, nothing charged', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    scenario.server.script('confirmSkipTraceJob', insufficientBalance(8));
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1')).toBe(8);
    expect(host.errors).toContain('$0.08');
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('no service there: exit 9', async () => {
    const scenario = await start(options);
    const host = scenario.host({ env: { SKIPTRACE_BASE_URL: 'http://127.0.0.1:9' } });
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(9);
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('a page instead of the service: exit 9', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    scenario.server.script('createSkipTraceJob', htmlPage(200));
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(9);
    expect(host.errors).not.toContain('<html');
  });

  it('a confirm whose answer was lost is settled by the job itself', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    scenario.server.script('confirmSkipTraceJob', reset());
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1')).toBe(0);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('a confirm of which nothing can be learned: exit 9, cost unknown, and the command that tells', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    const { id } = scenario.job;
    const confirm = skiptrace(host, 'jobs', 'confirm', id, '--yes', '--max-cost', '1');
    scenario.server.script('confirmSkipTraceJob', (response) => {
      scenario.server.script('getSkipTraceJob', ...Array.from({ length: 30 }, reset));
      actOnSocket(reset(), response);
    });
    expect(await confirm).toBe(9);
    expect(host.errors).toContain('not known');
    expect(host.errors).toContain(`skiptrace jobs get ${id}`);
  });

  it('a job that fails: exit 10 with its words, made harmless', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    scenario.server.script('uploadSkipTraceJobFile', (response) => {
      scenario.server.service.put(scenario.job.id, { status: 'failed', errorMessage: 'No rows\u001b[2J.' });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jobId: scenario.job.id, status: 'uploaded' }));
    });
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(10);
    expect(host.errors).toContain('No rows?[2J.');
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('a job that fails after it was paid: the refund is said', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    scenario.server.service.put(scenario.job.id, { status: 'confirmed' });
    const code = skiptrace(host, 'jobs', 'wait', scenario.job.id);
    scenario.server.service.put(scenario.job.id, { status: 'failed', refundCents: 8 });
    expect(await code).toBe(10);
    expect(host.errors).toContain('$0.08 charged for it have been refunded');
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('a job that takes longer than --timeout: exit 11, and it goes on', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    const slow = { ...scenario.job, status: 'processing' as const };
    scenario.server.service.jobs.set('slow', slow);
    const processing = Array.from({ length: 500 }, () => (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(slow));
    });
    scenario.server.script('getSkipTraceJob', ...processing);
    expect(await skiptrace(host, 'jobs', 'wait', slow.id, '--timeout', '0.2')).toBe(11);
    expect(host.errors).toContain(`skiptrace jobs wait ${slow.id}`);
  });

  it('a service that is at fault again and again: exit 9', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    scenario.server.script('createSkipTraceJob', ...Array.from({ length: 30 }, serverError));
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(9);
    expect(host.errors).toContain('Request id');
  });
});

describe('what upload prints', () => {
  it('with --json is one document, and nothing else anywhere', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    expect(await skiptrace(host, 'upload', 'leads.csv', '-y', '--max-cost', '1', '--json')).toBe(0);
    expect(JSON.parse(host.output)).toEqual({
      jobId: scenario.job.id,
      status: 'completed',
      totalRows: 3,
      matchedRows: 2,
      totalChargeCents: 8,
      chargedCents: 8,
      output: path.join(host.cwd, 'leads.enriched.csv'),
    });
    expect(host.errors).toBe('');
  });

  it('of a failure with --json is one document on standard error', async () => {
    const scenario = await start(options);
    const host = scenario.host();
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
    const scenario = await start(options);
    const host = scenario.host();
    expect(await skiptrace(host, 'upload', 'leads.csv', '-y', '--max-cost', '1', '-o', '-')).toBe(0);
    expect(host.output).toBe(ENRICHED);
    expect(existsSync(path.join(host.cwd, 'leads.enriched.csv'))).toBe(false);
  });

  it('with --dry-run is the highest price, without a request', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    delete host.env['SKIPTRACE_API_KEY'];
    expect(await skiptrace(host, 'upload', 'leads.csv', '--dry-run', '--json')).toBe(0);
    expect(JSON.parse(host.output)).toMatchObject({ rows: 3, uniqueAddresses: 3, maxCents: 12 });
    expect(scenario.seen()).toEqual({});
  });

  it('with --preview is the price and the job, which waits', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    expect(await skiptrace(host, 'upload', 'leads.csv', '--preview')).toBe(0);
    expect(host.output).toBe(`${scenario.job.id}\n`);
    expect(host.errors).toContain('= $0.08');
    expect(scenario.job.status).toBe('preview');
  });

  it('with --detach is the job, paid and on its way', async () => {
    const scenario = await start(options);
    const host = scenario.host();
    expect(await skiptrace(host, 'upload', 'leads.csv', '--detach', '-y', '--max-cost', '1')).toBe(0);
    expect(host.output).toBe(`${scenario.job.id}\n`);
    expect(host.errors).toContain(`skiptrace jobs download ${scenario.job.id}`);
    expect(scenario.seen()['signed-download']).toBeUndefined();
  });

  it('from standard input goes the same way', async () => {
    const scenario = await start(options);
    const host = scenario.host({ stdin: 'Property Address,Zip\n1 Oak St,89501\n' });
    expect(await skiptrace(host, 'upload', '-', '-y', '--max-cost', '1')).toBe(0);
    expect(host.output).toBe(`${path.join(host.cwd, 'stdin.enriched.csv')}\n`);
    expect(readdirSync(host.temporaryDirectory)).toEqual([]);
  });
});
