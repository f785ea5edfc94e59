import { defineConfig } from 'tsdown';
import { thirdPartyNotices } from '../../scripts/support/notices.mjs';

// One bundle without run-time dependencies: `npx skiptrace` installs this package and nothing else. Every command is behind
// `await import()`, so it becomes a chunk of its own and costs nothing until it is used.
export default defineConfig({
  entry: { main: 'src/main.ts' },
  format: ['esm'],
  platform: 'node',
  target: 'node20.19',
  dts: false,
  minify: true,
  sourcemap: false,
  fixedExtension: false,
  deps: { alwaysBundle: [/.*/], onlyBundle: false },
  plugins: [thirdPartyNotices('THIRD-PARTY-LICENSES')],
});
