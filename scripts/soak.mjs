// Kills the built server with SIGKILL under load and proves after each restart that no money was lost or doubled.
//
//   npm run soak                       50 kills; a few minutes
//   npm run soak -- --kills 200 --seed 7
//
// A seed gives the same moments and requests; how far the server had come by then is the machine's. Ends with 1 and the
// contradiction at the first fault, and keeps the data directory.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { killRun } from './soak/kill-run.mjs';

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
} catch (error) {
  console.error(`soak: the data directory is kept in ${folder}`);
  console.error(error);
  process.exitCode = 1;
}
