// @skiptrace/sdk where it is not simply imported by Node: under Jest, bundled by esbuild, rollup and webpack, on Bun and
// on Deno. Each time the same program looks up, takes a file the whole way, and meets a lost answer and a dead server.
import path from 'node:path';

export const packages = ['sdk'];
export const extras = [
  '@rollup/plugin-commonjs@29.0.3',
  '@rollup/plugin-json@6.1.0',
  '@rollup/plugin-node-resolve@16.0.3',
  'bun@1.4.5',
  'deno@2.9.6',
  'esbuild@0.28.2',
  'jest@30.5.2',
  'rollup@4.68.7',
  'webpack@5.112.2',
];
/** Packages that download or check their program when they are installed. */
export const allowScripts = { bun: true, deno: true, esbuild: true };

const use = `
async function use(SkipTrace, isSkipTraceError, url) {
  const client = new SkipTrace({ apiKey: 'pc_test', baseUrl: url });
  if (!(await client.lookup('100 Sandbox Match St')).found) throw new Error('no match');
  const { matched } = await client.bulk(['1 Sandbox Match St', '2 Sandbox Miss Blvd']);
  if (matched !== 1) throw new Error('the list had ' + matched + ' matches');
  const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
  const file = new TextEncoder().encode('Address,City,State,Zip\\n1 A St,B,TX,78701\\n');
  const { outcome } = await client.jobs.run(file, {
    filename: 'leads.csv', columnMapping, dedupe: false, onPreview: () => 'confirm', output: 'out.csv', force: true,
  });
  if (outcome !== 'completed') throw new Error(outcome);
  // The optional companion is not installed: only the option that needs it fails.
  const auto = await client.jobs.run(file, { filename: 'leads.csv', columnMapping: 'auto', onPreview: () => 'confirm' })
    .catch((error) => error);
  if (!/npm install @skiptrace\\/csv/.test(auto.message)) throw auto;
  const lost = await client.lookup('reset').catch((error) => error);
  if (!isSkipTraceError(lost, 'unknown_outcome')) throw lost;
  await client.close();
  const nowhere = new SkipTrace({ apiKey: 'pc_test', baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
  const refused = await nowhere.lookup('1 A St').catch((error) => error);
  if (!isSkipTraceError(refused, 'connection') || refused.mayHaveBeenCharged) throw refused;
  return 'used';
}`;

const program = `
import { isSkipTraceError, SkipTrace } from '@skiptrace/sdk';
${use}
use(SkipTrace, isSkipTraceError, globalThis.process.argv[2]).then(console.log);`;

/** Starts the service, then the program, and checks its output. */
const runner = `
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { contractAnswer, reset, ScenarioServer } from '@skiptrace/sdk/testing';
const run = async (program, ...args) => {
  const server = await ScenarioServer.start();
  // The second single lookup is the one that gets no answer.
  server.script('skipTraceSingle', contractAnswer('skipTraceSingle', 200), reset());
  try {
    const { stdout } = await promisify(execFile)(program, [...args, server.url]);
    assert.equal(stdout.trim(), 'used');
  } finally {
    await server.close();
  }
};
`;

const bundled = (name, build) => ({
  name: `bundled by ${name}`,
  files: { 'program.mjs': program, 'main.mjs': `${build}\n${runner}\nawait run(process.execPath, out);` },
  command: () => ['main.mjs'],
});

const esbuild = (format, out) =>
  bundled(
    `esbuild into ${format}`,
    `import { build } from 'esbuild';
    const out = '${out}';
    await build({ entryPoints: ['program.mjs'], bundle: true, platform: 'node', format: '${format}', outfile: out });`,
  );

const rollup = bundled(
  'rollup',
  `import commonjs from '@rollup/plugin-commonjs';
  import json from '@rollup/plugin-json';
  import resolve from '@rollup/plugin-node-resolve';
  import { rollup } from 'rollup';
  const out = 'out/program.mjs';
  const plugins = [resolve({ preferBuiltins: true, exportConditions: ['node'] }), commonjs(), json()];
  const bundle = await rollup({ input: 'program.mjs', plugins, onLog() {} });
  await bundle.write({ dir: 'out', format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });`,
);

const webpack = bundled(
  'webpack',
  `import webpack from 'webpack';
  const out = 'out/program.cjs';
  const output = { path: process.cwd() + '/out', filename: 'program.cjs' };
  await new Promise((resolve, reject) =>
    webpack({ entry: './program.mjs', target: 'node', mode: 'production', output }, (error, stats) =>
      error || stats.hasErrors() ? reject(error ?? new Error(stats.toString())) : resolve()));`,
);

/** Jest with its default environment, which refuses \`import()\` in CommonJS. */
const jest = {
  name: 'under Jest',
  files: {
    'package.json': '{"private":true}',
    'program.test.js': `
      const { isSkipTraceError, SkipTrace } = require('@skiptrace/sdk');
      const { contractAnswer, match, mockSkipTrace, reset, ScenarioServer } = require('@skiptrace/sdk/testing');
      ${use}
      test('the mock works', async () => {
        const client = mockSkipTrace({ '100 Main St, Austin, TX 78701': match({ phones: ['5125550100'] }) });
        expect((await client.lookup('100 Main St, Austin TX 78701')).phones[0].number).toBe('5125550100');
      });
      test('it works', async () => {
        const server = await ScenarioServer.start();
        server.script('skipTraceSingle', contractAnswer('skipTraceSingle', 200), reset());
        try {
          expect(await use(SkipTrace, isSkipTraceError, server.url)).toBe('used');
        } finally {
          await server.close();
        }
      });`,
  },
  command: ({ folder }) => [
    path.join(folder, 'node_modules', 'jest', 'bin', 'jest.js'),
    '--ci',
    '--watchman=false',
  ],
};

const runtime = (name, binary, args) => ({
  name: `on ${name}`,
  once: true,
  files: {
    'program.mjs': program,
    'main.mjs': `${runner}\nawait run(process.argv[2], ${args.map((arg) => `'${arg}', `).join('')}'program.mjs');`,
  },
  command: ({ folder }) => ['main.mjs', path.join(folder, 'node_modules', ...binary)],
});

/** Removes the globals that edge runtimes lack; \`fetch\` is passed in. */
const edge = {
  'program.mjs': `
    const [url, print] = [globalThis.process.argv[2], console.log];
    for (const name of ['process', 'Buffer', 'setImmediate']) delete globalThis[name];
    const { SkipTrace } = await import('@skiptrace/sdk');
    const client = new SkipTrace({ apiKey: 'pc_test', baseUrl: url, fetch: globalThis.fetch });
    if (!(await client.lookup('100 Sandbox Match St')).found) throw new Error('no match');
    const { matched } = await client.bulk(['1 Sandbox Match St', '2 Sandbox Miss Blvd']);
    if (matched !== 1) throw new Error('the list had ' + matched + ' matches');
    const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
    const file = new TextEncoder().encode('Address,City,State,Zip\\n1 A St,B,TX,78701\\n');
    const { outcome } = await client.jobs.run(file, { filename: 'leads.csv', columnMapping, dedupe: false, onPreview: () => 'confirm' });
    if (outcome !== 'completed') throw new Error(outcome);
    await client.close();
    print('used');`,
};

const bareRuntime = (name, binary, args) => {
  const each = runtime(name, binary, args);
  return {
    ...each,
    name: `on ${name} without process and Buffer`,
    files: { ...each.files, ...edge },
  };
};

export const cases = [
  jest,
  esbuild('esm', 'out.mjs'),
  esbuild('cjs', 'out.cjs'),
  rollup,
  webpack,
  runtime('Bun', ['bun', 'bin', 'bun.exe'], ['run']),
  runtime('Deno', ['deno', 'deno'], ['run', '--allow-all', '--node-modules-dir=manual']),
  bareRuntime('Bun', ['bun', 'bin', 'bun.exe'], ['run']),
  bareRuntime('Deno', ['deno', 'deno'], ['run', '--allow-all', '--node-modules-dir=manual']),
];
