import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CreateSkipTraceJobRequest, SkipTrace } from '@skiptrace/sdk';
import { idempotencyConflict, reset, reply } from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import { scenarios, skiptrace } from '../../testing/scenario.js';

const start = scenarios();
const ENRICHED = 'Address,Skip Trace Status\r\n100 Sandbox Match St,Matched\r\n';
const options = { enriched: Buffer.from(ENRICHED), honorsKeys: true };

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
    expect(host.errors).toContain('2 matches × $0.04 = $0.08 (of 3 that can match)');
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

  it('shows, before the question and not again at the end, the details on file for the matches', async () => {
    const scenario = await start(options);
    const host = scenario.host({ terminal: true });
    const resultSummary = {
      phoneRows: 2,
      callableRows: 1,
      mobileRows: 1,
      landlineRows: 0,
      dncOnlyRows: 0,
      notCheckedRows: 1,
      emailRows: 1,
      mailingRows: 2,
      absenteeRows: 1,
    };
    const code = skiptrace(host, 'upload', 'leads.csv', '--progress', 'none', '--preview');
    expect(await code).toBe(0);
    const missReasons = {
      notOnFileRows: 4,
      severalFitRows: 1,
      unitRows: 0,
      incompleteRows: 0,
      noPhoneRows: 0,
    };
    scenario.server.service.put(scenario.job.id, { resultSummary, missReasons, nonMatchCount: 5 });
    const told = '1 of 2 owners has a number you may call; 1 has numbers that are not checked';
    const paying = skiptrace(host, 'upload', 'leads.csv', '--progress', 'none');
    await host.answer(/\[y\/N\]/, '');
    expect(host.errors.split(told)).toHaveLength(2);
    expect(host.errors).toContain('No match for 5: 4 not on file, 1 fit several properties\n');
    expect(host.errors).toContain('Emails for 1, mailing addresses for 2, absentee owners 1');
    host.stdin.push('y\r');
    expect(await paying).toBe(0);
    expect(host.errors.split(told)).toHaveLength(2);
    expect(await skiptrace(host, 'jobs', 'get', scenario.job.id)).toBe(0);
    expect(host.output).toMatch(/^With a phone +2$/m);
    expect(host.output).toMatch(/^Absentee +1$/m);
    expect(host.output).toMatch(/^ {2}several properties +1$/m);
    expect(host.output).not.toMatch(/no phone/);
  });

  it('after a no says what waits, and proposes no purchase', async () => {
    const scenario = await start(options);
    const host = scenario.host({ terminal: true });
    const code = skiptrace(host, 'upload', 'leads.csv', '--progress', 'none');
    await host.answer(/\[y\/N\]/, 'n\r');
    expect(await code).toBe(5);
    expect(host.errors).toContain('Not approved.\nThe list waits for your approval');
    expect(host.errors).toContain(`To approve: skiptrace jobs confirm ${scenario.job.id}`);
    expect(host.errors).toContain(`To cancel:  skiptrace jobs cancel ${scenario.job.id}`);
    expect(host.errors).not.toMatch(/error:|Next:/);
    expect(scenario.job.status).toBe('preview');
  });

  it('says that the list waits if the service is gone when it is to be paid', async () => {
    const scenario = await start(options);
    const host = scenario.host({ terminal: true });
    const code = skiptrace(host, 'upload', 'leads.csv', '--progress', 'none');
    await host.answer(/\[y\/N\]/, '');
    const { id } = scenario.job;
    await scenario.server.close();
    host.stdin.push('y\r');
    expect(await code).toBe(9);
    expect(host.errors.replace(/\s+/g, ' ')).toContain(
      `Job ${id.slice(0, 8)} is waiting for your approval: once the service is back, run the same command again.`,
    );
    expect(host.errors).toContain('Nothing was charged.');
  });

  it('does not pay a price that changed after it was shown', async () => {
    const scenario = await start(options);
    const host = scenario.host({ terminal: true });
    const code = skiptrace(host, 'upload', 'leads.csv', '--progress', 'none');
    await host.answer(/\[y\/N\]/, '');
    scenario.server.service.put(scenario.job.id, { totalChargeCents: 12 });
    host.stdin.push('y\r');
    expect(await code).toBe(6);
    expect(host.errors).toContain('it is no longer $0.08');
    expect(host.errors).toContain('Nothing was charged.');
    expect(scenario.server.service.balanceCents).toBe(100_000);
  });
});

describe('upload without a terminal for questions', () => {
  it('spends nothing and prints the exact command to run', async () => {
    const { scenario, host } = await start.withHost(options);
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(3);
    expect(host.output).toBe('');
    expect(host.errors).toContain('Nothing was charged.');
    expect(host.errors).toContain('Next: skiptrace upload leads.csv --yes --max-cost 0.08\n');
    expect(scenario.job.status).toBe('preview');
  });

  it('pays with --yes up to --max-cost', async () => {
    const { scenario, host } = await start.withHost(options);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '0.08')).toBe(0);
    expect(readFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'utf8')).toBe(ENRICHED);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('refuses --yes without a ceiling before anything is sent', async () => {
    const { scenario, host } = await start.withHost(options);
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
    expect(await skiptrace(other, 'upload', 'leads.csv', '--yes', '--new')).toBe(6);
  });

  it('charges nothing above the ceiling and leaves the job waiting', async () => {
    const { scenario, host } = await start.withHost(options);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '0.07')).toBe(6);
    expect(host.errors).toContain('$0.08, more than your limit of $0.07');
    expect(host.errors).toContain('To approve: skiptrace upload leads.csv --yes --max-cost 0.08');
    expect(host.errors).not.toMatch(/error:|Next:/);
    expect(scenario.job.status).toBe('preview');
  });

  it('asks no question in CI, on a dumb terminal, with --no-input or with --json', async () => {
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
    const { scenario, host } = await start.withHost(options);
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    scenario.server.service.put(scenario.job.id, { matchedRows: 0, unmatchedRows: 3, totalChargeCents: 0 });
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(0);
    expect(scenario.server.service.balanceCents).toBe(100_000);
  });
});

describe('the same upload again', () => {
  it('continues the waiting job, and pays once', async () => {
    const { scenario, host } = await start.withHost(options);
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(3);
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1')).toBe(0);
    expect(host.errors).toContain('Resuming job');
    expect(scenario.seen()).toMatchObject({
      createSkipTraceJob: 1,
      uploadSkipTraceJobFile: 1,
      confirmSkipTraceJob: 1,
    });
  });

  it('downloads a finished job again without a charge and says so', async () => {
    const { scenario, host } = await start.withHost(options);
    await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1');
    expect(await skiptrace(host, 'upload', 'leads.csv', '-o', 'again.csv')).toBe(0);
    expect(host.errors).toContain('Downloading it again is free.');
    expect(readFileSync(path.join(host.cwd, 'again.csv'), 'utf8')).toBe(ENRICHED);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('leaves its own result unchanged if it is already there, and any other file too', async () => {
    const { scenario, host } = await start.withHost(options);
    await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1');
    const before = host.output;
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1', '--json')).toBe(0);
    const result = path.join(host.cwd, 'leads.enriched.csv');
    expect(JSON.parse(host.output.slice(before.length))).toMatchObject({
      status: 'completed',
      chargedCents: 0,
      output: result,
    });
    expect(scenario.seen()['signed-download']).toBe(1);
    writeFileSync(result, `${ENRICHED}edited`);
    expect(await skiptrace(host, 'upload', 'leads.csv')).toBe(12);
    expect(readFileSync(result, 'utf8')).toBe(`${ENRICHED}edited`);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('with --new names the job that it made, and never begins again', async () => {
    const { scenario, host } = await start.withHost();
    expect(await skiptrace(host, 'upload', 'leads.csv', '--new')).toBe(3);
    expect(host.errors).toContain(`Next: skiptrace jobs confirm ${scenario.job.id} --yes --max-cost 0.08`);
    expect(host.errors).not.toContain('upload leads.csv --new');
  });

  it('starts over with --new', async () => {
    const { scenario, host } = await start.withHost(options);
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    await skiptrace(host, 'upload', 'leads.csv', '--preview', '--new');
    expect(scenario.server.service.jobs.size).toBe(2);
  });

  it('makes a new job in place of a cancelled one, and of one that belongs to another account', async () => {
    const { scenario, host } = await start.withHost(options);
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    await skiptrace(host, 'jobs', 'cancel', scenario.job.id);
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    expect(scenario.server.service.jobs.size).toBe(2);
    scenario.server.service.jobs.clear();
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    expect(scenario.job.status).toBe('preview');
  });

  it('repeats a create without an answer under the same key, so there is one job', async () => {
    const { scenario, host } = await start.withHost(options);
    scenario.server.script('createSkipTraceJob', ...Array.from({ length: 8 }, reset));
    expect(await skiptrace(host, 'upload', 'leads.csv', '--preview')).toBe(9);
    scenario.server.script('createSkipTraceJob');
    while (await skiptrace(host, 'upload', 'leads.csv', '--preview')) continue;
    const keys = scenario.server.seen('createSkipTraceJob').map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  it('makes another job if the key of the list belongs to another request', async () => {
    const scenario = await start(options);
    scenario.server.script('createSkipTraceJob', idempotencyConflict());
    expect(await skiptrace(scenario.host(), 'upload', 'leads.csv', '--preview')).toBe(0);
    expect(scenario.job.status).toBe('preview');
  });

  it('says how to export its result, with the columns that the user chose', async () => {
    const added =
      'Skip Trace Status,Owner First Name,Owner Last Name,Owner Full Name,Owner Mailing Address,Owner Mailing City,Owner Mailing State,Owner Mailing Zip';
    const enriched = `Property Address,Property Zip,${added}\n1 Oak St,89501,Matched,Vera,Drumlin,Vera Drumlin,,,,\n`;
    const { host } = await start.withHost({ ...options, enriched: Buffer.from(enriched) });
    const chosen = ['--map', 'address=Property Address', '--map', 'zip=Property Zip'];
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '10', ...chosen)).toBe(0);
    const next = /skiptrace export .*/.exec(host.output + host.errors)?.[0] ?? '';
    expect(next).toContain("--map 'address=Property Address' --map 'zip=Property Zip'");
  });

  it('is another job if the file or the mapping differs', async () => {
    const { scenario, host } = await start.withHost(options);
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    await skiptrace(host, 'upload', 'leads.csv', '--preview', '--map', 'lastName=Property City');
    writeFileSync(
      path.join(host.cwd, 'leads.csv'),
      `${readFileSync(path.join(host.cwd, 'leads.csv'), 'utf8')}1 Oak St,Reno,NV,89501\r\n`,
    );
    await skiptrace(host, 'upload', 'leads.csv', '--preview');
    expect(scenario.server.service.jobs.size).toBe(3);
  });

  it('never writes over a result that was changed, and says that --force is free', async () => {
    const { scenario, host } = await start.withHost(options);
    const upload = (...more: string[]) =>
      skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '10', ...more);
    expect(await upload()).toBe(0);
    writeFileSync(path.join(host.cwd, 'leads.enriched.csv'), 'mine');
    expect(await upload()).toBe(12);
    expect(host.errors).toContain(
      'already done and paid for. --force downloads its result again, at no cost',
    );
    expect(await upload('--force')).toBe(0);
    expect(scenario.server.service.jobs.size).toBe(1);
  });

  it('with --require-phone pays only for matches with a phone, as another job than one that pays for all', async () => {
    const { scenario, host } = await start.withHost(options);
    const upload = (...more: string[]) =>
      skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '10', '--force', ...more);
    expect(await upload('--require-phone')).toBe(0);
    expect(scenario.job).toMatchObject({ requirePhone: true, status: 'completed' });
    expect(host.errors).toContain('2 matches with a phone × $0.04 = $0.08 (of 3 that can match)');
    expect(await upload()).toBe(0);
    expect([...scenario.server.service.jobs.values()].map(({ requirePhone }) => requirePhone)).toEqual([
      ...[true, undefined],
    ]);
  });

  it('pays nothing to a service that ignores --require-phone', async () => {
    const { scenario, host } = await start.withHost({ ...options, knowsRequirePhone: false });
    const again = ['upload', 'leads.csv', '--require-phone', '--yes', '--max-cost', '10'];
    expect(await skiptrace(host, ...again)).toBe(2);
    expect(host.errors).toContain('does not know --require-phone');
    expect(scenario.seen()['confirmSkipTraceJob']).toBeUndefined();
  });

  it('says of a list that grew when the last one of its name was paid, and the effect on the price', async () => {
    const { scenario, host } = await start.withHost(options);
    await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '10');
    const { id, createdAt } = scenario.job;
    const grow = (row: string) => {
      const file = path.join(host.cwd, 'leads.csv');
      writeFileSync(file, `${readFileSync(file, 'utf8')}${row}\r\n`);
    };
    grow('1 Oak St,Reno,NV,89501');
    await skiptrace(host, 'upload', 'leads.csv', '--preview', '-o', 'grown.csv');
    const paid = `A list named leads.csv was paid on ${createdAt.slice(0, 10)}: job ${id.slice(0, 8)}, 2 matches, $0.08.`;
    expect(host.errors).toContain(
      `${paid} All matches of this list are charged, also those already paid for.`,
    );
    grow('2 Oak St,Reno,NV,89501');
    const account = {
      name: 'A',
      mode: 'live',
      balanceCents: 99_999,
      pricePerMatchCents: 4,
      freeRepeatDays: 30,
    };
    scenario.server.script('getAccount', reply(200, account));
    await skiptrace(host, 'upload', 'leads.csv', '--preview', '-o', 'grown.csv');
    expect(host.errors).toContain(
      `${paid} What you paid for in the last 30 days is free, so only new properties are charged.`,
    );
  });
});

describe('the same list from another machine', () => {
  const YES = ['--yes', '--max-cost', '1'];

  it('is found at the service, paid once, and downloaded again for free', async () => {
    const scenario = await start(options);
    expect(await skiptrace(scenario.host(), 'upload', 'leads.csv', ...YES)).toBe(0);
    for (const name of ['leads.csv', 'renamed.csv']) {
      const fresh = scenario.host();
      writeFileSync(path.join(fresh.cwd, name), readFileSync(path.join(fresh.cwd, 'leads.csv')));
      expect(await skiptrace(fresh, 'upload', name, ...YES)).toBe(0);
      expect(fresh.errors).toContain('Already done');
      expect(fresh.errors).toContain(
        '($0.08 was charged). Downloading it again is free. This list was uploaded elsewhere on',
      );
      expect(readFileSync(path.join(fresh.cwd, name.replace('.csv', '.enriched.csv')), 'utf8')).toBe(
        ENRICHED,
      );
    }
    expect(scenario.server.service.jobs.size).toBe(1);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('is downloaded with what was given back since', async () => {
    const scenario = await start(options);
    expect(await skiptrace(scenario.host(), 'upload', 'leads.csv', ...YES)).toBe(0);
    scenario.server.service.put(scenario.job.id, { refundCents: 4, matchedRows: 1 });
    const fresh = scenario.host();
    expect(await skiptrace(fresh, 'upload', 'leads.csv', ...YES)).toBe(0);
    expect(fresh.errors).toContain('($0.08 was charged, and $0.04 given back)');
    expect(fresh.errors).toContain('Found owners for 1 of');
    expect(fresh.errors).toContain('$0.04 of the price was given back');
  });

  it('continues the job that waits there', async () => {
    const scenario = await start(options);
    await skiptrace(scenario.host(), 'upload', 'leads.csv', '--preview');
    const fresh = scenario.host();
    expect(await skiptrace(fresh, 'upload', 'leads.csv', ...YES)).toBe(0);
    expect(fresh.errors).toContain('which is waiting for your approval. This list was uploaded elsewhere');
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('takes the paid job, even if this machine has a waiting one', async () => {
    const scenario = await start(options);
    const [one, other] = [scenario.host(), scenario.host()];
    await skiptrace(one, 'upload', 'leads.csv', '--preview');
    expect(await skiptrace(other, 'upload', 'leads.csv', '--new', ...YES)).toBe(0);
    expect(await skiptrace(one, 'upload', 'leads.csv', ...YES)).toBe(0);
    expect(one.errors).toContain('Already done');
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('is not paid again without a question if the service no longer has the file', async () => {
    const scenario = await start(options);
    await skiptrace(scenario.host(), 'upload', 'leads.csv', ...YES);
    scenario.server.service.put(scenario.job.id, { downloadUrl: null });
    const fresh = scenario.host();
    expect(await skiptrace(fresh, 'upload', 'leads.csv', ...YES)).toBe(8);
    expect(fresh.errors).toContain('--new starts over, and costs again');
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });

  it('starts over with --new, and is another list with other options or bytes', async () => {
    const scenario = await start(options);
    await skiptrace(scenario.host(), 'upload', 'leads.csv', '--preview');
    await skiptrace(scenario.host(), 'upload', 'leads.csv', '--preview', '--new');
    await skiptrace(scenario.host(), 'upload', 'leads.csv', '--preview', '--map', 'lastName=Property City');
    expect(scenario.server.service.jobs.size).toBe(3);
  });

  it('gets one job if two machines start at the same time', async () => {
    const scenario = await start(options);
    const hosts = [scenario.host(), scenario.host(), scenario.host()];
    const codes = await Promise.all(hosts.map((host) => skiptrace(host, 'upload', 'leads.csv', '--preview')));
    expect(codes).toEqual([0, 0, 0]);
    expect(scenario.server.service.jobs.size).toBe(1);
    // A program that uses the SDK starts with the same key.
    const [sent] = scenario.server.seen('createSkipTraceJob');
    const request = JSON.parse(sent?.body ?? '') as CreateSkipTraceJobRequest;
    const client = new SkipTrace({ apiKey: 'pc_made-up-key-of-a-test', baseUrl: scenario.server.url });
    scenario.server.script('listSkipTraceJobs', reply(200, { jobs: [] }));
    const { handle } = await client.jobs.ofList(request);
    expect(handle.id).toBe(scenario.job.id);
  });
});
