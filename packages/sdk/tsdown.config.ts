import { copyFile } from 'node:fs/promises';
import { defineConfig, type UserConfig } from 'tsdown';

// Users install openapi-fetch and undici with this package, and nothing else. So the bundle has the contract's types and policies,
// which no package on npm has, and the bundle of `testing` also has what its mock reads lists and addresses with.
const common: UserConfig = {
  format: ['esm', 'cjs'],
  dts: true,
  fixedExtension: false,
  target: 'node20.19',
  // What is loaded when it is first needed is `require`d in CommonJS: Jest, and every other `vm` context, refuses `import()`.
  outputOptions: (options) => ({
    ...options,
    ...(options.format === 'cjs' && { dynamicImportInCjs: false }),
  }),
  // `await using` in programs without it in their `lib`; with Node's types it is there anyway.
  banner: { dts: '/// <reference lib="esnext.disposable" />' },
  deps: { alwaysBundle: ['@skiptrace/contract', '@skiptrace/address', '@skiptrace/csv'] },
};

/** Takes `x.web.ts` in the place of `x.node.ts`, and the like. */
const inPlaceOf = (from: string, to: string) => ({
  name: `${to}-in-place-of-${from}`,
  resolveId(this: { resolve: (id: string, importer?: string) => unknown }, id: string, importer?: string) {
    const ending = `.${from}.js`;
    return id.endsWith(ending)
      ? this.resolve(`${id.slice(0, -ending.length)}.${to}.js`, importer)
      : undefined;
  },
});

/** The mock is a client of the main entry, not of a second copy: TypeScript tells the private fields of two copies apart. */
const clientOfTheMainEntry = {
  name: 'client-of-the-main-entry',
  resolveId: (id: string, importer: string | undefined) =>
    id === '../index.js' && importer?.includes('testing')
      ? { id: '@skiptrace/sdk', external: true }
      : undefined,
};

/** The same for CommonJS, for which the types are built without the plugin; nothing in them depends on the format. */
const sameTypes = () => copyFile('dist/testing.d.ts', 'dist/testing.d.cts');

const index = { index: 'src/index.ts' };

// Apart, so that importing the client loads one file: a build of both would put what they share into files of its own.
export default defineConfig([
  { ...common, entry: index, format: 'esm' },
  { ...common, entry: index, format: 'cjs', plugins: [inPlaceOf('esm', 'cjs')] },
  // For workers, edge runtimes and browsers: without files and undici. Its types are the main entry's.
  {
    ...common,
    entry: { web: 'src/index.ts' },
    dts: false,
    platform: 'browser',
    outputOptions: {},
    plugins: [inPlaceOf('node', 'web')],
  },
  {
    ...common,
    entry: { testing: 'src/testing/index.ts' },
    plugins: [clientOfTheMainEntry],
    onSuccess: sameTypes,
  },
]);
