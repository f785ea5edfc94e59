import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { INSIDE } from '../json.js';
import { type Scenario, scenarios, skiptrace } from '../testing/scenario.js';
import { catalogue } from './catalogue.js';

const start = scenarios();
const YES = ['--yes', '--max-cost', '1'];
const fieldsOf = (...words: string[]) =>
  catalogue.find(({ path }) => path.join(' ') === words.join(' '))?.json.fields ?? [];

/** The parsed output of the command with this `--json`. */
async function printed(scenario: Scenario, argv: readonly string[], json = '--json'): Promise<unknown> {
  const host = scenario.host({ stdin: 'pc_0123456789abcdefghij\n' });
  writeFileSync(path.join(host.cwd, 'leads.enriched.csv'), ENRICHED);
  await skiptrace(host, ...argv, json);
  return JSON.parse(host.output) as unknown;
}

const ENRICHED = [
  'Property Address,Property City,Property State,Property Zip,Skip Trace Status,Owner First Name,Owner Last Name,' +
    'Owner Full Name,Owner Mailing Address,Owner Mailing City,Owner Mailing State,Owner Mailing Zip',
  '1 Oak St,Reno,NV,89501,,,,,,,,',
  '',
].join('\r\n');

async function withJob(status?: 'confirm') {
  const { scenario, host } = await start.withHost();
  await skiptrace(host, 'upload', 'leads.csv', '--preview', '-q');
  const { id } = scenario.job;
  if (status) await skiptrace(host, 'jobs', 'confirm', id, ...YES);
  return { scenario, id };
}

it('refuses a misspelt name inside a field before anything is paid for', async () => {
  const { scenario, host } = await start.withHost();
  expect(
    await skiptrace(host, 'lookup', '100 Sandbox Match St, Austin, TX 78701', '--json=contact.fulName'),
  ).toBe(2);
  expect(host.errors).toContain('Did you mean contact.fullName?');
  expect(scenario.seen()).toEqual({});
  expect(scenario.server.service.balanceCents).toBe(100_000);
});

it('knows the names inside every field, as they are in real documents', async () => {
  const { scenario, id } = await withJob();
  const host = scenario.host();
  writeFileSync(
    path.join(host.cwd, 'named.csv'),
    'Property Address,Property City,Property State,Property Zip,First Name,Last Name\n' +
      '100 Sandbox Match St,Austin,TX,78701,Jo,Doe\n,Reno,NV,89501,,\n',
  );
  const found: Record<string, readonly string[]> = {};
  for (const argv of [
    ['lookup', '100 Sandbox Match St, Austin, TX 78701'],
    ['bulk', 'leads.csv', ...YES],
    ['csv', 'check', 'named.csv', '--fix'],
    ['jobs', 'get', id],
    ['balance'],
  ]) {
    const before = host.output.length;
    expect(await skiptrace(host, ...argv, '--json')).toBe(0);
    for (const document of [JSON.parse(host.output.slice(before)) as object].flat()) {
      for (const [field, value] of Object.entries(document)) {
        const [first] = [value as unknown].flat();
        if (typeof first === 'object' && first !== null) found[field] = Object.keys(first);
      }
    }
  }
  // Only unchecked phones have this field.
  expect({ ...found, phones: [...(found['phones'] ?? []), 'dncChecked'] }).toEqual(INSIDE);
});

describe('the document of --json', () => {
  it.each([
    [['lookup'], ['100 Sandbox Match St, Austin, TX 78701']],
    [['lookup'], ['404 Sandbox Miss Blvd, Reno, NV 89501']],
    [['bulk'], ['leads.csv', ...YES]],
    [['upload'], ['leads.csv', ...YES, '--force']],
    [['upload'], ['leads.csv', '--preview', '--force']],
    [['upload'], ['leads.csv', '--dry-run']],
    [['csv', 'check'], ['leads.csv']],
    [['export'], ['leads.enriched.csv', '--force']],
    [['auth', 'login'], []],
    [['auth', 'status'], []],
    [['auth', 'logout'], []],
    [['config', 'list'], []],
    [['config', 'get'], ['timeout']],
    [
      ['config', 'set'],
      ['timeout', '5'],
    ],
    [['config', 'unset'], ['timeout']],
    [['balance'], []],
    [['config', 'path'], []],
    [['completion'], ['bash']],
    [['doctor'], []],
    [
      ['support'],
      ['--name', 'Jo Doe', '--email', 'jo@example.com', '--phone', '5125550100', '--message', 'Hello there'],
    ],
  ])('of %j %j has the fields that its description lists, and only those asked for', async (words, more) => {
    await expectDocument(await start(), words, more);
  });

  it.each(['get', 'wait', 'confirm', 'cancel', 'list'])('of jobs %s as well', async (name) => {
    const { scenario, id } = await withJob();
    const more = { list: [], confirm: [id, ...YES] }[name] ?? [id];
    const fields = fieldsOf('jobs', name);
    const [document] = [
      await printed(scenario, ['jobs', name, ...more], `--json=${fields.join(',')}`),
    ].flat();
    expect(Object.keys(document as object)).toEqual(fields);
  });

  it('of jobs download as well', async () => {
    const { scenario, id } = await withJob('confirm');
    await expectDocument(scenario, ['jobs', 'download'], [id, '-o', 'out.csv']);
  });

  async function expectDocument(scenario: Scenario, words: readonly string[], more: readonly string[]) {
    const fields = fieldsOf(...words);
    const [whole] = [await printed(scenario, [...words, ...more])].flat();
    expect(Object.keys(whole as object)).toEqual(fields);
    const last = fields.at(-1) ?? '';
    const [picked] = [await printed(scenario, [...words, ...more], `--json=${last}`)].flat();
    expect(Object.keys(picked as object)).toEqual([last]);
  }

  it('includes no field of a bulk that was not asked for', async () => {
    const { host } = await start.withHost();
    expect(await skiptrace(host, 'bulk', 'leads.csv', ...YES, '--json=outcome')).toBe(0);
    expect(JSON.parse(host.output)).toEqual([
      { outcome: 'match' },
      { outcome: 'match' },
      { outcome: 'miss' },
    ]);
    expect(host.output).not.toContain('555');
  });

  it('has null, [] and 0 for a miss in the fields of a match', async () => {
    const scenario = await start();
    expect(
      await printed(
        scenario,
        ['lookup', '404 Sandbox Miss Blvd, Reno, NV 89501'],
        '--json=phones,chargedCents',
      ),
    ).toEqual({
      phones: [],
      chargedCents: 0,
    });
  });
});
