import { defineConfig } from 'tsdown';

// The contract is private to the repository, so its types and policies go into the bundle; a user installs
// openapi-fetch and undici with this package, and nothing else.
export default defineConfig({
  entry: { index: 'src/index.ts', testing: 'src/testing/index.ts' },
  format: ['esm', 'cjs'],
  dts: true,
  fixedExtension: false,
  target: 'node20.19',
  deps: { alwaysBundle: ['@skiptrace/contract'] },
});
