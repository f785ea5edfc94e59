// Measures what the suppression list costs all other owners: lookups a second and a job's time without it and with it, in the same
// directory of owners, taking turns. After a build:
//
//   npm run bench -- suppressions                                  183,000 entries, 1,000,000 numbers of Do Not Call, 200,000 owners
//   npm run bench -- suppressions --entries 1000000 --rounds 3
//
// Entries have the ZIPs and names of owners, and no owner is on the list: everything looks as if it might be. Processor time, of all
// processes, is shown because it holds on a machine that others load, too.
import path from 'node:path';
import { csvLine, madeUpOwners } from '../made-up.mjs';
import { operate } from '../support/server-process.mjs';
import { inTurn, medianOf, printTable, secondsOf, sizesOf, withServers } from './support/harness.mjs';
import { accountKeys, BULK_SIZE, load, madeUpRequests, spread } from './support/lookups.mjs';
import { processorMs } from './support/processes.mjs';
import { leadFile, made, ownerFile, JobClient } from './support/served-jobs.mjs';

/** Each may send 250 bulk requests a minute, and all rounds may take less than that. */
const ACCOUNTS = 40;

export async function run(args = []) {
  const { entries, numbers, owners, ms, rows, rounds } = sizesOf(args, {
    smoke: { entries: 1_000, numbers: 1_000, owners: 2_000, ms: 200, rows: 1_000, rounds: 1 },
    full: { entries: 183_000, numbers: 1_000_000, owners: 200_000, ms: 5_000, rows: 100_000, rounds: 5 },
  });
  const leads = await leadFile(rows, owners);
  const list = await made(`suppressions-${entries}-of-${owners}.csv`, () => entriesOf(entries, owners));
  const dnc = await made(`dnc-${numbers}.txt`, () => numbersOf(numbers));
  await withServers(async ({ folder, start }) => {
    const sideOf = async (name) => {
      const dataDir = path.join(folder, name);
      await operate(dataDir, 'owners', 'import', await ownerFile(owners));
      const keys = await accountKeys(dataDir, ACCOUNTS);
      const { bulk } = madeUpRequests(keys, spread(owners, owners));
      return {
        dataDir,
        measure: async () => timeOnce(await start(dataDir), { key: keys[0], bulk, leads, ms }),
      };
    };
    const [without, listed] = [await sideOf('without'), await sideOf('with')];
    const filling = {
      [`${entries} entries`]: ['suppress', 'import', list, '--reason', 'bench'],
      [`${numbers} numbers of Do Not Call`]: [
        'dnc',
        'import',
        dnc,
        '--yes',
        '--internal',
        '--date',
        '2026-01-01',
      ],
    };
    for (const [what, words] of Object.entries(filling))
      console.log(`${what}: ${(await secondsOf(() => operate(listed.dataDir, ...words))).toFixed(1)} s`);
    const samples = await inTurn({ without: without.measure, with: listed.measure }, rounds);
    const row = (what, figure, digits) => {
      const [none, some] = [samples.without, samples.with].map((all) => medianOf(all, figure));
      return [what, none.toFixed(digits), some.toFixed(digits), (some / none).toFixed(3)];
    };
    printTable([
      ['what', 'without', 'with', 'ratio'],
      row('lookups a second by bulk', 'lookupsASecond', 0),
      row('processor time of a lookup, µs', 'lookupUs', 0),
      row(`job of ${rows} rows, seconds`, 'jobSeconds', 2),
      row('processor time of its row, µs', 'rowUs', 1),
    ]);
  });
}

function* entriesOf(entries, owners) {
  yield csvLine(['name', 'address', 'city', 'state', 'zip', 'phone', 'email']);
  let at = -owners;
  // The first are the owners themselves.
  for (const { firstName, lastName, line, city, state, zip } of madeUpOwners(owners + entries)) {
    const entry = at++;
    if (entry < 0) continue;
    const person = [`${firstName} ${lastName}`, `${entry}${line}`, city, state, zip];
    yield csvLine([...person, phoneOf(entry), `none${entry}@example.org`]);
  }
}

function* numbersOf(count) {
  for (let at = 0; at < count; at += 1) yield `${phoneOf(at + 7)}\n`;
}

/** A number that no made-up owner has: theirs are 555-01xx. */
const phoneOf = (at) =>
  `${312 + (at % 10) * 50}${220 + (Math.floor(at / 10) % 80)}${String(Math.floor(at / 800)).padStart(4, '0')}`;

/** The second of two loads and of two jobs: by then the list is read, and the code is compiled. */
async function timeOnce(server, { key, bulk, leads, ms }) {
  const client = new JobClient(server.url, key);
  const once = { connections: 1, ms };
  await load([server], bulk, once);
  const { perSecond, processorUs } = await load([server], bulk, once);
  await client.whole(leads);
  const before = processorMs(server.pid);
  const { seconds, totalRows } = await client.whole(leads);
  const rowUs = ((processorMs(server.pid) - before) * 1000) / totalRows;
  await server.end();
  return {
    lookupsASecond: perSecond * BULK_SIZE,
    lookupUs: processorUs / BULK_SIZE,
    jobSeconds: seconds,
    rowUs,
  };
}
