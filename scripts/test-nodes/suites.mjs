// Programs of a stranger who uses the packages: a suite installs tarballs into an empty folder and runs its cases there.
//
//   packages   folders of packages/ to install together, as tarballs
//   most       { packages, bytes } that the tarballs alone may install
//   extras     packages from the registry that its programs need beside them
//   allowScripts  which of the extras may run a script when they are installed
//   cases      { name, files, command, once }: files to write, then a command of the shell with each Node, or only the first;
//              $URL is a service with the sandbox's owners, which leaves the second single lookup without an answer

/** Calls that succeed, and one that lacks a package. */
const useOfSdk = `
async function use({ SkipTrace }, options, output) {
  const client = new SkipTrace({ apiKey: 'pc_test', ...options });
  if (!(await client.lookup('100 Sandbox Match St')).found) throw new Error('no match');
  const { matched } = await client.bulk(['1 Sandbox Match St', '2 Sandbox Miss Blvd']);
  if (matched !== 1) throw new Error('the list had ' + matched + ' matches');
  const columnMapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
  const file = new TextEncoder().encode('Address,City,State,Zip\\n1 A St,B,TX,78701\\n');
  const job = { filename: 'leads.csv', dedupe: false, onPreview: () => 'confirm' };
  const { outcome } = await client.jobs.run(file, { ...job, columnMapping, ...output });
  if (outcome !== 'completed') throw new Error(outcome);
  // The optional companion is not installed: only the option that needs it fails.
  const auto = await client.jobs.run(file, { ...job, columnMapping: 'auto' }).catch((error) => error);
  if (!/npm install @skiptrace\\/csv/.test(auto.message)) throw auto;
  await client.close();
}
`;

/** Calls that succeed, then an answer that is lost and a server that is away: both are told apart, and money is safe. */
const wholeUse = `
${useOfSdk}
async function useAll(sdk, baseUrl) {
  await use(sdk, { baseUrl }, { output: 'out.csv', force: true });
  const { SkipTrace, isSkipTraceError } = sdk;
  const client = new SkipTrace({ apiKey: 'pc_test', baseUrl });
  const lost = await client.lookup('1 A St').catch((error) => error);
  if (!isSkipTraceError(lost, 'unknown_outcome')) throw lost;
  await client.close();
  const nowhere = new SkipTrace({ apiKey: 'pc_test', baseUrl: 'http://127.0.0.1:1', maxRetries: 0 });
  const refused = await nowhere.lookup('1 A St').catch((error) => error);
  if (!isSkipTraceError(refused, 'connection') || refused.mayHaveBeenCharged) throw refused;
  return 'used';
}
`;

const esm = `
import * as sdk from '@skiptrace/sdk';
${wholeUse}
useAll(sdk, process.argv[2]).then(console.log);`;

const cjs = `
${wholeUse}
useAll(require('@skiptrace/sdk'), process.argv[2]).then(console.log);`;

/** Removes the globals that edge runtimes lack; \`fetch\` is passed in, and the result stays in memory. */
const edge = `
${useOfSdk}
const [baseUrl, print] = [process.argv[2], console.log];
for (const name of ['process', 'Buffer', 'setImmediate']) delete globalThis[name];
await use(await import('@skiptrace/sdk'), { baseUrl, fetch: globalThis.fetch }, {});
print('used');`;

/** Jest with its default environment, which refuses \`import()\` in CommonJS. */
const jest = `
const { match, mockSkipTrace } = require('@skiptrace/sdk/testing');
${wholeUse}
test('the mock works', async () => {
  const client = mockSkipTrace({ '100 Main St, Austin, TX 78701': match({ phones: ['5125550100'] }) });
  expect((await client.lookup('100 Main St, Austin TX 78701')).phones[0].number).toBe('5125550100');
});
test('it works', async () => {
  expect(await useAll(require('@skiptrace/sdk'), process.env.URL)).toBe('used');
});`;

/** esbuild, webpack and Vite are tried in packages/sdk/src/bundles.long.test.ts. */
const rollupConfig = `
import commonjs from '@rollup/plugin-commonjs';
import json from '@rollup/plugin-json';
import resolve from '@rollup/plugin-node-resolve';
export default {
  input: 'main.mjs',
  output: { dir: 'out', format: 'es', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
  plugins: [resolve({ preferBuiltins: true, exportConditions: ['node'] }), commonjs(), json()],
  onLog() {},
};`;

const typed = `
import { isSkipTraceError, SkipTrace } from '@skiptrace/sdk';
export async function owner(address: string): Promise<string | null> {
  await using client = new SkipTrace({ apiKey: 'pc_test', fetch });
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
// @ts-expect-error an address is required
export const wrong = (client: SkipTrace) => client.lookup({ city: 'Austin' });
`;

/** \`skipLibCheck: false\`, so that the declarations themselves are checked as well. */
const typeCheck = (name, options, files) => ({
  name: `types, ${name}`,
  once: true,
  files: {
    ...Object.fromEntries(files.map((file) => [file, typed])),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipLibCheck: false },
        ...options,
      },
      files,
    }),
  },
  command: 'tsc -p .',
});

/** A program that ends with "used". */
const used = (
  name,
  command,
  /** @type {Record<string, string>} */ files = { 'main.mjs': esm },
  once = false,
) => ({
  name,
  files,
  command: `${command} | grep -x used`,
  once,
});
const DENO = 'deno run --allow-all --node-modules-dir=manual';

export const suites = {
  cli: {
    packages: ['cli'],
    // Half of it is undici, which the SDK inside brings.
    most: { packages: 4, bytes: 1_400_000 },
    cases: [
      {
        name: 'its version, a check of a file and its price',
        files: { 'leads.csv': 'Address,City,State,Zip\n1 Oak St,Newark,NJ,7104\n' },
        command: `set -e
          skiptrace --version | grep -xE '[0-9]+\\.[0-9]+\\.[0-9]+'
          skiptrace csv check leads.csv --fix
          grep ,07104 leads.fixed.csv
          skiptrace upload leads.csv --dry-run --json=maxCents | grep -x '{"maxCents":4}'`,
      },
      {
        name: 'a server that is away',
        command: `skiptrace jobs list --json --base-url http://127.0.0.1:1 2>error; [ $? = 4 ] && grep '"charged_cents":0' error`,
      },
    ],
  },
  sdk: {
    packages: ['sdk'],
    most: { packages: 4, bytes: 4_100_000 },
    extras: ['typescript@5.9.3', '@types/node@20.19.43'],
    cases: [
      used('ESM', 'node main.mjs $URL'),
      used('CommonJS', 'node main.cjs $URL', { 'main.cjs': cjs }),
      typeCheck(
        'nodenext',
        { module: 'NodeNext', target: 'ES2023', lib: ['ES2023', 'ESNext.Disposable'], types: ['node'] },
        ['main.mts', 'main.cts'],
      ),
      typeCheck(
        'without those of Node, as in a browser or Worker',
        {
          module: 'ESNext',
          moduleResolution: 'bundler',
          target: 'ES2022',
          lib: ['ES2022', 'DOM', 'ESNext.Disposable'],
          types: [],
        },
        ['main.ts'],
      ),
    ],
  },
  'sdk-elsewhere': {
    packages: ['sdk'],
    extras: [
      '@rollup/plugin-commonjs@29.0.3',
      '@rollup/plugin-json@6.1.0',
      '@rollup/plugin-node-resolve@16.0.3',
      'bun@1.4.5',
      'deno@2.9.6',
      'jest@30.5.2',
      'rollup@4.68.7',
    ],
    // These download or check their program.
    allowScripts: { bun: true, deno: true },
    cases: [
      {
        name: 'under Jest',
        files: { 'package.json': '{"private":true}', 'main.test.js': jest },
        command: 'jest --ci --watchman=false',
      },
      used('bundled by rollup', 'rollup --silent -c && node out/main.mjs $URL', {
        'main.mjs': esm,
        'rollup.config.mjs': rollupConfig,
      }),
      used('on Bun', 'bun run main.mjs $URL', undefined, true),
      used('on Deno', `${DENO} main.mjs $URL`, undefined, true),
      used('on Bun without process and Buffer', 'bun run edge.mjs $URL', { 'edge.mjs': edge }, true),
      used('on Deno without process and Buffer', `${DENO} edge.mjs $URL`, { 'edge.mjs': edge }, true),
    ],
  },
};
