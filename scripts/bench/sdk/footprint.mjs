// What having the SDK costs: time to import, packages and bytes installed, own code.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

import { median, requireFromSdk, sdkFolder } from './common.mjs';

/** Median time of a process that imports the package, over one that does nothing. */
export function timeImport(runs) {
  const time = (code) => {
    const from = performance.now();
    spawnSync(process.execPath, ['--input-type=module', '-e', code], { cwd: sdkFolder });
    return performance.now() - from;
  };
  const bare = [];
  const withSdk = [];
  for (let n = 0; n < runs; n++) {
    bare.push(time(''));
    withSdk.push(time("await import('@skiptrace/sdk')"));
  }
  return { bareMs: median(bare), addedMs: median(withSdk) - median(bare) };
}

/** Packages and bytes that an install brings, and what our own code weighs minified and compressed. */
export function installSize() {
  const script = `
    import { build } from 'rolldown';
    import { gzipSync } from 'node:zlib';
    const { output } = await build({ input: 'dist/index.js', external: ['undici', 'openapi-fetch', /^node:/], platform: 'node',
      output: { minify: true, format: 'esm' }, write: false, logLevel: 'silent' });
    const bytes = output.map((chunk) => gzipSync(chunk.code ?? '').length).reduce((a, b) => a + b, 0);
    process.stdout.write(String(bytes));`;
  const built = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: sdkFolder,
    encoding: 'utf8',
  });
  const packages = ['openapi-fetch', 'openapi-typescript-helpers', 'undici'].map((name) => {
    const folder = requireFromSdk.resolve.paths(name).map((place) => path.join(place, name));
    return folder.find((place) => spawnSync('test', ['-d', place]).status === 0);
  });
  const folders = [...packages, path.join(sdkFolder, 'dist'), path.join(sdkFolder, 'docs')].filter(Boolean);
  const { stdout } = spawnSync('du', ['-sck', '--apparent-size', ...folders], { encoding: 'utf8' });
  const kilobytes = Number(/(\d+)\s+total/.exec(stdout)?.[1]);
  return {
    packages: packages.length + 1,
    installedMB: kilobytes / 1000,
    ownCodeGzipKB: Number(built.stdout) / 1000,
  };
}
