// Kills the built server with SIGKILL under load and proves after each restart that no money was lost or doubled. Then it
// kills workers in each stage of a CSV job of the largest size, which has to end with the same bytes and one charge; `npm
// test` does the same with fewer kills and a smaller job.
//
//   npm run soak                       50 kills and 250,000 rows; some minutes
//   npm run soak -- --kills 200 --seed 7
//   KILL_TEST_ROWS=100000 npm run soak
//
// A seed gives the same moments and requests; how far the server had come by then is the machine's. Ends with 1 and the
// contradiction at the first fault, and keeps the data directory.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { killRun } from './soak/kill-run.mjs';

/** The kill test of the job pipeline, with as many rows as a job may have. */
function killLargeJob() {
  const root = path.resolve(import.meta.dirname, '..');
  const vitest = path.join(root, 'node_modules', '.bin', 'vitest');
  const words = ['run', '--project', 'server', 'src/jobs/pipeline/kill.test.ts'];
  const env = { KILL_TEST_ROWS: '250000', ...process.env };
  const { status } = spawnSync(vitest, words, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

const { values } = parseArgs({
  options: { kills: { type: 'string', default: '50' }, seed: { type: 'string', default: '1' } },
});
const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-soak-'));
try {
  const counts = await killRun({
    dataDir: path.join(folder, 'data'),
    kills: Number(values.kills),
    seed: Number(values.seed),
    onKill: (so) => console.log(JSON.stringify(so)),
  });
  console.log(JSON.stringify(counts));
  await rm(folder, { recursive: true });
  killLargeJob();
} catch (error) {
  console.error(`soak: the data directory is kept in ${folder}`);
  console.error(error);
  process.exitCode = 1;
}
