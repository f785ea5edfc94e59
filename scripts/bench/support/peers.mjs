// Other programs that do the same work. DuckDB is installed into its own folder, not among the project's
// dependencies.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OWNER_HEADER } from '../../made-up/owners.mjs';
import { timed } from './processes.mjs';

const DUCKDB = '@duckdb/node-api';
const DUCKDB_VERSION = '1.5.6-r.1';

/** Installs DuckDB once. @returns the folder that holds its node_modules */
export function installDuckDb(folder) {
  const peers = path.join(folder, 'peers');
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
export async function importWithSqlite(folder, owners) {
  if (spawnSync('sqlite3', ['--version']).status !== 0) return undefined;
  const file = path.join(folder, 'shell.sqlite');
  rmSync(file, { force: true });
  const input = `.import --csv ${owners} owners\nCREATE INDEX by_address ON owners (property_zip, property_address);\n`;
  const { seconds, peakMb } = await timed('sqlite3', [file], { input });
  rmSync(file);
  return { seconds, peakMb };
}
