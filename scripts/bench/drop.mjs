// Cost of a list of California's DROP: comparing all owners with it, beside importing these owners. Run after a build:
//
//   npm run bench -- drop                                1,000,000 hashes, 1,000,000 owners; one round takes some minutes
//   npm run bench -- drop --hashes 100000 --owners 100000
//
// One hash in a thousand is of an owner's email, so that owners are left out and deleted, too.
import { createHash } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { madeUpOwners } from '../made-up.mjs';
import { operate } from '../support/server-process.mjs';
import { secondsOf, sizesOf, withServers } from './support/harness.mjs';
import { made, ownerFile } from './support/served-jobs.mjs';

const HASHES_A_MATCH = 1_000;

export async function run(args = []) {
  const { hashes, owners } = sizesOf(args, {
    smoke: { hashes: 2_000, owners: 2_000 },
    full: { hashes: 1_000_000, owners: 1_000_000 },
  });
  const file = await ownerFile(owners);
  const rows = await made(`drop-${hashes}-of-${owners}.csv`, () => rowsOf(hashes, owners));
  await withServers(async ({ folder }) => {
    const dataDir = path.join(folder, 'data');
    const list = path.join(folder, '20260801_4821_Email.csv');
    copyFileSync(rows, list);
    const imported = await secondsOf(() => operate(dataDir, 'owners', 'import', file));
    const words = ['drop', 'match', '--delete', '--files', list, '--out', path.join(folder, 'statuses')];
    const matched = await secondsOf(() => operate(dataDir, ...words));
    console.log(`import of ${owners} owners: ${imported.toFixed(1)} s`);
    console.log(`list of ${hashes} hashes: ${matched.toFixed(1)} s, ${(matched / imported).toFixed(2)} ×`);
  });
}

function* rowsOf(hashes, owners) {
  yield 'ID,Hash\n';
  const people = madeUpOwners(owners);
  for (let at = 0; at < hashes; at += 1) {
    const email = people.next().value?.emails[0];
    const listed = at % HASHES_A_MATCH === 0 && email ? email : `none${at}@example.org`;
    yield `${at},${createHash('sha256').update(listed).digest('base64')}\n`;
  }
}
