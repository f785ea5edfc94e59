// @skiptrace/sdk as a stranger installs it: in ESM, CommonJS, both at once, and under TypeScript's resolutions.
import path from 'node:path';

export const packages = ['sdk'];
export const extras = ['typescript@5.9.3', '@types/node@20.19.43'];

/** The most that is installed. */
export const most = { packages: 4, bytes: 4_100_000 };

/** A lookup that is told to wait, a list, a whole file, and a lost answer. */
const use = `
const server = await ScenarioServer.start();
const client = new SkipTrace({ apiKey: 'pc_test', baseUrl: server.url, clock: new FakeClock() });
server.script('skipTraceSingle', rateLimited('1'));
const { data, attempts } = await client.lookup('100 Sandbox Match St').withResponse();
assert.equal(data.found, true);
assert.equal(attempts, 2);
const { matched } = await client.bulk(['1 Sandbox Match St', '2 Sandbox Miss Blvd']);
assert.equal(matched, 1);
const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
const { outcome } = await client.jobs.run(Buffer.from('Address,City,State,Zip\\n1 A St,B,TX,78701\\n'), {
  filename: 'leads.csv', columnMapping, dedupe: false, onPreview: () => 'confirm', output: 'out.csv',
});
assert.equal(outcome, 'completed');
server.script('skipTraceSingle', reset());
const lost = await client.lookup('1 A St').catch((error) => error);
assert.ok(isSkipTraceError(lost, 'unknown_outcome'), String(lost));
await client.close();
await server.close();
`;

const names = 'SkipTrace, isSkipTraceError';
const testingNames = 'FakeClock, rateLimited, reset, ScenarioServer';

const esm = `
import assert from 'node:assert/strict';
import { ${names} } from '@skiptrace/sdk';
import { ${testingNames} } from '@skiptrace/sdk/testing';
${use}`;

const cjs = `
const assert = require('node:assert/strict');
const { ${names} } = require('@skiptrace/sdk');
const { ${testingNames} } = require('@skiptrace/sdk/testing');
(async () => {${use}})();`;

/** Errors are recognized across the two copies that a mixed program loads. */
const both = `
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { isSkipTraceError } from '@skiptrace/sdk';
const copy = createRequire(import.meta.url)('@skiptrace/sdk');
const thrown = await new copy.SkipTrace({ apiKey: 'pc_test', baseUrl: 'http://127.0.0.1:1', maxRetries: 0 })
  .lookup('1 A St').catch((error) => error);
assert.ok(isSkipTraceError(thrown, 'connection'), String(thrown));`;

const typed = (imports) => `
${imports}
export async function owner(address: string): Promise<string | null> {
  await using client = new SkipTrace({ apiKey: 'pc_test' });
  try {
    const result = await client.lookup(address);
    return result.found ? result.contact.fullName : null;
  } catch (error) {
    if (isSkipTraceError(error, 'insufficient_balance')) return String(error.balanceRequiredCents);
    throw error;
  }
}
export const leads = (client: SkipTrace, city: string | undefined) =>
  client.bulk([{ address: '1 A St', city, leadId: 7 }]);
export const raw = (client: SkipTrace) => client.raw.GET('/api/user/skip-trace', { call: { timeoutMs: 1 } });
export const any = (client: SkipTrace) => client.request('GET', '/api/v2/usage').withResponse();
export const through = (dispatcher: Agent) => new SkipTrace({ dispatcher });
export const server = () => ScenarioServer.start({ honorsKeys: true });
// @ts-expect-error an address is required
export const wrong = (client: SkipTrace) => client.lookup({ city: 'Austin' });
`;

const esImports = `
import type { Agent } from 'undici';
import { isSkipTraceError, SkipTrace } from '@skiptrace/sdk';
import { ScenarioServer } from '@skiptrace/sdk/testing';`;
const requireImports = `
import undici = require('undici');
type Agent = undici.Agent;
import sdk = require('@skiptrace/sdk');
import testing = require('@skiptrace/sdk/testing');
import SkipTrace = sdk.SkipTrace;
import isSkipTraceError = sdk.isSkipTraceError;
import ScenarioServer = testing.ScenarioServer;`;

/** `skipLibCheck: false`, so that the declarations themselves are checked as well. */
function typeCheck(name, options, files) {
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
    ...options,
  };
  return {
    name: `types, ${name}`,
    once: true,
    files: {
      ...files,
      'tsconfig.json': JSON.stringify({ compilerOptions: strict, files: Object.keys(files) }),
    },
    command: ({ folder }) => [path.join(folder, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.'],
  };
}

const lib = ['ES2023', 'ESNext.Disposable'];
export const cases = [
  { name: 'ESM', files: { 'main.mjs': esm }, command: () => ['main.mjs'] },
  { name: 'CommonJS', files: { 'main.cjs': cjs }, command: () => ['main.cjs'] },
  { name: 'ESM and CommonJS in one program', files: { 'main.mjs': both }, command: () => ['main.mjs'] },
  typeCheck(
    'nodenext',
    { module: 'NodeNext', target: 'ES2023', lib },
    { 'esm.mts': typed(esImports), 'cjs.cts': typed(requireImports) },
  ),
  typeCheck(
    'bundler',
    { module: 'ESNext', moduleResolution: 'bundler', target: 'ES2023', lib },
    { 'main.ts': typed(esImports) },
  ),
  typeCheck(
    'without those of Node, as in a browser or Worker',
    {
      module: 'ESNext',
      moduleResolution: 'bundler',
      target: 'ES2022',
      lib: ['ES2022', 'DOM'],
      types: [],
    },
    {
      'main.ts': `
import { SkipTrace } from '@skiptrace/sdk';
export async function owner(address: string): Promise<string | null> {
  await using client = new SkipTrace({ apiKey: 'pc_test', fetch });
  const result = await client.lookup(address);
  return result.found ? result.contact.fullName : null;
}
`,
    },
  ),
];
