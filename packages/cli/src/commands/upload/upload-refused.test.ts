import { readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import {
  actOnSocket,
  badRequest,
  htmlPage,
  insufficientBalance,
  reply,
  reset,
  serverError,
  unauthorized,
} from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import { scenarios, skiptrace } from '../../testing/scenario.js';

const start = scenarios();
const ENRICHED = 'Address,Skip Trace Status\r\n100 Sandbox Match St,Matched\r\n';
const options = { enriched: Buffer.from(ENRICHED), honorsKeys: true };

describe('an upload that is refused before any request', () => {
  const header = 'Property Address,Property City,Property State,Property Zip\n';
  const row = '1 Oak St,Reno,NV,89501\n';
  it.each([
    ['an empty file', 'leads.csv', '', /is empty[\s\S]*Export the list again/],
    ['a header without rows', 'leads.csv', header, /no rows/],
    ['a workbook by another name', 'leads.csv', 'PK\u0003\u0004rest of the archive', /Excel workbook/],
    ['a PDF by another name', 'leads.csv', '%PDF-1.7 and more of it', /PDF/],
    ['NUL bytes', 'leads.csv', `${header}1 Oak\u0000St,Reno,NV,89501\n`, /holds no text/],
    ['a quote that is never closed', 'leads.csv', `${header}${row}"1 Elm St,Reno,NV,89501\n${row}`, /line 3/],
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
    const { scenario, host } = await start.withHost(options);
    writeFileSync(path.join(host.cwd, name), content);
    expect(await skiptrace(host, 'upload', name)).toBe(7);
    expect(host.errors).toMatch(message);
    expect(host.errors).toContain('Nothing was charged.');
    expect(scenario.seen()).toEqual({});
  });

  it('a column without a single address, named by mistake', async () => {
    const { scenario, host } = await start.withHost(options);
    writeFileSync(path.join(host.cwd, 'leads.csv'), header + row);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--map', 'address=Property City')).toBe(7);
    expect(host.errors).toContain(
      'No row of leads.csv has an address that can match. Addresses are read from "Property City".',
    );
    expect(scenario.seen()).toEqual({});
  });

  it('a missing file and a directory', async () => {
    const { scenario, host } = await start.withHost(options);
    for (const name of ['missing.csv', '.']) expect(await skiptrace(host, 'upload', name)).toBe(7);
    expect(host.errors).toMatch(/No such file: missing\.csv[\s\S]*is a directory[\s\S]*Name a file in it/);
    expect(scenario.seen()).toEqual({});
  });

  it('an output that exists, has no folder, or is the input', async () => {
    const { scenario, host } = await start.withHost(options);
    writeFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'mine');
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(12);
    expect(await skiptrace(host, 'upload', 'leads.csv', '-o', 'no/such/folder.csv')).toBe(12);
    expect(await skiptrace(host, 'upload', 'leads.csv', '-o', 'leads.csv', '--force')).toBe(12);
    expect(readFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'utf8')).toBe('mine');
    expect(scenario.seen()).toEqual({});
  });

  it('a missing key, and an invalid --map or --state', async () => {
    const { scenario, host } = await start.withHost(options);
    delete host.env['SKIPTRACE_API_KEY'];
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(4);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--map', 'phone=Phone')).toBe(2);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--state', 'ZZ')).toBe(2);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--preview', '--dry-run')).toBe(2);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--map', 'zip=No such header')).toBe(7);
    expect(scenario.seen()).toEqual({});
  });
});

describe('an upload that the service or the network refuses', () => {
  it('a key that is refused: exit 4', async () => {
    const { scenario, host } = await start.withHost(options);
    scenario.server.script('createSkipTraceJob', unauthorized());
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(4);
    expect(host.errors).toContain('It comes from SKIPTRACE_API_KEY');
  });

  it("a refusal: exit 8 with the service's sentence", async () => {
    const { scenario, host } = await start.withHost(options);
    scenario.server.script('createSkipTraceJob', badRequest('columnMapping.zip is odd'));
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(8);
    expect(host.errors).toContain('columnMapping.zip is odd');
  });

  it('a balance that is too low: exit 8, the amount needed, nothing charged', async () => {
    const { scenario, host } = await start.withHost(options);
    scenario.server.script('confirmSkipTraceJob', insufficientBalance(8));
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1')).toBe(8);
    expect(host.errors).toContain('$0.08');
    expect(host.errors).toContain('Nothing was charged.');
  });

  it.each([['--preview'], ['--yes', '--max-cost', '1']])(
    'says with %s that the balance will not do, and how to top up, before it is charged',
    async (...words) => {
      const { scenario, host } = await start.withHost({ ...options, balanceCents: 7 });
      await skiptrace(host, 'upload', 'leads.csv', ...words);
      expect(host.errors).toMatch(/balance is \$0\.07, too little for \$0\.08.*balance add ACCOUNT/s);
      expect(host.errors).toContain('Nothing was charged.');
      expect(scenario.server.service.balanceCents).toBe(7);
    },
  );

  it('names the page for payments, if the service has one', async () => {
    const { scenario, host } = await start.withHost({ ...options, balanceCents: 7 });
    const topUpUrl = 'https://pay.example.com/?account=1';
    const account = { balanceCents: 7, pricePerMatchCents: 4, topUpUrl };
    scenario.server.script('getAccount', reply(200, account), reply(200, account));
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1')).toBe(8);
    expect(host.errors).toContain(`too little for $0.08.\nAdd money: ${topUpUrl}\n`);
  });

  it('a balance that is too low is reported instead of a question, since a yes could not pay', async () => {
    const scenario = await start({ ...options, balanceCents: 7 });
    const host = scenario.host({ terminal: true });
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(8);
    expect(host.errors).toContain('Your balance is $0.07, too little for $0.08.');
    expect(host.errors).toContain('Then run the same command again.\nThe list waits for your approval');
    expect(host.errors).not.toContain('Spend');
    expect(host.errors).not.toContain('Next:');
    expect(scenario.seen()['confirmSkipTraceJob']).toBeUndefined();
  });

  it('a file larger than the service accepts: warned of by --dry-run, exit 7 before a byte is sent, no open job', async () => {
    const { scenario, host } = await start.withHost(options);
    const rows = Array.from(
      { length: 10_600 },
      (_, at) => `${at} Oak St,Austin,TX,78701,${'x'.repeat(5000)}\n`,
    );
    const header = 'Property Address,Property City,Property State,Property Zip,Note\n';
    writeFileSync(path.join(host.cwd, 'large.csv'), header + rows.join(''));
    expect(await skiptrace(host, 'upload', 'large.csv', '--dry-run')).toBe(0);
    expect(host.errors).toContain('warning: The file is 51 MB');
    expect(await skiptrace(host, 'csv', 'check', 'large.csv')).toBe(0);
    expect(host.output).toContain('warning: The file is 51 MB');
    expect(await skiptrace(host, 'upload', 'large.csv', '--yes', '--max-cost', 'none')).toBe(7);
    expect(host.errors).toContain('50 MB');
    expect(host.errors).toContain('Split it');
    expect(host.errors).not.toContain('Next:');
    expect(scenario.seen()['uploadSkipTraceJobFile']).toBeUndefined();
    expect(scenario.job.status).toBe('cancelled');
  });

  it('no service at the URL: exit 9', async () => {
    const scenario = await start(options);
    const host = scenario.host({ env: { SKIPTRACE_BASE_URL: 'http://127.0.0.1:9' } });
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(9);
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('a page instead of the service: exit 9', async () => {
    const { scenario, host } = await start.withHost(options);
    scenario.server.script('createSkipTraceJob', htmlPage(200));
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(9);
    expect(host.errors).not.toContain('<html');
  });

  it("a confirm without an answer is settled by the job's status", async () => {
    const { scenario, host } = await start.withHost(options);
    scenario.server.script('confirmSkipTraceJob', reset());
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1')).toBe(0);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('a confirm with an unknown outcome: exit 9, cost unknown, and the command that shows it', async () => {
    const { scenario, host } = await start.withHost(options);
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

  it("a job that fails: exit 10 with the service's sentence, made safe for a terminal", async () => {
    const { scenario, host } = await start.withHost(options);
    scenario.server.script('uploadSkipTraceJobFile', (response) => {
      scenario.server.service.put(scenario.job.id, { status: 'failed', errorMessage: 'No rows\u001b[2J.' });
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ jobId: scenario.job.id, status: 'uploaded' }));
    });
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(10);
    expect(host.errors).toContain('No rows?[2J.');
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('a job that fails after it was paid: the refund is reported', async () => {
    const { scenario, host } = await start.withHost(options);
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    scenario.server.service.put(scenario.job.id, { status: 'confirmed' });
    const code = skiptrace(host, 'jobs', 'wait', scenario.job.id);
    scenario.server.service.put(scenario.job.id, { status: 'failed', refundCents: 8 });
    expect(await code).toBe(10);
    expect(host.errors).toContain('The $0.08 you paid was refunded.');
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('a job that takes longer than --timeout: exit 11, and the job continues', async () => {
    const { scenario, host } = await start.withHost(options);
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

  it('a service that fails repeatedly: exit 9', async () => {
    const { scenario, host } = await start.withHost(options);
    scenario.server.script('createSkipTraceJob', ...Array.from({ length: 30 }, serverError));
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(9);
    expect(host.errors).toContain('Request ID');
  });
});
