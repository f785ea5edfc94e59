import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scenarios, skiptrace } from '../testing/scenario.js';

const start = scenarios();

async function machine(stdin?: string) {
  const scenario = await start();
  return { scenario, host: scenario.host(stdin === undefined ? {} : { stdin }) };
}

describe('api', () => {
  it("prints the service's answer", async () => {
    const { scenario, host } = await machine();
    expect(await skiptrace(host, 'api', 'get', '/api/user/account')).toBe(0);
    expect(JSON.parse(host.output)).toMatchObject({ balanceCents: 100_000 });
    const whole = scenario.host();
    expect(await skiptrace(whole, 'api', 'GET', `${scenario.server.url}/api/user/account`, '-i')).toBe(0);
    expect(whole.output).toMatch(/^HTTP 200\n[^]*content-type: application\/json[^]*\n\n\{/);
  });

  it.each([
    'https://elsewhere.example/api/user/account',
    '//elsewhere.example/api',
    '/api/user/../v1/skip-trace',
    '/api/%2e%2e/x',
    '\\\\elsewhere.example\\api',
  ])('sends nothing to %s', async (target) => {
    const { scenario, host } = await machine();
    expect(await skiptrace(host, 'api', 'GET', target)).toBe(2);
    expect(scenario.seen()).toEqual({});
  });

  it.each(['/api/v1/skip-trace', '/api/v1/unknown', '/api/v1/skip-trace/'])(
    'never posts to %s without a yes, since it may charge',
    async (target) => {
      const { scenario, host } = await machine();
      expect(await skiptrace(host, 'api', 'POST', target, '-f', 'address=100 Sandbox Match St')).toBe(3);
      expect(host.errors).toContain('--yes');
      expect(scenario.seen()).toEqual({});
    },
  );

  it('asks on a terminal, and Enter means no', async () => {
    const scenario = await start();
    const host = scenario.host({ terminal: true });
    const code = skiptrace(host, 'api', 'POST', '/api/v1/skip-trace', '-f', 'address=100 Sandbox Match St');
    await host.answer(/may charge your account\.\nSend it\? \[y\/N\] $/, '\r');
    expect(await code).toBe(5);
    expect(scenario.seen()).toEqual({});
  });

  it('sends every value of a repeated key, in the query and in the body', async () => {
    const { scenario, host } = await machine();
    const page = () => ({ status: 200, headers: { 'content-type': 'application/json' }, body: '{}' });
    scenario.server.script('page', page(), page());
    const fields = ['-f', 'tag=b', '-F', 'n=1', '-F', 'n=2'];
    expect(await skiptrace(host, 'api', 'GET', '/api/v2/usage?tag=a&tag=c&x=1', ...fields)).toBe(0);
    expect(await skiptrace(host, 'api', 'POST', '/api/v2/notes', '--yes', ...fields, '-f', 'tag=d')).toBe(0);
    const [get, post] = scenario.server.requests;
    expect(get?.path).toBe('/api/v2/usage?tag=a&tag=c&tag=b&x=1&n=1&n=2');
    expect(JSON.parse(post?.body ?? '')).toEqual({ tag: ['b', 'd'], n: [1, 2] });
  });

  it('sends fields and files as a JSON body', async () => {
    const { scenario, host } = await machine();
    writeFileSync(path.join(host.cwd, 'body.json'), '{"address":"100 Sandbox Match St"}');
    const words = ['api', 'POST', '/api/v1/skip-trace', '--yes'];
    expect(await skiptrace(host, ...words, '-f', 'address=100 Sandbox Match St', '--json')).toBe(0);
    expect(JSON.parse(host.output)).toMatchObject({ found: true });
    expect(await skiptrace(scenario.host(), ...words, '--input', 'none.json')).toBe(7);
    expect(await skiptrace(host, ...words, '--input', 'body.json')).toBe(0);
    const utf16 = Buffer.from('\ufeff{"address":"100 Sandbox Match St"}', 'utf16le');
    writeFileSync(path.join(host.cwd, 'body.json'), utf16);
    expect(await skiptrace(host, ...words, '--input', 'body.json')).toBe(0);
    expect(scenario.seen()).toEqual({ skipTraceSingle: 3 });
  });

  it('says that the service has no such path, with exit 8', async () => {
    const { host } = await machine();
    expect(await skiptrace(host, 'api', 'GET', '/api/nope')).toBe(8);
    expect(host.errors).toMatch(/^error: http:.* has no such path: GET \/api\/nope \(404\)\.$/m);
    expect(host.errors).toContain('Nothing was charged.');
  });
});
