// Engines: SQLite, PostgreSQL at a release

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryServer, type TemporaryServer } from '../../../testing/server.js';
import { readLogo } from './static.js';

let server: TemporaryServer;
beforeAll(async () => {
  server = await temporaryServer();
});
afterAll(() => server.close());

const ask = (where: string, init?: RequestInit) => fetch(`${server.url}${where}`, init);
const JOB = '/api/user/skip-trace/018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90';

const expectPage = async (answer: Response) => {
  expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(answer.headers.get('x-powered-by')).toBeNull();
  expect(await answer.text()).toContain('<h1>');
};

describe('a path outside the contract', () => {
  it.each([
    ...['/api', '/api/v1/skip-trace/', '/API/v1/skip-trace', '/api/v2/skip-trace'],
    ...['/api/v1/skip-trace/%2e%2e', '/api/v1/%zz', '/files/uploads/%zz'],
    `${JOB}/refund`,
    `${JOB}/upload/extra`,
    '/dashboard',
    '/metrics',
    '/favicon.ico',
  ])('is a 404 page without a key: %s', async (where) => {
    const answer = await ask(where);
    expect(answer.status).toBe(404);
    await expectPage(answer);
  });

  it('links to the web app and to the documentation', async () => {
    const text = await (await ask('/nothing-here')).text();
    expect(text).toContain('<a href="/app">/app</a>');
    expect(text).toContain('<a href="/docs">/docs</a>');
  });
});

describe('the first page', () => {
  it('has the URL of this server in its login instructions', async () => {
    const text = await (await ask('/', { headers: { accept: 'text/html' } })).text();
    expect(text).toContain(`<code>npx skiptrace auth login --base-url ${server.url}</code>`);
  });
});

describe('the first page, for a stranger', () => {
  const home = async (url: string) => (await fetch(`${url}/`, { headers: { accept: 'text/html' } })).text();

  it('says what this is, what a match, a miss and a list cost, and needs no script', async () => {
    const text = await home(server.url);
    expect(text).toContain('<h1>Find who owns a property, and how to reach them</h1>');
    expect(text).toContain('<b>4¢</b> for a match, unless your account has another price');
    expect(text).toContain('<b>0¢</b> for a miss: no owner, no charge');
    expect(text).toContain('<b>You approve</b> the exact price of a list before anything is charged');
    expect(text).not.toMatch(/<script|opt-out/);
  });

  it('leads people in the data to the page where they ask to be left out, where there is one', async () => {
    const open = await temporaryServer({ env: { OPT_OUT: 'on' } });
    try {
      expect(await home(open.url)).toContain('href="/opt-out">Ask to be left out</a>');
    } finally {
      await open.close();
    }
  });
});

describe('the operator’s name, address, color and logo', () => {
  it('are on the first page, in the app and, for browsers without JavaScript, on /opt-out, as text', async () => {
    const logo = path.join(await mkdtemp(path.join(tmpdir(), 'logo-')), 'valley.svg');
    await writeFile(logo, '<svg xmlns="http://www.w3.org/2000/svg"><title>Valley</title></svg>');
    const env = {
      ...{ OPT_OUT: 'on', OPERATOR_NAME: 'Valley & Sons', SUPPORT_EMAIL: 'help@valley.example' },
      ...{ OPERATOR_COLOR: '#0b5d3b', OPERATOR_LOGO: logo },
    };
    const named = await temporaryServer({ env });
    const contact =
      'rite to Valley &#38; Sons at <a href="mailto:help@valley.example">help@valley.example</a>.';
    try {
      for (const where of ['/', '/opt-out']) {
        const page = await fetch(named.url + where, { headers: { accept: 'text/html' } });
        expect((await page.text()).replace(/\s+/g, ' '), where).toContain(contact);
      }
      const app = await (await fetch(`${named.url}/app`)).text();
      expect(app).toContain('<meta name="operator" content="Valley &#38; Sons" data-color="#0b5d3b"');
      expect(await (await fetch(`${named.url}/`, { headers: { accept: 'text/html' } })).text()).toContain(
        '--brand:#0b5d3b',
      );
      expect(await (await fetch(`${named.url}/app/favicon.svg`)).text()).toContain('<title>Valley</title>');
    } finally {
      await named.close();
      await rm(path.dirname(logo), { recursive: true });
    }
    await expect(readLogo('/dev/zero')).rejects.toThrow('must be an SVG file');
    await expect(readLogo('/no/such.svg')).rejects.toThrow("/no/such.svg can't be read");
    await expect(readLogo(path.join(import.meta.dirname, '../app.ts'))).rejects.toThrow(
      'must be an SVG file of at most 64 KB',
    );
    const unnamed = await (await ask('/', { headers: { accept: 'text/html' } })).text();
    expect(unnamed).toContain('New here? Write to the people who run this server.');
  });
});

describe('a method that a path does not take', () => {
  it.each([
    ['GET', '/api/v1/skip-trace', 'POST'],
    ['DELETE', '/api/v1/skip-trace-bulk', 'POST'],
    ['OPTIONS', '/api/v1/skip-trace', 'POST'],
    ['PROPFIND', '/api/contact', 'POST'],
    ['PUT', '/api/user/skip-trace', 'GET, POST, HEAD'],
    ['OPTIONS', '/api/user/skip-trace', 'GET, POST, HEAD'],
    ['POST', JOB, 'GET, HEAD'],
    ['GET', `${JOB}/upload`, 'POST'],
    ['PATCH', `${JOB}/confirm`, 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/openapi.yaml', 'GET, HEAD'],
    ['DELETE', '/docs', 'GET, HEAD'],
  ])('is a 405 page that says what it takes: %s %s', async (method, where, allow) => {
    const answer = await ask(where, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allow);
    await expectPage(answer);
  });

  it('is not refused with 405 for HEAD if GET works, and then has no body', async () => {
    const headers = { authorization: `Bearer ${server.account.apiKey}` };
    const head = await ask('/api/user/skip-trace', { method: 'HEAD', headers });
    const get = await ask('/api/user/skip-trace', { headers });
    expect(head.status).toBe(200);
    expect(await head.text()).toBe('');
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'));
    expect((await ask('/api/user/skip-trace', { method: 'HEAD' })).status).toBe(401);
    expect((await ask('/api/v1/skip-trace', { method: 'HEAD' })).status).toBe(405);
  });
});

describe('the pages beside the contract', () => {
  it('report that the process is alive and can serve', async () => {
    const alive = await ask('/healthz');
    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
    const ready = await ask('/readyz');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', faults: [] }]);
    expect((await ask('/healthz', { method: 'HEAD' })).status).toBe(200);
  });

  it('have a first page, for people and for programs', async () => {
    const page = await fetch(`${server.url}/`, { headers: { accept: 'text/html' } });
    const text = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'self'");
    expect(text).toContain('This server is ready.');
    for (const link of ['/docs', '/app', '/app/favicon.svg']) expect(text).toContain(`href="${link}"`);
    const document = await fetch(`${server.url}/`, { headers: { accept: 'application/json' } });
    expect(await document.json()).toEqual({
      name: 'skiptrace',
      ready: true,
      docs: '/docs',
      openapi: '/openapi.yaml',
    });
  });

  it('serve openapi.yaml unchanged', async () => {
    const answer = await ask('/openapi.yaml');
    expect(answer.headers.get('content-type')).toMatch(/^application\/yaml/);
    const written = await readFile(
      path.resolve(import.meta.dirname, '../../../../../../openapi.yaml'),
      'utf8',
    );
    expect(await answer.text()).toBe(written);
  });

  it.each(['/docs', '/docs/', '/docs/swagger'])(
    'show the contract at %s, with scripts that the content security policy allows',
    async (where) => {
      const answer = await ask(where);
      expect(answer.status).toBe(200);
      await expectPageOfScripts(answer, where);
    },
  );

  it('begin the contract with a quickstart and show every operation in curl, TypeScript and the command line', async () => {
    const document = (await (await ask('/docs/openapi.json')).json()) as {
      info: { description: string };
      paths: Record<string, Record<string, { operationId?: string; 'x-codeSamples'?: { lang: string }[] }>>;
    };
    expect(document.info.description).toMatch(/^### Quickstart/);
    const operations = Object.values(document.paths).flatMap((item) =>
      Object.values(item).filter(({ operationId }) => operationId !== undefined),
    );
    expect(operations).toHaveLength(12);
    for (const operation of operations)
      expect([operation.operationId, operation['x-codeSamples']?.map(({ lang }) => lang)]).toEqual([
        operation.operationId,
        ['ts', 'sh'],
      ]);
  });
});

describe('the folder of the documentation', () => {
  it.each([
    ...['package.json', 'index.js', 'scalar.js.br', 'swagger-ui-bundle.js.map', 'LICENSE', 'x'],
    '..%2fpackage.json',
  ])('is not served beyond what the pages need: /docs/%s', async (name) => {
    expect((await ask(`/docs/${name}`)).status).toBe(404);
  });

  it('is sent with its length, as headers only for HEAD, and not again while it is unchanged', async () => {
    const headers = { 'accept-encoding': 'identity' };
    const get = await ask('/docs/scalar.js', { headers });
    const head = await ask('/docs/scalar.js', { method: 'HEAD', headers });
    expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength));
    expect(await head.text()).toBe('');
    const again = await ask('/docs/scalar.js', {
      headers: { 'if-none-match': get.headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });

  it.each(['br', 'gzip'])('is sent compressed to a client that takes %s', async (encoding) => {
    const answer = await ask('/docs/scalar.js', { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toContain('Accept-Encoding');
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(1_100_000);
    expect((await answer.text()).length).toBeGreaterThan(3_000_000);
  });
});

async function expectPageOfScripts(answer: Response, where: string): Promise<void> {
  const policy = answer.headers.get('content-security-policy') ?? '';
  const page = await answer.text();
  const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  expect(inline.filter(([, code]) => code?.trim() !== '')).toEqual([]);
  expect(policy).toContain("script-src 'self'");
  for (const [, source] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const asset = await fetch(new URL(source ?? '', server.url + where));
    expect([source, asset.status]).toEqual([source, 200]);
  }
}
