// SQLite probes its index for each key that CROSS JOIN hands to it, and answers with one text.
import type { Reader } from '../../platform/database/index.js';
import { openReader } from '../../platform/database/sqlite/open-file.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { DNC_EDITION } from '../dnc/dnc-store.sql.js';
import type { Query } from '../owner-database.js';
import { sqliteDialect } from '../owner-database.sqlite.js';
import type { OwnerIndex } from './owner-index.js';
import {
  parsed,
  SqlOwnerIndex,
  visibleIn,
  type FoundEntries,
  type IndexStatements,
  type VisibleRow,
} from './owner-index.sql.js';

/** Opens the index of a file that exists and has the newest schema, for reading only. */
export const openSqliteOwnerIndex = async (path: string): Promise<OwnerIndex> =>
  sqliteOwnerIndex(await openReader(path));

export function sqliteOwnerIndex(reader: Reader): OwnerIndex {
  const query: Query = (sql, parameters = []) => reader.query(sql, parameters);
  return new SqlOwnerIndex({
    dialect: sqliteDialect,
    statements: STATEMENTS,
    query,
    queryAt: () => query,
    latest: null,
    visibleImports: async () => {
      const [row] = await query<{ visible: string }>(`SELECT ${VISIBLE} AS visible`);
      return visibleIn(parsed<VisibleRow>(row?.visible ?? '[]'));
    },
    entries: async (keys, seals) => {
      type Row = Omit<FoundEntries, 'rows' | 'visible'> & { found: string; visible: string };
      const answer = await query<Row>(FIND_ENTRIES, [JSON.stringify(keys), JSON.stringify([...seals])]);
      const { found, visible, ...entries } = itemAt(answer, 0);
      return {
        ...entries,
        rows: parsed<FoundEntries['rows'][number]>(found),
        visible: visibleIn(parsed<VisibleRow>(visible)),
      };
    },
  });
}

const VISIBLE =
  "(SELECT json_group_array(json_array(sequence, source, edition, priority)) FROM imports WHERE state = 'active')";
const IS_VISIBLE = "k.import_sequence IN (SELECT sequence FROM imports WHERE state = 'active')";

const RECORDS = sqliteDialect.lines('r.id', 'r.contact');
const ORIGINALS = sqliteDialect.lines('r.id', 'COALESCE(o.contact, r.contact)');
const FROM_WANTED = 'FROM json_each($1) AS wanted CROSS JOIN owner_records AS r ON r.id = wanted.value';

const FIND_ENTRIES = `
  SELECT (SELECT json_group_array(json_array(k.address_key, k.import_sequence, k.record_id, k.address_seal, k.contacts))
            FROM json_each($1) AS wanted CROSS JOIN owner_keys AS k ON k.address_key = wanted.value
           WHERE ${IS_VISIBLE}) AS found,
         ${VISIBLE} AS visible,
         (${DNC_EDITION}) AS "doNotCallEdition",
         (SELECT ${RECORDS}
            FROM json_each($2) AS wanted
           CROSS JOIN owner_keys AS k ON k.address_key = wanted.value ->> 0 AND k.address_seal = wanted.value ->> 1
           CROSS JOIN owner_records AS r ON r.id = k.record_id
           WHERE ${IS_VISIBLE}) AS records`;

const STATEMENTS: IndexStatements = {
  // Materialized, so that the index is probed once for each key.
  candidates: `
    WITH entries AS MATERIALIZED (
      SELECT k.address_key, k.import_sequence, k.record_id
        FROM json_each($1) AS wanted CROSS JOIN owner_keys AS k ON k.address_key = wanted.value)
    SELECT (SELECT json_group_array(json_array(address_key, json(imports), json(ids)))
              FROM (SELECT address_key, json_group_array(import_sequence) AS imports, json_group_array(record_id) AS ids
                      FROM entries GROUP BY address_key)) AS found,
           (SELECT json_group_array(json_array(r.id, r.identity, r.owner_id, r.owner_number, r.phone_count, r.email_count,
                                               r.fails, r.address))
              FROM owner_records AS r
             WHERE r.id IN (SELECT k.record_id FROM entries AS k WHERE ${IS_VISIBLE})) AS records`,
  streets: `
    SELECT json_group_array(json_array(s.street_key, s.import_sequence, s.street)) AS found
      FROM json_each($1) AS wanted CROSS JOIN owner_streets AS s ON s.street_key = wanted.value`,
  records: `SELECT ${RECORDS} AS found ${FROM_WANTED}`,
  originals: `
    SELECT ${ORIGINALS} AS found ${FROM_WANTED} LEFT JOIN owner_originals AS o ON o.record_id = r.id`,
  bytes: `SELECT CAST(${RECORDS} AS BLOB) AS found ${FROM_WANTED}`,
  // Parents stay a JSON text in the result, so that SQLite doesn't parse and rewrite them.
  joins: `
    SELECT json_group_array(json_array(j.record_id, j.joined_id, j.parents, j.phone_count, j.email_count)) AS found
      FROM json_each($1) AS wanted CROSS JOIN owner_joins AS j ON j.record_id = wanted.value`,
};
