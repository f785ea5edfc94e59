// California's DROP: as many hashes as owners, of which one in fifty is an owner's, compared and answered; and what the list costs a
// job afterwards. The peers are the import of the same owners and the same job before. After a build:
//
//   node scripts/bench.mjs drop                       1,000,000 hashes × 1,000,000 owners, a job of 250,000 rows
//   node scripts/bench.mjs drop --owners 100000 --rows 25000
import { hash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { madeUpOwners } from '../made-up/owners.mjs';
import { leadFile, ownerFile } from './support/job-data.mjs';
import { median } from './support/median.mjs';
import { operator, startServer } from './support/processes.mjs';
import { accountKeys, JobClient } from './support/served-jobs.mjs';
import { printTable } from './support/table.mjs';

const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/skiptrace-bench');
const ROUNDS = 5;
/** One owner in this number asked for deletion. */
const ONE_IN = 50;

export async function run(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      owners: { type: 'string', default: '1000000' },
      rows: { type: 'string', default: '250000' },
      smoke: { type: 'boolean', default: false },
    },
  });
  const [owners, rows] = values.smoke ? [5_000, 1_000] : [Number(values.owners), Number(values.rows)];
  mkdirSync(cache, { recursive: true });
  const dataDir = path.join(cache, 'drop-data');
  const out = path.join(cache, 'drop-statuses');
  for (const folder of [dataDir, out]) rmSync(folder, { recursive: true, force: true });
  const imported = await operator(dataDir, 'owners', 'import', await ownerFile(cache, owners));
  const [key] = await accountKeys(dataDir, 1);
  const leads = await leadFile(cache, rows, owners);
  const before = await jobSeconds(dataDir, key, leads);
  const lists = listsOf(owners);
  const words = ['drop', 'match', '--files', ...lists, '--out', out, '--delete'];
  const matched = await operator(dataDir, ...words);
  const again = await operator(dataDir, 'drop', 'match');
  const after = await jobSeconds(dataDir, key, leads);
  const row = (what, { seconds, peakMb }) => [
    what,
    `${seconds.toFixed(1)} s`,
    `${(seconds / imported.seconds).toFixed(2)} ×`,
    `${peakMb} MB`,
  ];
  printTable([
    ['what', 'time', 'to the import', 'peak'],
    row(`import of ${owners} owners`, imported),
    row(`${owners} hashes taken in, matched, ${matched.erased} owners deleted, reported`, matched),
    row('all owners compared once more', again),
  ]);
  const ratio = (after / before).toFixed(3);
  console.log(`job of ${rows} rows: ${before.toFixed(2)} s before, ${after.toFixed(2)} s after: ${ratio} ×`);
}

/** Median seconds for matching and writing. */
async function jobSeconds(dataDir, key, leads) {
  const server = await startServer(dataDir);
  try {
    const client = new JobClient(server.url, key);
    const times = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { matchSeconds, enrichSeconds } = await client.whole(leads);
      times.push(matchSeconds + enrichSeconds);
    }
    return median(times);
  } finally {
    await server.stop();
  }
}

/** An Email and a Phone list, with as many rows together as there are owners. */
function listsOf(owners) {
  const sha = (text) => hash('sha256', text, 'base64');
  const rows = { Email: ['ID,Hash'], Phone: ['ID,Hash'] };
  let index = 0;
  for (const { emails } of madeUpOwners(owners)) {
    const list = index % 2 === 0 ? 'Email' : 'Phone';
    const hit = index % ONE_IN === 0 ? emails[0] : undefined;
    rows[list].push(`${String(index).padStart(12, '0')},${sha(hit ?? `no owner ${index}`)}`);
    index += 1;
  }
  return Object.entries(rows).map(([list, lines]) => {
    const file = path.join(cache, `20260801_0000_${list}.csv`);
    writeFileSync(file, lines.join('\n'));
    return file;
  });
}
