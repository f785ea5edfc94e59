// Measures what the suppression list costs all other owners: lookups a second and a job's time without it and with it, in the same
// directory of owners, taking turns. After a build:
//
//   node scripts/bench.mjs suppressions                                  1,000,000 entries, 1,000,000 numbers of Do Not Call, 200,000 owners
//   node scripts/bench.mjs suppressions --entries 100000 --rounds 5
//   node scripts/bench.mjs suppressions --numbers 0                      without Do Not Call
//   node scripts/bench.mjs suppressions --keep                           with what a former run has put on the list
//   node scripts/bench.mjs suppressions --hashes 10000000                also so many hashes, as DROP's lists have them: time and memory
//
// Of ten entries four are phones, three emails, and three people at addresses in the same ZIPs and with the same names as the owners, and
// no owner is on the list: everything looks as if it might be. Processor time, of all processes, is shown because it holds on a
// machine that others load, too.
import { hash } from 'node:crypto';
import { createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { csvLine, madeUpOwners } from '../made-up/owners.mjs';
import { leadFile, ownerFile } from './support/job-data.mjs';
import { median } from './support/median.mjs';
import { familyOf, operator, startServer, watchMemory } from './support/processes.mjs';
import { accountKeys, addressesOf, JobClient, timeBulk } from './support/served-jobs.mjs';
import { processorMs } from './server/lookups.mjs';
import { printTable } from './support/table.mjs';

const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/skiptrace-bench');
const LOOKUPS = 20_000;
const ACCOUNTS = 10;
const LINES_PER_WRITE = 10_000;

export async function run(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      entries: { type: 'string', default: '1000000' },
      owners: { type: 'string', default: '200000' },
      rows: { type: 'string', default: '100000' },
      numbers: { type: 'string' },
      hashes: { type: 'string', default: '0' },
      rounds: { type: 'string', default: '5' },
      keep: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
    },
  });
  const { numbers = values.entries } = values;
  const [entries, dnc, owners, rows, hashes, rounds] = values.smoke
    ? [1_000, 1_000, 2_000, 1_000, 1_000, 1]
    : [values.entries, numbers, values.owners, values.rows, values.hashes, values.rounds].map(Number);
  mkdirSync(cache, { recursive: true });
  const sides = {
    without: await sideOf('without', owners, values.keep),
    with: await sideOf('with', owners, values.keep),
  };
  if (!values.keep) await fill(sides.with.dataDir, { entries, dnc, owners, hashes });
  const leads = await leadFile(cache, rows, owners);
  const addresses = addressesOf(owners, LOOKUPS);
  for (let round = 0; round < rounds; round += 1)
    for (const side of Object.values(sides)) side.samples.push(await timeOnce(side, { addresses, leads }));
  const of = (side, name) => median(side.samples.map((sample) => sample[name]));
  const row = (what, name, digits, unit) => [
    what,
    ...[sides.without, sides.with].map((side) => `${of(side, name).toFixed(digits)} ${unit}`),
    (of(sides.with, name) / of(sides.without, name)).toFixed(3),
  ];
  printTable([
    ['what', 'without', 'with', 'ratio'],
    row('lookups a second by bulk', 'lookupsASecond', 0, ''),
    row('processor time of a lookup', 'lookupUs', 0, 'µs'),
    row(`job of ${rows} rows`, 'jobSeconds', 2, 's'),
    row('processor time of its row', 'rowUs', 1, 'µs'),
    row('peak memory of all processes', 'peakMb', 0, 'MB'),
  ]);
}

async function sideOf(name, owners, isKept) {
  const dataDir = path.join(cache, `suppressions-${name}`);
  if (!isKept) {
    rmSync(dataDir, { recursive: true, force: true });
    await operator(dataDir, 'owners', 'import', await ownerFile(cache, owners));
  }
  return { dataDir, keys: await accountKeys(dataDir, ACCOUNTS), samples: [] };
}

async function fill(dataDir, { entries, dnc, owners, hashes }) {
  const why = ['--reason', 'bench'];
  const list = await written('suppressions.csv', entriesOf(entries, owners));
  report(`${entries} entries`, await operator(dataDir, 'suppress', 'import', list, ...why));
  if (dnc > 0) {
    const numbers = await written('dnc.txt', numbersOf(dnc));
    const dated = ['--internal', '--date', '2026-01-01'];
    report(`${dnc} numbers of Do Not Call`, await operator(dataDir, 'dnc', 'import', numbers, ...dated));
  }
  if (hashes === 0) return;
  const file = await written('20260801_0000_Email.csv', hashesOf(hashes));
  const out = path.join(cache, 'suppressions-statuses');
  rmSync(out, { recursive: true, force: true });
  report(`${hashes} hashes`, await operator(dataDir, 'drop', 'match', '--files', file, '--out', out));
}

const report = (what, { seconds, peakMb }) =>
  console.log(`${what}: ${seconds.toFixed(1)} s, peak ${peakMb} MB`);

function* entriesOf(entries, owners) {
  yield csvLine(['name', 'address', 'city', 'state', 'zip', 'phone', 'email']);
  let at = -owners;
  // The first are the owners themselves.
  for (const { firstName, lastName, line, city, state, zip } of madeUpOwners(owners + entries)) {
    const entry = at++;
    if (entry < 0) continue;
    const kind = entry % 10;
    if (kind < 4) yield csvLine(['', '', '', '', '', phoneOf(entry), '']);
    else if (kind < 7) yield csvLine(['', '', '', '', '', '', `none${entry}@example.org`]);
    else yield csvLine([`${firstName} ${lastName}`, `${entry}${line}`, city, state, zip, '', '']);
  }
}

function* numbersOf(count) {
  for (let at = 0; at < count; at += 1) yield `${phoneOf(at + 7)}\n`;
}

function* hashesOf(count) {
  yield 'ID,Hash\n';
  for (let at = 0; at < count; at += 1)
    yield `${String(at).padStart(12, '0')},${hash('sha256', `none ${at}`, 'base64')}\n`;
}

/** A number that no made-up owner has: theirs are 555-01xx. */
const phoneOf = (at) =>
  `${312 + (at % 10) * 50}${220 + (Math.floor(at / 10) % 80)}${String(Math.floor(at / 800)).padStart(4, '0')}`;

async function written(name, lines) {
  const file = path.join(cache, name);
  const stream = createWriteStream(file);
  let waiting = [];
  for (const line of lines) {
    if (waiting.push(line) < LINES_PER_WRITE) continue;
    if (!stream.write(waiting.join(''))) await once(stream, 'drain');
    waiting = [];
  }
  stream.end(waiting.join(''));
  await once(stream, 'finish');
  return file;
}

/** The second of two jobs, whose processes have compiled what they run; and lookups after as many before them. */
async function timeOnce({ dataDir, keys }, { addresses, leads }) {
  const server = await startServer(dataDir);
  const memory = watchMemory(server.pid);
  const used = async () => {
    let sum = 0;
    for (const pid of familyOf(server.pid)) sum += await processorMs(pid);
    return sum;
  };
  try {
    await timeBulk(server.url, keys, addresses);
    const before = await used();
    const lookupsASecond = await timeBulk(server.url, keys, addresses);
    const lookupUs = (((await used()) - before) * 1000) / addresses.length;
    const client = new JobClient(server.url, keys[0]);
    await client.whole(leads);
    const beforeJob = await used();
    const { matchSeconds, enrichSeconds, totalRows } = await client.whole(leads);
    const rowUs = (((await used()) - beforeJob) * 1000) / totalRows;
    return { lookupsASecond, lookupUs, jobSeconds: matchSeconds + enrichSeconds, rowUs, ...memory.stop() };
  } finally {
    memory.stop();
    await server.stop();
  }
}
