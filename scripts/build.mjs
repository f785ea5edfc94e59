// Builds every package with sources that changed since its last build, in dependency order. Run by hand after a change:
// `npm run build`. What has a tsdown.config.ts is bundled by tsdown, what has a vite.config.ts by Vite; the others are compiled by tsc.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildKeys, noteBuild, staleBuilds } from './support/builds.mjs';
import { folderOf, isBundled, isForBrowsers, root } from './support/packages.mjs';

function run(cwd, tool, args) {
  const bin = path.join(root, 'node_modules', '.bin', tool);
  // Silent: tsdown warns at every build that Node.js 20, which these packages support, is deprecated.
  const { status } = spawnSync(bin, args, { cwd, stdio: 'ignore' });
  if (status !== 0) {
    // Runs again with its output, to show the errors.
    spawnSync(bin, args, { cwd, stdio: 'inherit' });
    process.stderr.write(`build: ${tool} failed in ${path.relative(root, cwd) || '.'}\n`);
    process.exit(status ?? 1);
  }
}

const node = (script, ...args) => {
  const { status } = spawnSync(process.execPath, [script, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) process.exit(status ?? 1);
};

const keys = buildKeys();
for (const name of staleBuilds(keys)) {
  noteBuild(name, null);
  if (name === 'contract') node(path.join(root, 'scripts', 'generate.mjs'), '--documents');
  if (isBundled(name)) run(folderOf(name), 'tsdown', ['--logLevel', 'error']);
  else if (isForBrowsers(name)) run(folderOf(name), 'vite', ['build', '--logLevel', 'error']);
  else run(root, 'tsc', ['-b', `packages/${name}/tsconfig.build.json`]);
  if (name === 'server') node(path.join(folderOf(name), 'scripts', 'static.mjs'));
  // The key at the start of the build: it may lack a file that was edited during it.
  noteBuild(name, keys[name]);
}
