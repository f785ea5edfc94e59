// Builds every package in dependency order. Run by hand after a change: `npm run build`.
// contract, csv, server and conformance are compiled by tsc; address, sdk and cli are bundled by tsdown.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

function run(cwd, tool, args) {
  const bin = path.join(root, 'node_modules', '.bin', tool);
  const { status } = spawnSync(bin, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) {
    // Once more with everything on screen: tsc and tsdown report errors on standard output.
    spawnSync(bin, args, { cwd, stdio: 'inherit' });
    process.stderr.write(`build: ${tool} failed in ${path.relative(root, cwd) || '.'}\n`);
    process.exit(status ?? 1);
  }
}

const node = (script) => {
  const { status } = spawnSync(process.execPath, [path.join(root, script)], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
const tsc = (...names) =>
  run(root, 'tsc', ['-b', ...names.map((name) => `packages/${name}/tsconfig.build.json`)]);
const bundle = (name) => {
  const cwd = path.join(root, 'packages', name);
  if (existsSync(path.join(cwd, 'tsdown.config.ts'))) run(cwd, 'tsdown', ['--logLevel', 'error']);
};

tsc('contract', 'csv');
bundle('address');
tsc('server', 'conformance');
node('packages/server/scripts/docs.mjs');
bundle('sdk');
bundle('cli');
