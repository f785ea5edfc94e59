// The files of the jobs benchmark: an owner file, and a lead file drawn from it in other spellings and another order.
// Made once per size and kept; the same on every machine.
import { createWriteStream, existsSync, renameSync } from 'node:fs';
import { once } from 'node:events';
import path from 'node:path';
import { LEAD_HEADER, madeUpLeads } from '../../made-up/leads.mjs';
import { csvLine, madeUpOwners, ownerCells, OWNER_HEADER } from '../../made-up/owners.mjs';
import { seededRandom } from '../../made-up/random.mjs';
import { cache } from './report.mjs';

/** Unmapped columns, which make a row as wide as in real exports; DuckDB joins on `Key`. */
const MORE_COLUMNS = ['County', 'Value', 'Link', 'Flags', 'Key'];

export const COLUMN_MAPPING = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };

/** Path of a CSV file with `count` made-up owners. */
export function ownerFile(count) {
  return made(path.join(cache, `owners-${count}.csv`), function* () {
    yield csvLine(OWNER_HEADER);
    for (const owner of madeUpOwners(count)) yield csvLine(ownerCells(owner));
  });
}

/** Path of a job file of `rows` leads for the first `owners` made-up owners: CRLF, some quoted newlines. */
export function leadFile(rows, owners) {
  return made(path.join(cache, `leads-${rows}-of-${owners}.csv`), function* () {
    yield crLf(csvLine([...LEAD_HEADER, ...MORE_COLUMNS]));
    let row = 0;
    for (const { cells, owner } of madeUpLeads(drawn(owners, rows), rows)) {
      row += 1;
      const link = `https://example.com/leads/${row}`;
      const flags = 'High Equity, Off Market, Absentee, Vacant since spring';
      yield crLf(csvLine([...cells, 'Montgomery', row * 3, link, flags, owner?.id ?? '']));
    }
  });
}

/** Owners from the whole directory, in no order. */
function drawn(owners, rows) {
  const random = seededRandom(3);
  const step = Math.max(1, Math.floor(owners / rows));
  const sample = [];
  let index = 0;
  let next = random.whole(0, step - 1);
  for (const owner of madeUpOwners(owners)) {
    if (index++ !== next) continue;
    sample.push(owner);
    next = sample.length * step + random.whole(0, step - 1);
  }
  for (let last = sample.length - 1; last > 0; last--) {
    const other = random.whole(0, last);
    [sample[last], sample[other]] = [sample[other], sample[last]];
  }
  return sample;
}

const crLf = (line) => `${line.slice(0, -1)}\r\n`;
const LINES_PER_WRITE = 2_000;

/** Writes the lines into a file, unless there is one. */
export async function made(file, lines) {
  if (existsSync(file)) return file;
  const unfinished = createWriteStream(`${file}.unfinished`);
  let waiting = [];
  const write = async () => {
    if (!unfinished.write(waiting.join(''))) await once(unfinished, 'drain');
    waiting = [];
  };
  for (const line of lines()) if (waiting.push(line) === LINES_PER_WRITE) await write();
  await write();
  unfinished.end();
  await once(unfinished, 'finish');
  renameSync(`${file}.unfinished`, file);
  return file;
}
