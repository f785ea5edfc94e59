// Runs the built package with the web classes and functions of edge runtimes and without Node.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { compileFunction, createContext } from 'node:vm';
import { expect, it, onTestFinished } from 'vitest';
import { ScenarioServer } from './testing/index.js';
import type * as sdk from './index.js';

const built = join(import.meta.dirname, '..', 'dist', 'web.cjs');

const web = {
  AbortController,
  AbortSignal,
  Blob,
  FormData,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  TransformStream,
  URL,
  URLSearchParams,
  WritableStream,
  atob,
  btoa,
  clearTimeout,
  console,
  crypto,
  fetch,
  performance,
  queueMicrotask,
  setTimeout,
};

/** Evaluates the package in its own realm. openapi-fetch is the only dependency that can be loaded. */
function loadedOnEdge(): typeof sdk {
  const real = createRequire(built);
  const requireOnEdge = (name: string): unknown => {
    if (name !== 'openapi-fetch') throw new Error(`an edge runtime has no ${name}`);
    return real(name);
  };
  const module = { exports: {} };
  const parsingContext = createContext({ ...web });
  const code = readFileSync(built, 'utf8');
  const names = ['require', 'module', 'exports'];
  const evaluate = compileFunction(code, names, { parsingContext }) as (...args: unknown[]) => void;
  evaluate(requireOnEdge, module, module.exports);
  return module.exports as typeof sdk;
}

it('works with the given fetch, without process, Buffer and modules of Node', async () => {
  const server = await ScenarioServer.start();
  onTestFinished(() => server.close());
  const { SkipTrace, isSkipTraceError } = loadedOnEdge();
  const client = new SkipTrace({ apiKey: 'pc_test', baseUrl: server.url, fetch });
  expect(await client.lookup('100 Sandbox Match St')).toMatchObject({ found: true, chargedCents: 4 });
  const list = ['1 Sandbox Match St', '2 Sandbox Miss Blvd'];
  expect(await client.bulk(list)).toMatchObject({ matched: 1, missed: 1 });
  const sent = server.requests.length;
  const dedupe: unknown = await client.bulk(list, { dedupe: true }).catch((thrown: unknown) => thrown);
  expect(isSkipTraceError(dedupe, 'configuration') && dedupe.message).toContain('@skiptrace/csv');
  expect(server.requests).toHaveLength(sent);
  let token = '';
  const run = await client.jobs.run(new Blob(['Address,City,State,Zip\n1 Peña St,B,TX,78701\n']), {
    filename: 'leads.csv',
    dedupe: false,
    columnMapping: { address: 'Address', city: 'City', state: 'State', zip: 'Zip' },
    onPreview: async () => 'confirm',
    onResumeToken: (given) => {
      token = given;
    },
  });
  expect(run.outcome).toBe('completed');
  expect(await client.jobs.resume(token).get()).toMatchObject({ status: 'completed' });
  expect(Buffer.from(await run.handle.bytes()).toString()).toContain('100 Sandbox Match St');
  expect(await new Response(await run.handle.stream()).text()).toContain('100 Sandbox Match St');
  const path: unknown = await run.handle.download('out.csv').catch((thrown: unknown) => thrown);
  expect(isSkipTraceError(path, 'configuration') && path.message).toContain('job.stream()');
  expect(() => new SkipTrace({ proxyFromEnvironment: true })).toThrow('sends with fetch');
  const error: unknown = await client.jobs
    .get('018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90')
    .catch((thrown: unknown) => thrown);
  expect(isSkipTraceError(error, 'not_found')).toBe(true);
  await client.close();
});

it("works with the runtime's fetch if none is given", async () => {
  const server = await ScenarioServer.start();
  onTestFinished(() => server.close());
  const { SkipTrace } = loadedOnEdge();
  const client = new SkipTrace({ apiKey: 'pc_test', baseUrl: server.url });
  expect(await client.lookup('100 Sandbox Match St')).toMatchObject({ found: true });
});
