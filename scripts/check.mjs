// Static checks of the code (`checks`). By hand: `npm run check`, or one of them: `npm run check -- format`.
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { manifestOf, packages, root } from './support/packages.mjs';

const tool = (name, ...args) => [path.join(root, 'node_modules', '.bin', name), ...args];

/** Checks that packed packages can be imported, with their types. A package that is only a program has no imports. */
function packageShape(name) {
  const { exports, main } = manifestOf(name);
  // A package without `main` supports only import, not require.
  const profile = main === undefined ? ['--profile', 'esm-only'] : [];
  return [
    tool('publint', `packages/${name}`, '--strict'),
    ...(exports === undefined ? [] : [tool('attw', '--pack', `packages/${name}`, '--quiet', ...profile)]),
  ];
}

/** Name of a check → the commands it runs; all of them must end with 0. */
export const checks = {
  // The longest comes first, so that the cores finish together.
  'types and lint': [tool('oxlint', '--deny-warnings', '.')],
  generated: [[process.execPath, path.join(root, 'scripts', 'generate.mjs'), '--check']],
  contract: [tool('redocly', 'lint', 'openapi.yaml', 'packages/contract/app.yaml', '--format=stylish')],
  format: [tool('oxfmt', '--check')],
  layers: [tool('depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'packages')],
  words: [tool('vitest', 'run', '--project=scripts', 'words', 'references')],
  'dead code': [
    tool('knip', '--no-progress', '--include', 'files,unlisted,unresolved'),
    // Only in the server and the web app: other packages' exports are for their users.
    tool('knip', '--no-progress', '--include', 'exports', '-W', 'packages/server', '-W', 'packages/web'),
  ],
  packages: packages.flatMap(packageShape),
  budget: [[process.execPath, path.join(root, 'scripts', 'count.mjs'), '--budget']],
};

const env = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  // Heap of the type-checked lint, which takes 1.9 GB without a limit.
  GOMEMLIMIT: '900MiB',
};

/** Resolves to the output of a failed command, else to null. */
function failureOf([command, ...args]) {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: root, env, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (error === null) return resolve(null);
      const said = stdout + stderr || error.message;
      return resolve(`$ ${path.basename(command)} ${args.join(' ')}\n${said}`);
    });
  });
}

/** Prints a line, and the output of failed commands. Returns whether all passed. */
async function runCheck(name) {
  const startedAt = performance.now();
  const failures = [];
  for (const command of checks[name]) {
    const failure = await failureOf(command);
    if (failure !== null) failures.push(failure);
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
  for (const failure of failures) console.log(failure);
  return failures.length === 0;
}

const { values, positionals } = parseArgs({
  options: {
    'at-once': { type: 'string', default: String(availableParallelism()) },
    without: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});
const unknown = [...positionals, ...values.without].filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(`check: there is no ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}`);
  process.exit(2);
}
const waiting =
  positionals.length > 0 ? positionals : Object.keys(checks).filter((name) => !values.without.includes(name));
process.exitCode = 0;
const worker = async () => {
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
    if (!(await runCheck(name))) process.exitCode = 1;
};
await Promise.all(Array.from({ length: Number(values['at-once']) }, worker));
