// SQL of the PostgreSQL owner index. `places` are the tables with the records and keys of visible imports.
import { keysTable, recordsTable } from '../own-tables.postgres.js';
import type { Place } from './owner-nodes.postgres.js';

/** If no key is found, the result is one row with only the version. */
export type EntryRow =
  | [
      version: number,
      key: null,
      importSequence: number,
      id: number,
      seal: null,
      contacts: null,
      contact: null,
    ]
  | [
      version: number,
      key: number,
      importSequence: number,
      id: number,
      seal: number | null,
      contacts: number | null,
      contact: string | null,
    ];

export type CandidateColumns = [
  addressKey: number,
  importSequence: number,
  id: number | null,
  identity: number,
  ownerId: string | null,
  ownerNumber: number,
  phoneCount: number,
  emailCount: number,
  fails: number,
  address: string,
];

const NOWHERE =
  'SELECT NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, NULL::smallint, NULL::text LIMIT 0';

const sequenceIn = ({ importSequence }: Place): string =>
  importSequence === null ? 'k.import_sequence' : `${importSequence}::bigint`;

/** One statement for all tables, so that version and entries come from one snapshot. */
export function findEntries(places: readonly Place[]): string {
  const arms = places.map(
    (place) => `
     SELECT k.address_key, ${sequenceIn(place)}, k.record_id, k.address_seal, k.contacts, r.contact
       FROM unnest($1::bigint[], $2::bigint[]) AS wanted (key, seal)
       JOIN ${keysTable(place.table)} AS k ON k.address_key = wanted.key
       LEFT JOIN ${recordsTable(place.table)} AS r ON r.id = k.record_id AND k.address_seal = wanted.seal`,
  );
  // Without a table to read, the parameters would have no type; the cardinalities give them one.
  const found =
    arms.length === 0
      ? `${NOWHERE} OFFSET cardinality($1::bigint[]) + cardinality($2::bigint[])`
      : arms.join(' UNION ALL ');
  return `
    SELECT d.version, f.*
      FROM owner_directory AS d
      LEFT JOIN LATERAL (${found}) AS f (key, import_sequence, id, seal, contacts, contact) ON true`;
}

export const findCandidates = (places: readonly Place[]): string =>
  places
    .map(
      (place) => `
   SELECT k.address_key, ${sequenceIn(place)}, r.id, r.identity, r.owner_id, r.owner_number, r.phone_count, r.email_count,
          r.fails, r.address
     FROM unnest($1::bigint[]) AS wanted (key)
     JOIN ${keysTable(place.table)} AS k ON k.address_key = wanted.key
     LEFT JOIN ${recordsTable(place.table)} AS r ON r.id = k.record_id`,
    )
    .join(' UNION ALL ');

export const FIND_STREETS =
  'SELECT street_key, import_sequence, street FROM owner_streets WHERE street_key = ANY($1::bigint[])';

export const readRecords = (table: number): string =>
  `SELECT id, contact FROM ${recordsTable(table)} WHERE id = ANY($1::bigint[])`;

// One line of text for each record, in the form of stored-contact.ts.
export const readLines = (table: number): string =>
  `SELECT string_agg(id || E'\\t' || contact, E'\\n') AS lines FROM ${recordsTable(table)} WHERE id = ANY($1::bigint[])`;

export const FIND_JOINS = `
  SELECT record_id, joined_id, parents, phone_count, email_count FROM owner_joins WHERE record_id = ANY($1::bigint[])`;

export const FIND_PARENTS = 'SELECT parents FROM owner_joins WHERE joined_id = $1';

export const COPIED_IMPORTS = "SELECT sequence, exact_keys FROM owner_imports WHERE state = 'active'";
export const READ_BLOCKS =
  'SELECT block, bytes FROM owner_key_blocks WHERE import_sequence = $1 AND block = ANY($2::bigint[])';
