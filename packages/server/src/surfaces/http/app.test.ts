// Engines: SQLite, PostgreSQL at a release

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';
import { expect, it } from 'vitest';
import { nativeMessages } from './app.js';

it('requests and responses have Express’s prototypes before Express sees them, and behave as in Express', async () => {
  const app = new ExpressAdapter().getInstance<Express>();
  app.get('/hello', (request, response) => {
    response.json({ path: request.path, query: request.query, type: request.get('x-type') });
  });
  const server = createServer(nativeMessages(app));
  let own = false;
  server.on('request', (request, response) => {
    own = Object.getPrototypeOf(request) === app.request && Object.getPrototypeOf(response) === app.response;
    app(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/hello?a=1`, { headers: { 'x-type': 'T' } });
    expect(await answer.json()).toEqual({ path: '/hello', query: { a: '1' }, type: 'T' });
    expect(own).toBe(true);
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
});
