// Everything that can be said about the code without running it: generated files unchanged, contract lint, format, lint,
// types, layers, dead code, package shape. By hand: `npm run check`, or one of them: `npm run check -- lint`.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const tool = (name, ...args) => [path.join(root, 'node_modules', '.bin', name), ...args];
const typeCheck = (folder) => tool('tsc', '--noEmit', '-p', folder);

/** Name of a check → the commands it runs; all of them must end with 0. */
export const checks = {
  generated: [[process.execPath, path.join(root, 'scripts', 'generate.mjs'), '--check']],
  contract: [tool('redocly', 'lint', 'openapi.yaml', '--format=stylish')],
  format: [tool('prettier', '--check', '--log-level=warn', '.')],
  lint: [tool('eslint', '.')],
  types: ['contract', 'csv', 'address', 'server', 'sdk', 'cli', 'conformance']
    .map((name) => typeCheck(`packages/${name}`))
    .concat([typeCheck('acceptance')]),
  layers: [tool('depcruise', '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'packages')],
  'dead code': [tool('knip', '--no-progress', '--include', 'files,unlisted,unresolved')],
  packages: [
    tool('publint', 'packages/sdk', '--strict'),
    tool('publint', 'packages/address', '--strict'),
    tool('attw', '--pack', 'packages/sdk', '--quiet'),
    tool('attw', '--pack', 'packages/address', '--quiet'),
  ],
};

/** Runs checks by name; prints a line each, and everything a failed one said. Returns how many passed and failed. */
export function runChecks(names = Object.keys(checks)) {
  const count = { passed: 0, failed: 0 };
  for (const name of names) {
    const startedAt = performance.now();
    const failures = checks[name].flatMap(([command, ...args]) => {
      const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
      const { status, stdout, stderr, error } = spawnSync(command, args, {
        cwd: root,
        encoding: 'utf8',
        env,
      });
      if (status === 0) return [];
      return [`$ ${path.basename(command)} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`];
    });
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    console.log(`${failures.length === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`);
    for (const failure of failures) console.log(failure);
    count[failures.length === 0 ? 'passed' : 'failed'] += 1;
  }
  return count;
}

if (process.argv[1] === import.meta.filename) {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(name in checks));
  if (unknown.length > 0) {
    console.error(`check: there is no ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}`);
    process.exit(2);
  }
  const { failed } = runChecks(names.length > 0 ? names : undefined);
  process.exitCode = failed > 0 ? 1 : 0;
}
