import { itemAt } from '../../lib/item-at.js';
import type { Import } from '../entities.js';
import {
  nextRecordId,
  writeLoading,
  keysTable,
  SHARED,
  asArray,
  type OwnersCluster,
} from '../cluster.postgres.js';
import { storedContact } from '../stored-contact.js';
import { LOCK_SHOWN, showRow } from '../shown/shown-store.js';
import type { JoinStore, Neighbor, NewJoin } from './join-store.js';

export class PostgresJoinStore implements JoinStore {
  constructor(private readonly cluster: OwnersCluster) {}

  async neighbors(
    sequence: number,
    others: readonly number[],
    [from, to]: readonly [from: number, to: number],
  ): Promise<Neighbor[]> {
    const all = [...new Set([sequence, ...others])];
    const tables = new Map<number, number>();
    for (const other of all) tables.set(other, await this.cluster.tables.of(other));
    const { rows } = await this.cluster.pool.query<Neighbor>(findNeighbors(tables), [
      from,
      to,
      sequence,
      asArray(all),
    ]);
    return rows;
  }

  addJoins(
    loading: Import | null,
    joins: readonly NewJoin[],
    isCurrent?: () => Promise<boolean>,
  ): Promise<number[] | null> {
    const rows = joins.map(({ parents, contact, shown = null }) => {
      const [, written, phones, emails, , correctionId] = showRow({
        ...{ id: 0, original: contact, shown, isDoubtful: false },
      });
      return {
        winner: itemAt(parents, 0),
        parents: JSON.stringify(parents),
        sequences: asArray([...new Set(parents.map(([, importSequence]) => importSequence))]),
        contact: written,
        ...{ phones, emails, correctionId },
        original: shown === null ? null : storedContact(contact),
      };
    });
    return writeLoading(this.cluster, loading, async (tx) => {
      if (isCurrent !== undefined) {
        await tx.query(LOCK_SHOWN);
        if (!(await isCurrent())) return null;
      }
      const known = await tx.query<{ parents: string }>(
        'SELECT parents FROM owner_joins WHERE record_id = ANY($1)',
        [asArray(rows.map(({ winner: [recordId] }) => recordId))],
      );
      const made = new Set(known.rows.map(({ parents }) => parents));
      const fresh = rows.filter(({ parents }) => !made.has(parents));
      if (fresh.length === 0) return [];
      const firstId = await nextRecordId(tx, fresh.length);
      const ids = asArray(fresh.map((_, at) => firstId + at));
      const [phones, emails] = [
        asArray(fresh.map((row) => row.phones)),
        asArray(fresh.map((row) => row.emails)),
      ];
      await tx.query(INSERT_JOINED_RECORDS, [
        ids,
        asArray(fresh.map(({ winner: [, importSequence] }) => importSequence)),
        ...[phones, emails],
        fresh.map(({ contact }) => contact),
      ]);
      await tx.query(INSERT_JOINS, [
        asArray(fresh.map(({ winner: [recordId] }) => recordId)),
        ...[ids, phones, emails],
        fresh.map(({ parents }) => parents),
        fresh.map(({ sequences }) => sequences),
      ]);
      await tx.query(INSERT_ORIGINALS, [
        ids,
        fresh.map(({ original }) => original),
        fresh.map(({ correctionId }) => correctionId),
      ]);
      return fresh.map((_, at) => firstId + at);
    });
  }

  async haveLargerJoins(sequences: readonly number[]): Promise<boolean> {
    const { rows } = await this.cluster.pool.query(
      'SELECT 1 FROM owner_joins WHERE cardinality(import_sequences) > 2 AND import_sequences && $1 LIMIT 1',
      [asArray(sequences)],
    );
    return rows.length > 0;
  }
}

// Key and seal together are the property (property.ts); where one of the two has no seal, nothing is joined.
function findNeighbors(tables: ReadonlyMap<number, number>): string {
  const arms = [...new Set(tables.values())].map((table) => {
    const own = [...tables].find(([, number]) => number === table && table !== SHARED)?.[0];
    return `SELECT address_key, address_seal, record_id,
                   ${own === undefined ? 'import_sequence' : `${own}::bigint AS import_sequence`}
              FROM ${keysTable(table)}
             WHERE address_key >= $1 AND address_key < $2 AND address_seal IS NOT NULL
               ${own === undefined ? 'AND import_sequence = ANY($4::bigint[])' : ''}`;
  });
  return `
    WITH keys AS MATERIALIZED (${arms.join(' UNION ALL ')}),
         shared AS (
           SELECT address_key, address_seal FROM keys GROUP BY 1, 2
           HAVING bool_or(import_sequence = $3) AND bool_or(import_sequence <> $3))
    SELECT DISTINCT k.address_key || ' ' || k.address_seal AS property, k.record_id AS "recordId",
           k.import_sequence AS "importSequence"
      FROM keys AS k JOIN shared USING (address_key, address_seal)
     WHERE cardinality($4::bigint[]) > 0
     ORDER BY 1, 2`;
}

const INSERT_JOINED_RECORDS = `
  INSERT INTO owner_records (id, import_sequence, phone_count, email_count, contact)
  SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::text[])`;

const INSERT_ORIGINALS = `
  INSERT INTO owner_originals (record_id, contact, correction_id)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[]) AS made (id, contact, correction)
   WHERE made.contact IS NOT NULL`;

// An array of arrays would need all of them to be of one length, so each is a text until it arrives.
const INSERT_JOINS = `
  INSERT INTO owner_joins (record_id, joined_id, phone_count, email_count, parents, import_sequences)
  SELECT made.record_id, made.joined_id, made.phones, made.emails, made.parents, made.sequences::bigint[]
    FROM unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::smallint[], $5::text[], $6::text[])
      AS made (record_id, joined_id, phones, emails, parents, sequences)`;
