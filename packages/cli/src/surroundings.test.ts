import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { reply } from '@skiptrace/sdk/testing';
import { describe, expect, it } from 'vitest';
import { configFile } from './settings/config.js';
import { stateDirectory } from './settings/private-file.js';
import { LEADS, scenarios, skiptrace } from './testing/scenario.js';

const start = scenarios();
const YES = ['--yes', '--max-cost', '1', '--progress', 'none'];
const DEAD = 999_999;
const ESCAPES = '\u001b]0;title\u0007\u009b31m\u202e';
const UNSAFE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/;

const machine = (hostname: string) => createHash('sha256').update(hostname).digest('hex').slice(0, 8);

describe('folders that cannot be written', () => {
  it('a missing temporary folder is exit 12 with its name, before anything is sent', async () => {
    const scenario = await start();
    const host = scenario.host({ stdin: LEADS });
    rmSync(host.temporaryDirectory, { recursive: true });
    expect(await skiptrace(host, 'upload', '-', '-o', 'out.csv', ...YES)).toBe(12);
    expect(host.errors).toContain(`${host.temporaryDirectory} cannot be written: there is no such folder.`);
    expect(host.errors).toContain('Nothing was charged.');
    expect(scenario.seen()).toEqual({});
  });

  it('a missing temporary folder is found before a result that needs it is paid for', async () => {
    const { scenario, host } = await start.withHost();
    writeFileSync(path.join(host.cwd, 'twice.csv'), `${LEADS}100 Sandbox Match St,Austin,TX,78701\r\n`);
    expect(await skiptrace(host, 'upload', 'twice.csv', '--dedupe', '--preview')).toBe(0);
    rmSync(host.temporaryDirectory, { recursive: true });
    expect(await skiptrace(host, 'upload', 'twice.csv', '--dedupe', '-o', '-', ...YES)).toBe(12);
    expect(host.errors).toContain('Nothing was charged.');
    expect(scenario.server.service.balanceCents).toBe(100_000);
  });

  it.each([
    ['upload', 'uploads'],
    ['bulk', 'bulk'],
  ])(
    'a state folder that is none is exit 12 of %s with its name, before anything is sent',
    async (command, folder) => {
      const { scenario, host } = await start.withHost();
      mkdirSync(stateDirectory(host), { recursive: true });
      writeFileSync(path.join(stateDirectory(host), folder), 'a file');
      expect(await skiptrace(host, command, 'leads.csv', ...YES)).toBe(12);
      expect(host.errors).toContain(path.join(stateDirectory(host), folder));
      expect(host.errors).toContain('Nothing was charged.');
      expect(scenario.seen()).toEqual({});
    },
  );

  it('are found by doctor, which checks the settings as well', async () => {
    const { host } = await start.withHost();
    expect(await skiptrace(host, 'doctor')).toBe(0);
    expect(host.output).toMatch(/^✓ service +http:.* answers, and the clocks agree$/m);
    rmSync(host.temporaryDirectory, { recursive: true });
    expect(await skiptrace(host, 'doctor')).toBe(12);
    expect(host.output).toContain('✗ temporary');
    mkdirSync(path.dirname(configFile(host)), { recursive: true });
    writeFileSync(configFile(host), '{');
    expect(await skiptrace(host, 'doctor')).toBe(2);
    expect(host.output).toContain('✗ settings');
    expect(host.output.match(/^✓ answers/gm)).toHaveLength(3);
  });
});

describe('doctor', () => {
  it('says that nothing listens at the service, also without a key, and nothing twice', async () => {
    const scenario = await start();
    const host = scenario.host({ env: { SKIPTRACE_BASE_URL: 'http://127.0.0.1:9', SKIPTRACE_API_KEY: '' } });
    expect(await skiptrace(host, 'doctor')).toBe(9);
    expect(host.output).toMatch(/^✗ service +see the error below$/m);
    expect(host.errors.match(/Can't reach http:\/\/127\.0\.0\.1:9/g)).toHaveLength(1);
    expect(host.output).toMatch(/^✗ key +No API key found/m);
    expect(host.errors).not.toContain('Next:');
    expect(host.output).not.toContain('answers  ');
  });

  it('reaches the service without a key', async () => {
    const scenario = await start();
    const host = scenario.host({ env: { SKIPTRACE_API_KEY: '' } });
    expect(await skiptrace(host, 'doctor')).toBe(4);
    expect(host.output).toMatch(/^✓ service/m);
  });

  it('says once that the key is refused', async () => {
    const scenario = await start();
    const error = 'Invalid API key. It does not exist or was revoked.';
    scenario.server.script('listSkipTraceJobs', reply(401, { error }));
    const host = scenario.host();
    expect(await skiptrace(host, 'doctor')).toBe(4);
    expect(host.output).toMatch(/^✗ answers +see the error below$/m);
    expect(host.errors.match(/revoked/g)).toHaveLength(1);
    expect(host.errors).toContain(
      `${scenario.server.url} did not accept the key. It comes from SKIPTRACE_API_KEY`,
    );
  });

  it('reports an https URL of an http server', async () => {
    const scenario = await start();
    const url = scenario.server.url.replace('http:', 'https:');
    const host = scenario.host({ env: { SKIPTRACE_BASE_URL: url } });
    expect(await skiptrace(host, 'balance')).toBe(9);
    expect(host.errors).toContain(
      `The server answers http, not https. Set --base-url or SKIPTRACE_BASE_URL to ${scenario.server.url}`,
    );
  });
});

describe('the state folder', () => {
  it('loses files that no run has touched for a year', async () => {
    const { host } = await start.withHost();
    const folder = path.join(stateDirectory(host), 'uploads');
    mkdirSync(folder, { recursive: true });
    const daysAgo = (days: number) => (Date.now() - days * 86_400_000) / 1000;
    for (const [name, days] of [
      ['old.json', 366],
      ['old.json.lock.3', 366],
      ['last-winter.json', 300],
    ] as const) {
      writeFileSync(path.join(folder, name), '0');
      utimesSync(path.join(folder, name), daysAgo(days), daysAgo(days));
    }
    expect(await skiptrace(host, 'upload', 'leads.csv', ...YES)).toBe(0);
    expect(readdirSync(folder).filter((name) => /^(old|last)/.test(name))).toEqual(['last-winter.json']);
  });
});

describe('files left by a killed process', () => {
  it('are removed by the next run; files of a living process or another machine are not', async () => {
    const scenario = await start();
    const host = scenario.host({ stdin: LEADS });
    const own = machine(host.hostname);
    const others = [
      `skiptrace-${own}-${process.ppid}-a`,
      `skiptrace-${machine('another')}-${DEAD}-a`,
      'skiptrace-notes',
    ];
    for (const name of [`skiptrace-${own}-${DEAD}-a`, ...others]) {
      mkdirSync(path.join(host.temporaryDirectory, name));
      writeFileSync(path.join(host.temporaryDirectory, name, 'stdin.csv'), LEADS);
    }
    const living = `.skiptrace-${own}-${process.ppid}-00000000.part`;
    for (const name of [living, `.skiptrace-${own}-${DEAD}-00000000.part`])
      writeFileSync(path.join(host.cwd, name), '');
    Object.assign(host, { isAlive: (pid: number) => pid !== DEAD });
    expect(await skiptrace(host, 'csv', 'check', '-', '--fix', '-o', 'out.csv')).toBe(0);
    expect(readdirSync(host.temporaryDirectory).sort()).toEqual([...others].sort());
    expect(readdirSync(host.cwd).sort()).toEqual([living, 'leads.csv', 'out.csv'].sort());
  });
});

describe('a result', () => {
  it.each([
    ['of a job', ['upload', 'leads.csv', ...YES], 'leads.enriched.csv'],
    ['of csv check --fix', ['csv', 'check', 'leads.csv', '--fix', '-o', 'f.csv'], 'f.csv'],
  ])('%s can be read by its owner only; one that replaces a file has its mode', async (_of, words, name) => {
    const { host } = await start.withHost();
    const file = path.join(host.cwd, name);
    expect(await skiptrace(host, ...words)).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    writeFileSync(file, 'changed');
    expect(await skiptrace(host, ...words, '--force')).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o644);
    expect(readFileSync(file, 'utf8')).not.toBe('changed');
  });
});

describe('a partial download', () => {
  it('after Ctrl-C is continued by the next run with Range, and no files are left', async () => {
    const enriched = Buffer.from(`Address,Skip Trace Status\r\n${'100 Oak St,Matched\r\n'.repeat(20_000)}`);
    const { scenario, host } = await start.withHost({ enriched });
    scenario.server.script('signed-download', (response) => {
      response.writeHead(200, {
        'content-type': 'text/csv',
        'content-length': enriched.length,
        etag: '"v1"',
      });
      response.write(enriched.subarray(0, 200_000));
    });
    const first = skiptrace(host, 'upload', 'leads.csv', ...YES);
    const partial = () => readdirSync(host.cwd).find((name) => name.endsWith('.part'));
    const size = () => statSync(path.join(host.cwd, partial() ?? 'leads.csv')).size;
    while (!(partial() && size() === 200_000)) await delay(5);
    host.pressCtrlC();
    expect(await first).toBe(130);
    host.startAnew();
    expect(await skiptrace(host, 'upload', 'leads.csv', ...YES)).toBe(0);
    const asked = scenario.server.requests.filter(({ target }) => target === 'signed-download');
    expect(asked.map(({ headers }) => headers['range'])).toEqual([undefined, 'bytes=200000-']);
    expect(readFileSync(path.join(host.cwd, 'leads.enriched.csv')).equals(enriched)).toBe(true);
    expect(readdirSync(host.cwd).sort()).toEqual(['leads.csv', 'leads.enriched.csv']);
    expect(scenario.server.service.balanceCents).toBe(99_992);
  });
});

describe('a storage that fails', () => {
  it('is exit 9 with its host and the reason, and each try is printed', async () => {
    const { scenario, host } = await start.withHost({ uploadMethod: 'presigned' });
    const failing = (response: ServerResponse) => response.writeHead(503).end();
    scenario.server.script('signed-upload', ...Array.from({ length: 5 }, () => failing));
    expect(await skiptrace(host, 'upload', 'leads.csv', '--yes', '--max-cost', '1')).toBe(9);
    const { host: storage } = new URL(scenario.server.url);
    expect(host.errors).toContain(`${storage} answered 503`);
    expect(host.errors.match(/Trying again in/g)).toHaveLength(4);
    expect(host.errors).toContain('Nothing was charged.');
  });
});

describe('control characters of a service', () => {
  it('reach neither a terminal nor a pipe nor a file name', async () => {
    const scenario = await start();
    for (const terminal of [false, true]) {
      const host = scenario.host({ terminal, env: { SKIPTRACE_PROGRESS: 'lines' } });
      expect(await skiptrace(host, 'upload', 'leads.csv', '--new', '--yes', '--max-cost', '1')).toBe(0);
      const id = [...scenario.server.service.jobs.keys()].at(-1) ?? '';
      scenario.server.service.put(id, { filename: `a${ESCAPES}b.csv`, errorMessage: ESCAPES });
      for (const words of [
        ['get', id],
        ['list'],
        ['list', '--json'],
        ['download', id],
        ['cancel', id],
        ['confirm', id],
      ])
        await skiptrace(host, 'jobs', ...words);
      scenario.server.service.put(id, { status: `odd${ESCAPES}` as 'failed' });
      await skiptrace(host, 'jobs', 'wait', id, '--timeout', '0.3');
      expect(host.errors).toContain('Job is odd');
      expect(`${host.output}${host.errors.replace(/\u001b\[(1|2|22|31|32|33|39)m/g, '')}`).not.toMatch(
        UNSAFE,
      );
      expect(readdirSync(host.cwd).join('')).not.toMatch(UNSAFE);
      expect(existsSync(path.join(host.cwd, 'a_]0;title__31m_b.enriched.csv'))).toBe(true);
    }
  });

  it('are escaped in JSON, which means the same', async () => {
    const { scenario, host } = await start.withHost();
    await skiptrace(host, 'upload', 'leads.csv', '--preview', '-q');
    scenario.server.service.put(scenario.job.id, { filename: `a${ESCAPES}b.csv` });
    const reader = scenario.host();
    await skiptrace(reader, 'jobs', 'list', '--json=filename');
    expect(JSON.parse(reader.output)).toEqual([{ filename: `a${ESCAPES}b.csv` }]);
    expect(reader.output).not.toMatch(UNSAFE);
  });
});
