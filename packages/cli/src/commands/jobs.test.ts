import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarios, skiptrace } from '../testing/scenario.js';

const start = scenarios();

async function previewed() {
  const { scenario, host } = await start.withHost({ enriched: Buffer.from('result\r\n') });
  await skiptrace(host, 'upload', 'leads.csv', '--preview', '-q');
  return { scenario, host: scenario.host(), id: scenario.job.id };
}

describe('jobs', () => {
  it('list shows a table that fits the terminal and is never cut in a pipe', async () => {
    const { scenario, host, id } = await previewed();
    expect(await skiptrace(host, 'jobs', 'list')).toBe(0);
    expect(host.output).toMatch(/^ID +STATUS +ROWS +MATCHED +PRICE +CREATED \(UTC\) +FILE\n/);
    expect(host.output).toContain(`${id}  preview  3     2 of 3   $0.08`);
    expect(host.output).toContain('leads.csv\n');
    const narrow = scenario.host({ terminal: true, columns: 40 });
    await skiptrace(narrow, 'jobs', 'list');
    expect(narrow.output.split('\n').every((line) => line.length <= 40)).toBe(true);
  });

  it('list --json=fields prints these fields only, and refuses unknown ones', async () => {
    const { host, id } = await previewed();
    await skiptrace(host, 'jobs', 'list', '--json=id,status');
    expect(JSON.parse(host.output)).toEqual([{ id, status: 'preview' }]);
    expect(await skiptrace(host, 'jobs', 'list', '--json=nonsense')).toBe(2);
  });

  it('get shows the charge', async () => {
    const { host, id } = await previewed();
    expect(await skiptrace(host, 'jobs', 'get', id)).toBe(0);
    expect(host.output).toMatch(/^Charged +\$0\.00$/m);
    await skiptrace(host, 'jobs', 'confirm', id, '--yes', '--max-cost', '1');
    await skiptrace(host, 'jobs', 'get', id);
    expect(host.output).toMatch(/^Charged +\$0\.08$/m);
  });

  it('say what was charged and given back, to whom confirms or downloads a paid one', async () => {
    const { scenario, host, id } = await previewed();
    await skiptrace(host, 'jobs', 'confirm', id, '--yes', '--max-cost', '1');
    await skiptrace(host, 'jobs', 'wait', id);
    scenario.server.service.put(id, { refundCents: 4, matchedRows: 1 });
    expect(await skiptrace(host, 'jobs', 'confirm', id)).not.toBe(0);
    expect(host.errors).toContain('can be confirmed. $0.08 was charged, and $0.04 given back.');
    const again = scenario.host();
    expect(await skiptrace(again, 'jobs', 'download', id)).toBe(0);
    expect(again.errors).toContain('$0.04 of the price was given back: by the operator, or for owners');
  });

  it('take the beginning of an ID, and list the candidates if several fit', async () => {
    const { scenario, host, id } = await previewed();
    expect(await skiptrace(host, 'jobs', 'get', id.slice(0, 6), '--json=id')).toBe(0);
    expect(JSON.parse(host.output)).toEqual({ id });
    const twin = `${id.slice(0, 30)}ffffff`;
    scenario.server.service.jobs.set(twin, { ...scenario.job, id: twin });
    expect(await skiptrace(host, 'jobs', 'cancel', id.slice(0, 6))).toBe(2);
    expect(host.errors).toContain(`${id}  preview  leads.csv`);
    expect(host.errors).toContain(`${twin}  preview  leads.csv`);
    expect(scenario.server.service.jobs.get(id)?.status).toBe('preview');
  });

  it.each(['..', '.', 'ab', 'a/../b', '%2e%2e'])('never ask the service for %j', async (given) => {
    const { scenario, host } = await start.withHost();
    expect(await skiptrace(host, 'jobs', 'cancel', given)).toBe(2);
    expect(host.errors).toContain('skiptrace jobs list');
    expect(scenario.seen()).toEqual({});
  });

  it('list takes a status and a limit', async () => {
    const { host, id } = await previewed();
    await skiptrace(host, 'jobs', 'list', '--status', 'preview', '--limit', '1', '--json', 'id');
    expect(JSON.parse(host.output)).toEqual([{ id }]);
    expect(await skiptrace(host, 'jobs', 'list', '--status', 'failed')).toBe(0);
    expect(host.errors).toContain('You have no job with the status failed.');
    expect(await skiptrace(host, 'jobs', 'list', '--status', 'paid')).toBe(2);
    expect(await skiptrace(host, 'jobs', 'list', '--limit', '0')).toBe(2);
  });

  it('list has the 50 most recent, or all, or those since a day', async () => {
    const scenario = await start();
    const client = await scenario.host().openClient({
      apiKey: 'pc_made-up-key-of-a-test',
      baseUrl: scenario.server.url,
    });
    const columnMapping = { address: 'a', city: 'b', state: 'c', zip: 'd' };
    for (let at = 0; at < 60; at++) await client.jobs.create({ filename: `${at}.csv`, columnMapping });
    await client.close();
    const { jobs } = scenario.server.service;
    [...jobs.keys()].forEach((id, at) => {
      if (at < 5) scenario.server.service.put(id, { createdAt: '2026-10-31T23:59:59.000Z' });
    });
    const listed = async (...options: string[]) => {
      const host = scenario.host();
      expect(await skiptrace(host, 'jobs', 'list', '--json=filename', ...options)).toBe(0);
      return (JSON.parse(host.output) as { filename: string }[]).map(({ filename }) => filename);
    };
    expect(await listed()).toHaveLength(50);
    const all = await listed('--all');
    expect([all.length, all[0], all.at(-1)]).toEqual([60, '59.csv', '0.csv']);
    expect(await listed('--since', '2026-11-01')).toHaveLength(55);
    expect(await listed('--all', '--since', '2026-10-31')).toHaveLength(60);
    expect(await listed('--limit', '52')).toHaveLength(52);
    const host = scenario.host();
    expect(await skiptrace(host, 'jobs', 'list', '--status', 'failed')).toBe(0);
    expect(host.errors).toContain('You have no recent job with the status failed. --all looks at the older');
    for (const day of ['yesterday', '2026-11-31', '2026-1-1', ''])
      expect(await skiptrace(host, 'jobs', 'list', '--since', day)).toBe(2);
    expect(host.errors).toContain('"2026-11-31" isn\'t a day. Use --since 2026-11-28');
  });

  it('with an unknown id are exit 8', async () => {
    const { host } = await previewed();
    expect(await skiptrace(host, 'jobs', 'get', 'no-such-job')).toBe(8);
    expect(host.errors).toContain('Nothing was charged.');
    expect(host.errors).toContain('skiptrace jobs list');
  });

  it('confirm asks like upload does: exit 3, 6, 2, and pays with a ceiling', async () => {
    const { scenario, host, id } = await previewed();
    expect(await skiptrace(host, 'jobs', 'confirm', id)).toBe(3);
    expect(host.errors).toContain(`skiptrace jobs confirm ${id} --yes --max-cost 0.08`);
    expect(await skiptrace(host, 'jobs', 'confirm', id, '--yes')).toBe(2);
    expect(await skiptrace(host, 'jobs', 'confirm', id, '--yes', '--max-cost', '0.01')).toBe(6);
    expect(scenario.server.service.balanceCents).toBe(100_000);
    expect(await skiptrace(host, 'jobs', 'confirm', id, '--yes', '--max-cost', 'none')).toBe(0);
    expect(host.output).toBe('confirmed\n');
    expect(scenario.server.service.balanceCents).toBe(99_992);
    expect(await skiptrace(host, 'jobs', 'confirm', id, '--yes', '--max-cost', 'none')).toBe(8);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('cancel ends a job for free; a paid one cannot be cancelled', async () => {
    const { host, id } = await previewed();
    expect(await skiptrace(host, 'jobs', 'cancel', id)).toBe(0);
    expect(host.output).toBe('cancelled\n');
    const paid = await previewed();
    await skiptrace(paid.host, 'jobs', 'confirm', paid.id, '-y', '--max-cost', '1');
    expect(await skiptrace(paid.host, 'jobs', 'cancel', paid.id)).toBe(8);
    expect(paid.host.errors).toContain('confirmed');
  });

  it('wait stops when a person has to decide, and at the end', async () => {
    const { host, id } = await previewed();
    expect(await skiptrace(host, 'jobs', 'wait', id)).toBe(0);
    expect(host.output).toBe('preview\n');
    await skiptrace(host, 'jobs', 'confirm', id, '-y', '--max-cost', '1');
    await skiptrace(host, 'jobs', 'wait', id);
    expect(host.output).toBe('preview\nconfirmed\ncompleted\n');
  });

  it('download waits for the file and never replaces a file without --force', async () => {
    const { host, id } = await previewed();
    expect(await skiptrace(host, 'jobs', 'download', id)).toBe(8);
    await skiptrace(host, 'jobs', 'confirm', id, '-q', '-y', '--max-cost', '1');
    expect(await skiptrace(host, 'jobs', 'download', id)).toBe(0);
    const file = path.join(host.cwd, 'leads.enriched.csv');
    expect(host.output).toBe(`confirmed\n${file}\n`);
    expect(readFileSync(file, 'utf8')).toBe('result\r\n');
    writeFileSync(file, 'mine');
    expect(await skiptrace(host, 'jobs', 'download', id)).toBe(12);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    expect(await skiptrace(host, 'jobs', 'download', id, '--force')).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe('result\r\n');
  });

  it('download completes the file of a list that the web app uploaded: no helper columns, the owner in every repeated row', async () => {
    const header =
      'skiptrace repeats row,skiptrace address,Address,Zip,Skip Trace Status,Owner First Name,Owner Last Name';
    const more =
      'Owner Full Name,Owner Mailing Address,Owner Mailing City,Owner Mailing State,Owner Mailing Zip';
    const rows = [',1 Oak St,1 Oak St,89501,Matched,Vera,,,,,,', '2,,1 OAK ST,89501,,,,,,,,', ''];
    const scenario = await start({ enriched: Buffer.from([`${header},${more}`, ...rows].join('\n')) });
    await skiptrace(scenario.host(), 'upload', 'leads.csv', '--preview', '-q');
    const host = scenario.host();
    await skiptrace(host, 'jobs', 'confirm', scenario.job.id, '--yes', '--max-cost', '1');
    expect(await skiptrace(host, 'jobs', 'download', scenario.job.id)).toBe(0);
    const lines = readFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'utf8').split('\n');
    expect(lines[0]).toMatch(/^Address,Zip,Skip Trace Status,/);
    expect(lines.slice(1)).toEqual([
      '1 Oak St,89501,Matched,Vera,,,,,,',
      '1 OAK ST,89501,Matched,Vera,,,,,,',
      '',
    ]);
  });

  it('download charges nothing, and says so, even for a paid job', async () => {
    const { host, id } = await previewed();
    await skiptrace(host, 'jobs', 'confirm', id, '-q', '-y', '--max-cost', '1');
    writeFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'mine');
    expect(await skiptrace(host, 'jobs', 'download', id)).toBe(12);
    expect(host.errors).not.toContain('have been charged');
    expect(host.errors).toContain('Nothing was charged now; this job was already paid ($0.08).');
    const early = host.errors.length;
    expect(await skiptrace(host, 'jobs', 'download', id, '--json')).toBe(12);
    expect(JSON.parse(host.errors.slice(early))).toMatchObject({ error: { job_id: id, charged_cents: 0 } });
  });

  it('cancel prints one line for every status name', async () => {
    const { scenario, host, id } = await previewed();
    const hostile = 'preview\r\nFAKE LINE\u001b[2J\u0085';
    scenario.server.script('cancelSkipTraceJob', (response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ success: true, jobId: id, status: hostile })),
    );
    expect(await skiptrace(host, 'jobs', 'cancel', id)).toBe(0);
    expect(host.output).toBe('preview FAKE LINE?[2J?\n');
  });

  it('cancel names its job when it is refused', async () => {
    const { host, id } = await previewed();
    await skiptrace(host, 'jobs', 'confirm', id, '-q', '-y', '--max-cost', '1');
    const early = host.errors.length;
    expect(await skiptrace(host, 'jobs', 'cancel', id, '--json')).toBe(8);
    expect(JSON.parse(host.errors.slice(early))).toMatchObject({ error: { job_id: id, charged_cents: 0 } });
  });

  it('download ignores directories in the name that the service gives', async () => {
    const { scenario, host, id } = await previewed();
    await skiptrace(host, 'jobs', 'confirm', id, '-y', '--max-cost', '1');
    scenario.server.service.put(id, { filename: '../../.profile.csv' });
    expect(await skiptrace(host, 'jobs', 'download', id)).toBe(0);
    expect(existsSync(path.join(host.cwd, 'profile.enriched.csv'))).toBe(true);
  });

  it('download says so when the service no longer has the file', async () => {
    const { scenario, host, id } = await previewed();
    scenario.server.service.put(id, { status: 'completed', downloadUrl: null });
    expect(await skiptrace(host, 'jobs', 'download', id)).toBe(8);
    expect(host.errors).toContain('no longer has the file');
  });
});
