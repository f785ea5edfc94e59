// Other programs that do the same work: DuckDB, sqlite3's shell, csv-parse. DuckDB is installed into its own folder, not among the
// project's dependencies.
import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { OWNER_HEADER } from '../../made-up/owners.mjs';
import { COLUMN_MAPPING } from './job-data.mjs';
import { timed } from './processes.mjs';
import { cache, median } from './report.mjs';

const DUCKDB = '@duckdb/node-api';
const DUCKDB_VERSION = '1.5.6-r.1';

/** Installs DuckDB once. @returns the folder that holds its node_modules */
export function installDuckDb() {
  const peers = path.join(cache, 'peers');
  if (existsSync(path.join(peers, 'node_modules', DUCKDB))) return peers;
  mkdirSync(peers, { recursive: true });
  writeFileSync(path.join(peers, 'package.json'), '{"private":true}\n');
  const install = ['install', '--no-audit', '--no-fund', '--silent', `${DUCKDB}@${DUCKDB_VERSION}`];
  const { status } = spawnSync('npm', install, { cwd: peers, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${DUCKDB} could not be installed`);
  return peers;
}

export const duckDbVersion = DUCKDB_VERSION;

/** DuckDB reads both files, joins them on a ready-made key and writes the result, in a process of its own. */
export async function joinWithDuckDb(peers, { owners, leads, target }) {
  const columns = OWNER_HEADER.slice(5).map((name) => `o."${name}"`);
  const csv = (file) => `read_csv('${file}', header = true, all_varchar = true, quote = '"', escape = '"')`;
  const sql =
    `COPY (SELECT l.*, ${columns.join(', ')} FROM ${csv(leads)} l LEFT JOIN ${csv(owners)} o ON l.Key = o.owner_id)` +
    ` TO '${target}' (HEADER)`;
  const program = `
    import { createRequire } from 'node:module';
    const { DuckDBInstance } = createRequire(${JSON.stringify(`${peers}/package.json`)})(${JSON.stringify(DUCKDB)});
    const connection = await (await DuckDBInstance.create(':memory:')).connect();
    const from = performance.now();
    await connection.run(${JSON.stringify(sql)});
    console.log((performance.now() - from) / 1000);`;
  const { output, peakMb } = await timed(process.execPath, ['--input-type=module'], { input: program });
  rmSync(target);
  return { seconds: Number(output), peakMb };
}

/** Imports and indexes the same file with the sqlite3 shell. Undefined if there is no shell. */
export async function importWithSqlite(owners) {
  if (spawnSync('sqlite3', ['--version']).status !== 0) return undefined;
  const file = path.join(cache, 'shell.sqlite');
  rmSync(file, { force: true });
  const input = `.import --csv ${owners} owners\nCREATE INDEX by_address ON owners (property_zip, property_address);\n`;
  const { seconds, peakMb } = await timed('sqlite3', [file], { input });
  rmSync(file);
  return { seconds, peakMb };
}

const requireFromCsv = createRequire(path.resolve(import.meta.dirname, '../../../packages/csv/package.json'));
const CHUNK_BYTES = 64 * 1024;
const MAPPED = Object.values(COLUMN_MAPPING);

/** Median milliseconds of @skiptrace/csv and csv-parse's events, in turn, decoding the mapped columns. @throws Error when they read the file differently */
export async function timeCsvReading(file, rounds) {
  const { CsvReader } = await import('@skiptrace/csv');
  const { parse } = requireFromCsv('csv-parse');
  const chunks = chunksOf(file);
  /** @type {Record<string, number[]>} */
  const times = { reader: [], csvParse: [] };
  for (let round = 0; round < rounds; round++) {
    let from = performance.now();
    const ours = readWithReader(CsvReader, chunks);
    times.reader.push(performance.now() - from);
    from = performance.now();
    const theirs = await readWithCsvParse(parse, chunks);
    times.csvParse.push(performance.now() - from);
    if (ours.rows !== theirs.rows || ours.letters !== theirs.letters) throw new Error('the two disagree');
  }
  return { readerMs: median(times.reader), csvParseMs: median(times.csvParse) };
}

function chunksOf(file) {
  const handle = openSync(file, 'r');
  const chunks = [];
  for (;;) {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const length = readSync(handle, chunk);
    if (length === 0) break;
    chunks.push(chunk.subarray(0, length));
  }
  closeSync(handle);
  return chunks;
}

function readWithReader(CsvReader, chunks) {
  const reader = new CsvReader({ mappedHeaders: MAPPED });
  const seen = { rows: 0, letters: 0 };
  const take = (records) => {
    for (const { blank, values } of records) {
      if (blank) continue;
      seen.rows += 1;
      seen.letters += values[0].length;
    }
  };
  for (const chunk of chunks) take(reader.push(chunk));
  take(reader.end());
  return seen;
}

function readWithCsvParse(parse, chunks) {
  return new Promise((resolve, reject) => {
    const parser = parse({ bom: true, relax_column_count: true });
    const seen = { rows: 0, letters: 0 };
    let column = -1;
    parser.on('readable', () => {
      for (let record = parser.read(); record !== null; record = parser.read()) {
        if (column === -1) column = record.indexOf(MAPPED[0]);
        else {
          seen.rows += 1;
          seen.letters += record[column].length;
        }
      }
    });
    parser.on('error', reject);
    parser.on('end', () => resolve(seen));
    for (const chunk of chunks) parser.write(chunk);
    parser.end();
  });
}
