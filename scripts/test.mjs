// The tests; then one closing line that counts them.
//
//   npm test                        what is run again and again: some five minutes
//   npm run test:all                also what takes long: files named *.long.test.ts, further runs on PostgreSQL, the mutants; and
//                                   beside them `npm run check`
//   node scripts/test.mjs --release also files named *.release.test.ts, and most of the server on PostgreSQL (in npm run test:release)
//   npm test -- --project csv       words after `--` go to vitest: the tests of one package
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureReady } from './ensure-ready.mjs';

const root = path.resolve(import.meta.dirname, '..');
const tier = ['--all', '--release'].includes(process.argv[2]) ? process.argv[2] : null;
const words = process.argv.slice(tier === null ? 2 : 3);
const isLong = tier !== null && words.length === 0;
/** Projects that a tier leaves out (vitest.config.ts). vitest combines two such patterns with OR, so each tier has one. */
const LEFT_OUT = { short: ['*-long'], '--all': ['*-release-long'], '--release': [] };

const all = isLong
  ? 'Checks and tests, also those that take long.'
  : 'Tests, some five minutes; `npm run check` has the checks.';
console.log(words.length > 0 ? `Tests: ${words.join(' ')}` : all);
// Checks run one at a time, on a new clone beside the compiler of sqlite3, then beside the tests, which keep the other cores busy.
// Their output is printed when the tests have ended.
const beside = [];
await ensureReady(() => {
  // The check of generated files loads sqlite3, so it comes later; the words are among the tests.
  if (isLong)
    beside.push(script('check.mjs', '--at-once', '1', '--without', 'generated', '--without', 'words'));
});
if (isLong) {
  beside.push(script('check.mjs', 'generated'));
  const on22 = ['--where-reachable', '--node', '22', 'cli', 'sdk'];
  beside.push(Promise.all(beside).then(() => script('test-nodes.mjs', ...on22)));
}

const folder = mkdtempSync(path.join(tmpdir(), 'skiptrace-test-'));

/** Runs one of our scripts. @returns what it printed */
async function script(name, ...args) {
  const child = spawn(process.execPath, [path.join(root, 'scripts', name), ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  // A script that ends by an error prints it amid the output of the tests.
  if (code !== 0 && !/^FAIL /m.test(output))
    output += `FAIL ${name} ${args.join(' ')} (its error is above)\n`;
  return output;
}

/** Counts of such a script: a line beginning with "ok" or "FAIL" for each check. */
function countLines(output) {
  const lines = (word) => output.split('\n').filter((line) => line.startsWith(`${word} `)).length;
  return { passed: lines('ok'), failed: lines('FAIL'), skipped: 0 };
}

async function vitest() {
  const report = path.join(folder, 'report.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const projects = words.length > 0 ? [] : LEFT_OUT[tier ?? 'short'].map((name) => `--project=!${name}`);
  const bin = path.join(root, 'node_modules', '.bin', 'vitest');
  const env = { ...process.env, ...(isLong && { TEST_LONG_AT_ONCE: 'yes' }) };
  const child = spawn(bin, [...args, ...projects, ...words], { cwd: root, stdio: 'inherit', env });
  const [status] = await once(child, 'exit');
  const count = countReport(report);
  // vitest also fails for errors outside of tests, such as an unhandled rejection.
  if (status !== 0 && count.failed === 0) count.failed = 1;
  return count;
}

function countReport(report) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, testResults } = JSON.parse(
      readFileSync(report, 'utf8'),
    );
    // A file that does not load runs no test and still is a failure.
    const broken = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length, skipped: numPendingTests };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

const counts = [await vitest()];
// The mutants take every core, and wait for no test longer than twenty seconds.
if (isLong) beside.push(script('mutants.mjs'));
for (const output of await Promise.all(beside)) {
  process.stdout.write(output);
  counts.push(countLines(output));
}
rmSync(folder, { recursive: true });

const sum = (of) => counts.reduce((total, count) => total + count[of], 0);
const skipped = sum('skipped') > 0 ? `, ${sum('skipped')} skipped` : '';
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped}`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
