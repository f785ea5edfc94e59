// Owners on PostgreSQL: an import beside psql's \copy and an index of the same columns, and lookups in directories of
// several sizes. The server is the embedded one of the tests, in a temporary folder. After a build:
//
//   npm run bench -- owners                              1,000,000 owners, three rounds of each
//   npm run bench -- owners --sizes 1000000,10000000     lookups as ratios to the first size; half an hour, 25 GB
//   npm run bench -- owners --sqlite                     the same in SQLite beside it, taking turns
//
// Where there is no psql, COPY through pg-copy-streams stands in for it: both send the file as it is. The peer keeps each
// column of the file as text in a new table, has a primary key, indexes ZIP and address, and runs ANALYZE.
import { spawnSync } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { OWNER_HEADER } from '../made-up/owners.mjs';
import { startPostgres } from '../support/postgres.mjs';
import { ownerFile } from './support/job-data.mjs';
import { median } from './support/median.mjs';
import { operator, startServer, timed } from './support/processes.mjs';
import { accountKeys, addressesOf, timeBulk } from './support/served-jobs.mjs';
import { printTable } from './support/table.mjs';

const cache = path.resolve(import.meta.dirname, '../../node_modules/.cache/skiptrace-bench');
const ACCOUNTS = 10;
const LOOKUPS = 20_000;
/** Larger imports are done once. */
const MOST_REPEATED = 2_000_000;
/** Settings that an administrator would choose for this use; the peer has the same. */
const SETTINGS = { shared_buffers: '1GB', max_wal_size: '8GB', checkpoint_timeout: '15min' };

export async function run(args = []) {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '3' },
      sqlite: { type: 'boolean', default: false },
      smoke: { type: 'boolean', default: false },
    },
  });
  const sizes = values.smoke ? [5_000] : values.sizes.split(',').map(Number);
  const rounds = values.smoke ? 1 : Number(values.rounds);
  mkdirSync(cache, { recursive: true });
  const postgres = await startPostgres(SETTINGS);
  const folder = mkdtempSync(path.join(tmpdir(), 'skiptrace-bench-owners-'));
  const places = [];
  try {
    for (const owners of sizes) {
      const engines = values.sqlite ? ['postgres', 'sqlite'] : ['postgres'];
      places.push(...(await importsOf(owners, { postgres, folder, engines, rounds })));
    }
    for (let round = 0; round < rounds; round++) {
      for (const place of places) place.lookups.push(await lookupsASecond(place));
    }
    print(places);
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports one size once per round, each time into a new directory and beside the peer; the last one stays. */
async function importsOf(owners, { postgres, folder, engines, rounds }) {
  const file = await ownerFile(cache, owners);
  const places = engines.map((engine) => ({
    engine,
    owners,
    imports: [],
    peers: [],
    peakMb: 0,
    lookups: [],
  }));
  const times = owners > MOST_REPEATED ? 1 : rounds;
  for (let round = 0; round < times; round++) {
    for (const place of places) {
      const name = `${place.engine}_${owners}_${round}`;
      place.dataDir = path.join(folder, name);
      if (place.engine === 'postgres') {
        await onServer(postgres, `CREATE DATABASE ${name}`);
        place.url = postgres.urlOf(name);
        place.peers.push(await copyAndIndex(postgres, file));
      }
      const { seconds, peakMb } = await as(place, () => operator(place.dataDir, 'owners', 'import', file));
      place.imports.push(seconds);
      place.peakMb = Math.max(place.peakMb, peakMb);
      console.log(
        `${place.engine}: import of ${owners} owners ${seconds.toFixed(1)} s, peer ${place.peers.at(-1)?.toFixed(1) ?? ''}`,
      );
      if (place.engine === 'postgres') place.mb = await sizeOf(place.url);
      if (round < times - 1) {
        rmSync(place.dataDir, { recursive: true, force: true });
        if (place.engine === 'postgres') await onServer(postgres, `DROP DATABASE ${name} WITH (FORCE)`);
      }
    }
  }
  return places;
}

/** Seconds that \copy and an index of the same file take. */
async function copyAndIndex(postgres, file) {
  await onServer(postgres, 'DROP DATABASE IF EXISTS peer WITH (FORCE)');
  await onServer(postgres, 'CREATE DATABASE peer');
  const url = postgres.urlOf('peer');
  const names = OWNER_HEADER.map((name) => `"${name}"`);
  const begin = `CREATE TABLE owners (id bigint GENERATED ALWAYS AS IDENTITY, ${names.map((name) => `${name} text`).join(', ')})`;
  const copy = `owners (${names.join(', ')}) FROM ${hasPsql ? `'${file}'` : 'STDIN'} WITH (FORMAT csv, HEADER true)`;
  const end = [
    'CREATE INDEX by_address ON owners (property_zip, property_address)',
    'ALTER TABLE owners ADD PRIMARY KEY (id)',
    'ANALYZE owners',
  ];
  if (hasPsql) {
    const input = `${begin};\n\\copy ${copy}\n${end.join(';\n')};\n`;
    return (await timed('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '-d', url], { input })).seconds;
  }
  const client = new pg.Client(url);
  await client.connect();
  const from = performance.now();
  await client.query(begin);
  const stream = client.query(copyFrom(`COPY ${copy}`));
  await pipeline(createReadStream(file), stream);
  for (const statement of end) await client.query(statement);
  const seconds = (performance.now() - from) / 1000;
  await client.end();
  return seconds;
}

const hasPsql = spawnSync('psql', ['--version']).status === 0;

async function onServer(postgres, sql) {
  const client = new pg.Client(postgres.url);
  await client.connect();
  const { rows } = await client.query(sql);
  await client.end();
  return rows;
}

async function sizeOf(url) {
  const client = new pg.Client(url);
  await client.connect();
  const { rows } = await client.query('SELECT pg_database_size(current_database())::float8 / 1e6 AS mb');
  await client.end();
  return rows[0].mb;
}

/** Programs started during the work use this database. */
async function as({ url }, work) {
  if (url === undefined) delete process.env.DATABASE_URL;
  else process.env.DATABASE_URL = url;
  try {
    return await work();
  } finally {
    delete process.env.DATABASE_URL;
  }
}

const lookupsASecond = (place) =>
  as(place, async () => {
    place.accounts ??= await accountKeys(place.dataDir, ACCOUNTS);
    place.addresses ??= addressesOf(place.owners, LOOKUPS);
    const server = await startServer(place.dataDir);
    try {
      // A first run, so that code is compiled and PostgreSQL has read its data.
      await timeBulk(server.url, place.accounts, place.addresses);
      return await timeBulk(server.url, place.accounts, place.addresses);
    } finally {
      await server.stop();
    }
  });

function print(places) {
  const baseOf = ({ engine }) => places.find((place) => place.engine === engine);
  console.log(`peer: ${hasPsql ? 'psql \\copy' : 'COPY through pg-copy-streams'}, two indexes, ANALYZE`);
  printTable([
    ['engine', 'owners', 'MB', 'import', 'peer', 'ratio', 'peak MB', 'look-ups a second by bulk', 'ratio'],
    ...places.map((place) => [
      place.engine,
      String(place.owners),
      place.mb === undefined ? '' : place.mb.toFixed(0),
      `${median(place.imports).toFixed(1)} s`,
      place.peers.length === 0 ? '' : `${median(place.peers).toFixed(1)} s`,
      place.peers.length === 0 ? '' : (median(place.imports) / median(place.peers)).toFixed(2),
      String(place.peakMb),
      median(place.lookups).toFixed(0),
      (median(place.lookups) / median(baseOf(place).lookups)).toFixed(2),
    ]),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await run(process.argv.slice(2));
