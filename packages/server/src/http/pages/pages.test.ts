import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';

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
    '/api',
    '/api/v1/skip-trace/',
    '/API/v1/skip-trace',
    '/api/v2/skip-trace',
    '/api/v1/skip-trace/%2e%2e',
    '/api/v1/%zz',
    '/files/uploads/%zz',
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

  it('is no 405 for HEAD where GET works, and then has no body', async () => {
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
  it('say that the process lives and can serve', async () => {
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
    expect(text).toContain('href="/docs"');
    const document = await fetch(`${server.url}/`, { headers: { accept: 'application/json' } });
    expect(await document.json()).toEqual({
      name: 'skiptrace',
      ready: true,
      docs: '/docs',
      openapi: '/openapi.yaml',
    });
  });

  it('serve openapi.yaml as it was written', async () => {
    const answer = await ask('/openapi.yaml');
    expect(answer.headers.get('content-type')).toMatch(/^application\/yaml/);
    const written = await readFile(path.resolve(import.meta.dirname, '../../../../../openapi.yaml'), 'utf8');
    expect(await answer.text()).toBe(written);
  });

  it('show the contract with Swagger UI, whose scripts the content security policy allows', async () => {
    const answer = await ask('/docs');
    expect(answer.status).toBe(200);
    await expectSwagger(answer);
  });
});

describe('the folder of Swagger UI', () => {
  it.each([
    'package.json',
    'index.js',
    'swagger-ui-bundle.js.map',
    'README.md',
    '',
    'x',
    '..%2fpackage.json',
  ])('is not served beyond what the page needs: /docs/%s', async (name) => {
    const { status } = await ask(`/docs/${name}`);
    expect(status).toBe(name === '' ? 200 : 404);
  });

  it('is sent with its length, and as headers alone for HEAD', async () => {
    const get = await ask('/docs/swagger-ui-bundle.js');
    const head = await ask('/docs/swagger-ui-bundle.js', { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength));
    expect(await head.text()).toBe('');
  });
});

async function expectSwagger(answer: Response): Promise<void> {
  const policy = answer.headers.get('content-security-policy') ?? '';
  const page = await answer.text();
  const inline = [...page.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)];
  expect(inline.filter(([, code]) => code?.trim() !== '')).toEqual([]);
  expect(policy).toContain("script-src 'self'");
  for (const [, source] of page.matchAll(/(?:src|href)="([^"]+)"/g)) {
    const asset = await fetch(new URL(source ?? '', `${server.url}/docs`));
    expect([source, asset.status]).toEqual([source, 200]);
  }
}
