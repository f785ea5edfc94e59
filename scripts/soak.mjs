// Kills the built server with SIGKILL under load and proves after each restart that no money was lost or doubled. Then kills
// workers in each stage of a CSV job of the largest size, which has to end with the same bytes and one charge;
// `npm run test:all` does the same with fewer kills and a smaller job.
//
//   npm run soak                       50 kills and 250,000 rows; some minutes
//   npm run soak -- --kills 200 --seed 7
//   KILL_TEST_ROWS=100000 npm run soak
//   npm run soak -- --cluster                                  three servers and two workers on PostgreSQL
//   npm run soak -- --cluster --kills 10 --crashes 2 --others 1
//   STORAGE_URL='s3://…?endpoint=…' AWS_ACCESS_KEY_ID=… AWS_SECRET_ACCESS_KEY=… npm run soak -- --cluster     with an S3
//
// A seed gives the same moments and requests; how far the server had come by then is the machine's. Ends with 1 and the
// contradiction at the first fault, and keeps the data directory.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { makeCluster, oneServer } from './soak/machines.mjs';
import { soakRun } from './soak/run.mjs';

/** The kill test of the job pipeline, with as many rows as a job may have. */
function killLargeJob() {
  const root = path.resolve(import.meta.dirname, '..');
  const vitest = path.join(root, 'node_modules', '.bin', 'vitest');
  const words = ['run', '--project', 'server-long', 'src/work/jobs/pipeline/kill.long.test.ts'];
  const env = { KILL_TEST_ROWS: '250000', ...process.env };
  const { status } = spawnSync(vitest, words, { cwd: root, env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    cluster: { type: 'boolean', default: false },
    crashes: { type: 'string', default: '10' },
    others: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
  },
});
const [kills, seed, crashes, others, workers] = ['kills', 'seed', 'crashes', 'others', 'workers'].map(
  (name) => Number(values[name]),
);
const tell = (figures) => console.log(JSON.stringify(figures));
const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-soak-'));

/** Shows how often each thing happened, and what customers saw of it. */
async function soak(cluster, counts) {
  const { rows, ...sums } = await soakRun({ cluster, kills, seed, onStep: tell, ...counts });
  console.table(rows);
  tell(sums);
}

try {
  if (values.cluster) {
    const { STORAGE_URL, AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
    const s3 = { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
    const bucket = STORAGE_URL === undefined ? null : { STORAGE_URL, ...s3 };
    await soak(makeCluster({ folder, workers, bucket }), { crashes, others });
  } else {
    await soak(oneServer(path.join(folder, 'kills')), {});
  }
  await rm(folder, { recursive: true });
  if (!values.cluster) killLargeJob();
} catch (error) {
  console.error(`soak: the data directory is kept in ${folder}`);
  console.error(error);
  process.exitCode = 1;
}
