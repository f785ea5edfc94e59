// Cost of a list of California's DROP: comparing all owners with it, beside importing these owners. Run after a build:
//
//   npm run bench -- drop                                1,000,000 hashes, 1,000,000 owners; one round takes some minutes
//   npm run bench -- drop --hashes 100000 --owners 100000 --rounds 3
//
// One hash in a thousand is of an owner's email, so that owners are left out and deleted, too.
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { madeUpOwners } from '../made-up.mjs';
import { cache, inTurn, medianOf, printTable, sizesOf } from './support/harness.mjs';
import { runOperator } from './support/processes.mjs';
import { made, ownerFile } from './support/served-jobs.mjs';

const HASHES_A_MATCH = 1_000;

export async function run(args = []) {
  const { hashes, owners, rounds } = sizesOf(args, {
    smoke: { hashes: 2_000, owners: 2_000, rounds: 1 },
    full: { hashes: 1_000_000, owners: 1_000_000, rounds: 1 },
  });
  const file = await ownerFile(owners);
  const folder = path.join(cache, `drop-${hashes}-of-${owners}`);
  const list = path.join(folder, '20260801_4821_Email.csv');
  mkdirSync(folder, { recursive: true });
  await made(list, () => rowsOf(hashes, owners));
  const dataDir = path.join(cache, 'drop-directory');
  const { imported, matched } = await inTurn(
    {
      imported: () => {
        rmSync(dataDir, { recursive: true, force: true });
        return runOperator(dataDir, 'owners', 'import', file);
      },
      matched: () =>
        runOperator(
          dataDir,
          ...['drop', 'match', '--delete', '--files', list, '--out', path.join(folder, 'statuses')],
        ),
    },
    rounds,
  );
  const row = (what, figure, digits) => {
    const [first, second] = [imported, matched].map((all) => medianOf(all, figure));
    return [what, first.toFixed(digits), second.toFixed(digits), (second / first).toFixed(2)];
  };
  printTable([
    ['', `import of ${owners} owners`, `list of ${hashes} hashes`, 'ratio'],
    row('seconds', 'seconds', 1),
    row('peak MB', 'peakMb', 0),
  ]);
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
