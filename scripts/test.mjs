// The whole of `npm test`: the static checks, then every test, then one closing line that counts both.
// Words after `--` go to vitest: `npm test -- --project csv` runs the tests of one package without the checks.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChecks } from './check.mjs';
import { ensureReady } from './ensure-ready.mjs';

const root = path.resolve(import.meta.dirname, '..');
const words = process.argv.slice(2);
const checks = await ensureReady(() => (words.length === 0 ? runChecks() : { passed: 0, failed: 0 }));

const folder = mkdtempSync(path.join(tmpdir(), 'skiptrace-test-'));
const report = path.join(folder, 'report.json');
const vitest = path.join(root, 'node_modules', '.bin', 'vitest');
const { status } = spawnSync(
  vitest,
  ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...words],
  { cwd: root, stdio: 'inherit' },
);

function count() {
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
const tests = count();
rmSync(folder, { recursive: true });

// vitest also fails for what belongs to no test, an unhandled rejection for example.
if (status !== 0 && tests.failed === 0) tests.failed = 1;
const failed = checks.failed + tests.failed;
const skipped = tests.skipped > 0 ? `, ${tests.skipped} skipped` : '';
console.log(`\n${checks.passed + tests.passed} passed, ${failed} failed${skipped}`);
process.exitCode = failed > 0 ? 1 : 0;
