// Measures what the suppression list costs all other owners: lookups a second and a job's time without it and with it, in the same
// directory of owners, taking turns. After a build:
//
//   npm run bench -- suppressions                                  183,000 entries, 1,000,000 numbers of Do Not Call, 200,000 owners
//   npm run bench -- suppressions --entries 1000000 --rounds 3
//   npm run bench -- suppressions --numbers 0                      without Do Not Call
//
// Of ten entries four are phones, three emails, and three people at addresses in the same ZIPs and with the same names as the owners, and
// no owner is on the list: everything looks as if it might be. Processor time, of all processes, is shown because it holds on a
// machine that others load, too.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { csvLine, madeUpOwners } from '../made-up.mjs';
import { startServer } from '../support/server-process.mjs';
import { cache, inTurn, medianOf, printTable, sizesOf } from './support/harness.mjs';
import { familyOf, processorMs, runOperator } from './support/processes.mjs';
import {
  leadFile,
  made,
  ownerFile,
  accountKeys,
  addressesOf,
  JobClient,
  timeBulk,
} from './support/served-jobs.mjs';

/** Each may send 250 bulk requests a minute, and all rounds may take less than that. */
const ACCOUNTS = 40;

export async function run(args = []) {
  const { entries, numbers, owners, lookups, rows, rounds } = sizesOf(args, {
    smoke: { entries: 1_000, numbers: 1_000, owners: 2_000, lookups: 2_000, rows: 1_000, rounds: 1 },
    full: {
      entries: 183_000,
      numbers: 1_000_000,
      owners: 200_000,
      lookups: 60_000,
      rows: 100_000,
      rounds: 5,
    },
  });
  const [without, listed] = [await sideOf('without', owners), await sideOf('with', owners)];
  await fill(listed.dataDir, { entries, numbers, owners });
  const leads = await leadFile(rows, owners);
  const addresses = addressesOf(owners, lookups);
  const sides = { without, with: listed };
  const contenders = Object.entries(sides).map(([name, side]) => [
    name,
    () => timeOnce(side, { addresses, leads }),
  ]);
  const samples = await inTurn(Object.fromEntries(contenders), rounds);
  const row = (what, figure, digits, unit) => {
    const [none, some] = [samples.without, samples.with].map((all) => medianOf(all, figure));
    const cells = [none, some].map((value) => `${value.toFixed(digits)} ${unit}`);
    return [what, ...cells, (some / none).toFixed(3)];
  };
  printTable([
    ['what', 'without', 'with', 'ratio'],
    row('lookups a second by bulk', 'lookupsASecond', 0, ''),
    row('processor time of a lookup', 'lookupUs', 0, 'µs'),
    row(`job of ${rows} rows`, 'jobSeconds', 2, 's'),
    row('processor time of its row', 'rowUs', 1, 'µs'),
  ]);
}

async function sideOf(name, owners) {
  const dataDir = path.join(cache, `suppressions-${name}`);
  rmSync(dataDir, { recursive: true, force: true });
  await runOperator(dataDir, 'owners', 'import', await ownerFile(owners));
  return { dataDir, keys: await accountKeys(dataDir, ACCOUNTS) };
}

async function fill(dataDir, { entries, numbers, owners }) {
  const list = path.join(cache, `suppressions-${entries}-of-${owners}.csv`);
  await made(list, () => entriesOf(entries, owners));
  report(`${entries} entries`, await runOperator(dataDir, 'suppress', 'import', list, '--reason', 'bench'));
  if (numbers === 0) return;
  const dnc = path.join(cache, `dnc-${numbers}.txt`);
  await made(dnc, () => numbersOf(numbers));
  const dated = ['--internal', '--date', '2026-01-01'];
  report(
    `${numbers} numbers of Do Not Call`,
    await runOperator(dataDir, 'dnc', 'import', dnc, '--yes', ...dated),
  );
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

/** A number that no made-up owner has: theirs are 555-01xx. */
const phoneOf = (at) =>
  `${312 + (at % 10) * 50}${220 + (Math.floor(at / 10) % 80)}${String(Math.floor(at / 800)).padStart(4, '0')}`;

/** Bulks of all lookups before the measured ones: by then the list is read, and the code is compiled. */
const WARM_UPS = 3;

/** The second of two jobs, in processes that have compiled their code; and lookups after the warm-ups. */
async function timeOnce({ dataDir, keys }, { addresses, leads }) {
  const server = await startServer(dataDir, { logLevel: 'error' });
  const used = () => familyOf(server.pid).reduce((sum, pid) => sum + processorMs(pid), 0);
  try {
    for (let at = 0; at < WARM_UPS; at += 1) await timeBulk(server.url, keys, addresses);
    const before = used();
    const lookupsASecond = await timeBulk(server.url, keys, addresses);
    const lookupUs = ((used() - before) * 1000) / addresses.length;
    const client = new JobClient(server.url, keys[0]);
    await client.whole(leads);
    const beforeJob = used();
    const { seconds, totalRows } = await client.whole(leads);
    const rowUs = ((used() - beforeJob) * 1000) / totalRows;
    return { lookupsASecond, lookupUs, jobSeconds: seconds, rowUs };
  } finally {
    await server.end();
  }
}
