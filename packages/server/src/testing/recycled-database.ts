import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** Everything of a database but its rows, as one hash: tables, columns, indexes, constraints, triggers, functions, settings. */
const SHAPE = `SELECT md5(string_agg(thing, chr(10) ORDER BY thing)) AS shape FROM (
  SELECT concat_ws(' ', c.oid::regclass, c.relkind, c.reloptions, a.attname, a.atttypid::regtype, a.attnotnull) AS thing
    FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
  UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint
    WHERE connamespace::regnamespace::text !~ '^(pg_|information_schema)'
  UNION ALL SELECT concat_ws(' ', tgrelid::regclass, tgname, tgenabled) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT concat_ws(' ', oid::regprocedure, md5(prosrc)) FROM pg_proc
    WHERE pronamespace::regnamespace::text !~ '^(pg_|information_schema)'
  UNION ALL SELECT setconfig::text FROM pg_db_role_setting
    WHERE setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
) AS things`;
const TABLES = `SELECT oid::regclass::text AS name, pg_relation_size(oid) > 65536 AS large FROM pg_class
  WHERE relkind = 'r' AND relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`;
const SEQUENCES = `SELECT quote_ident(schemaname) || '.' || quote_ident(sequencename) AS name, start_value::text AS start,
  last_value::text AS last FROM pg_sequences`;

interface Sequence {
  name: string;
  start: string;
  last: string | null;
}

/** A database as it was when the template was ready. */
interface Fresh {
  shape: string;
  /** JSON of the rows that a table begins with, by its name. */
  rows: Map<string, string>;
  sequences: Map<string, string | null>;
}

export async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const shapeOf = async (client: pg.Client): Promise<string> =>
  (await client.query<{ shape: string }>(SHAPE)).rows.map(({ shape }) => shape).join();

interface Table {
  name: string;
  /** TRUNCATE is faster than DELETE for many rows, and slower for few, because it makes the files of the table and its indexes anew. */
  large: boolean;
}

async function tablesWithRows(client: pg.Client): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(TABLES);
  const asked = tables.map(
    ({ name, large }) => `SELECT '${name}' AS name, ${large} AS large WHERE EXISTS (SELECT FROM ${name})`,
  );
  return (await client.query<Table>(asked.join(' UNION ALL '))).rows;
}

const sequencesOf = async (client: pg.Client) => (await client.query<Sequence>(SEQUENCES)).rows;

/** Looks at the template of all databases. */
export const freshOf = (template: string): Promise<Fresh> =>
  connected(template, async (client) => {
    const rows = new Map<string, string>();
    for (const { name: table } of await tablesWithRows(client)) {
      const { rows: found } = await client.query<{ all: string }>(
        `SELECT json_agg(t)::text AS all FROM ${table} t`,
      );
      for (const { all } of found) rows.set(table, all);
    }
    const sequences = await sequencesOf(client);
    return {
      shape: await shapeOf(client),
      rows,
      sequences: new Map(sequences.map(({ name, last }) => [name, last])),
    };
  });

/** Gives a used database the rows of a fresh one. @returns whether it can be used: false when a test has changed more than rows */
export const renew = (url: string, fresh: Fresh): Promise<boolean> =>
  connected(url, async (client) => {
    if ((await shapeOf(client)) !== fresh.shape) return false;
    const used = await tablesWithRows(client);
    // Without triggers: rows go and come back in any order.
    await client.query('BEGIN; SET LOCAL session_replication_role = replica');
    const emptied = used.map(({ name, large }) =>
      large ? `TRUNCATE ${name} CASCADE` : `DELETE FROM ${name}`,
    );
    await client.query(emptied.join(';'));
    for (const [table, rows] of fresh.rows) {
      await client.query(
        `INSERT INTO ${table} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${table}, $1)`,
        [rows],
      );
    }
    for (const { name, start, last } of await sequencesOf(client)) {
      const wanted = fresh.sequences.get(name) ?? null;
      if (last !== wanted)
        await client.query('SELECT setval($1, $2, $3)', [name, wanted ?? start, wanted !== null]);
    }
    await client.query('COMMIT');
    return true;
  });

/** True when the temporary folder that a test made, perhaps some levels above this one, is removed: its test has ended. */
export function isRemoved(folder: string): boolean {
  const [top = ''] = path.relative(tmpdir(), folder).split(path.sep);
  return top !== '' && top !== '..' && !existsSync(path.join(tmpdir(), top));
}
