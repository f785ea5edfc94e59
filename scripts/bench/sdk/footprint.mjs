// Footprint of the SDK: time to import, packages and bytes installed, own code.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { median } from '../support/median.mjs';
import { requireFromSdk, sdkFolder } from './common.mjs';

/**
 * Extra time of a process that loads the package over one that does nothing: the median of the differences within each
 * round, because the machine's speed varies. The import of an empty file shows the part that is Node's own module loader.
 */
export function timeImport(runs) {
  const time = (...args) => {
    const from = performance.now();
    spawnSync(process.execPath, args, { cwd: sdkFolder });
    return performance.now() - from;
  };
  const esm = (code) => time('--input-type=module', '-e', code);
  const empty = path.join(tmpdir(), `skiptrace-bench-empty-${process.pid}.mjs`);
  writeFileSync(empty, '');
  const rounds = Array.from({ length: runs }, () => ({
    bare: esm(''),
    emptyFile: esm(`await import('${pathToFileURL(empty)}')`),
    esm: esm("await import('@skiptrace/sdk')"),
    bareCjs: time('-e', ''),
    cjs: time('-e', "require('@skiptrace/sdk')"),
  }));
  rmSync(empty);
  const over = (name, base) => median(rounds.map((round) => round[name] - round[base]));
  return {
    bareMs: median(rounds.map(({ bare }) => bare)),
    emptyFile: over('emptyFile', 'bare'),
    esm: over('esm', 'bare'),
    cjs: over('cjs', 'bareCjs'),
  };
}

/**
 * Packages and bytes of an install, and the minified and compressed size of our own code: everything that the
 * main entry can load except the two dependencies, including chunks that are imported later.
 */
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
