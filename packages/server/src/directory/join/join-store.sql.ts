import { itemAt } from '../../platform/lib/item-at.js';
import type { Import } from '../entities.js';
import { writeLoading, type OwnerDatabase, type OwnerDialect } from '../owner-database.js';
import { LOCK_SHOWN, showRow } from '../shown/shown-store.js';
import { storedContact } from '../stored-contact.js';
import type { JoinStore, Neighbor, NewJoin } from './join-store.js';

export class SqlJoinStore implements JoinStore {
  constructor(private readonly database: OwnerDatabase) {}

  neighbors(
    sequence: number,
    others: readonly number[],
    [from, to]: readonly [from: number, to: number],
  ): Promise<Neighbor[]> {
    const { dialect, read } = this.database;
    return read(findNeighbors(dialect), [from, to, dialect.numbers([sequence, ...others]), sequence]);
  }

  addJoins(
    loading: Import | null,
    joins: readonly NewJoin[],
    isCurrent?: () => Promise<boolean>,
  ): Promise<number[] | null> {
    const { dialect } = this.database;
    const rows = joins.map(({ parents, contact, shown = null, isDoubtful = false }) => {
      const change = { id: 0, original: contact, shown, isDoubtful };
      const [, written, phones, emails, , correctionId] = showRow(change);
      const original = shown === null ? null : storedContact(contact);
      return {
        winner: itemAt(parents, 0)[0],
        parents: JSON.stringify(parents),
        contact: written,
        counts: [phones, emails],
        ...{ original, correctionId, isDoubtful },
      };
    });
    return writeLoading(this.database, loading, async (tx) => {
      if (isCurrent !== undefined) {
        await tx.query(LOCK_SHOWN);
        if (!(await isCurrent())) return null;
      }
      const known = await tx.query<{ parents: string }>(
        `SELECT parents FROM owner_joins WHERE ${dialect.isIn('record_id', 1)}`,
        [dialect.numbers(rows.map(({ winner }) => winner))],
      );
      const made = new Set(known.map(({ parents }) => parents));
      const fresh = rows.filter(({ parents }) => !made.has(parents));
      if (fresh.length === 0) return [];
      const firstId = await this.database.nextRecordId(tx, fresh.length);
      const withText = (text: 'contact' | 'parents') =>
        JSON.stringify(fresh.map((row, at) => [row.winner, firstId + at, ...row.counts, row[text]]));
      await tx.query(insertJoinedRecords(dialect), [withText('contact')]);
      await tx.query(insertJoins(dialect), [withText('parents')]);
      const originals = fresh.flatMap(({ original, correctionId }, at) =>
        original === null ? [] : [[firstId + at, original, correctionId]],
      );
      if (originals.length > 0) await tx.query(insertOriginals(dialect), [JSON.stringify(originals)]);
      const doubts = fresh.flatMap(({ isDoubtful }, at) => (isDoubtful ? [[firstId + at]] : []));
      if (doubts.length > 0) await tx.query(insertDoubts(dialect), [JSON.stringify(doubts)]);
      return fresh.map((_, at) => firstId + at);
    });
  }

  async haveLargerJoins(sequences: readonly number[]): Promise<boolean> {
    const { dialect, read } = this.database;
    const found = await read(findLarger(dialect), [dialect.numbers(sequences)]);
    return found.length > 0;
  }
}

// Key and seal together are the property (property.ts); where one of the two has no seal, nothing is joined.
const findNeighbors = ({ isIn }: OwnerDialect): string => `
  WITH keys AS MATERIALIZED (
         SELECT address_key, address_seal, record_id, import_sequence FROM owner_keys
          WHERE address_key >= $1 AND address_key < $2 AND address_seal IS NOT NULL AND ${isIn('import_sequence', 3)}),
       properties AS (
         SELECT address_key, address_seal FROM keys GROUP BY address_key, address_seal
         HAVING COUNT(CASE WHEN import_sequence = $4 THEN 1 END) BETWEEN 1 AND COUNT(*) - 1)
  SELECT DISTINCT address_key || ' ' || address_seal AS property, record_id AS "recordId",
         import_sequence AS "importSequence"
    FROM keys JOIN properties USING (address_key, address_seal)
   ORDER BY 1, 2`;

const cell = (at: number): string => `CAST(wanted.value ->> ${at} AS BIGINT)`;
const [WINNER, JOINED_ID, PHONES, EMAILS] = [cell(0), cell(1), cell(2), cell(3)];

const insertJoinedRecords = ({ each, lookUp }: OwnerDialect): string => `
  INSERT INTO owner_records (id, import_sequence, identity, address_seal, owner_number, phone_count, email_count, fails,
                             owner_id, address, address_keys, contact)
  SELECT ${JOINED_ID}, r.import_sequence, r.identity, r.address_seal, r.owner_number, ${PHONES}, ${EMAILS}, r.fails,
         r.owner_id, r.address, r.address_keys, wanted.value ->> 4
    FROM ${each('$1')} ${lookUp} owner_records AS r ON r.id = ${WINNER}`;

const insertJoins = ({ each }: OwnerDialect): string => `
  INSERT INTO owner_joins (record_id, joined_id, phone_count, email_count, parents)
  SELECT ${WINNER}, ${JOINED_ID}, ${PHONES}, ${EMAILS}, wanted.value ->> 4 FROM ${each('$1')}`;

const insertOriginals = ({ each }: OwnerDialect): string => `
  INSERT INTO owner_originals (record_id, contact, correction_id)
  SELECT ${cell(0)}, wanted.value ->> 1, wanted.value ->> 2 FROM ${each('$1')}`;

const insertDoubts = ({ each }: OwnerDialect): string =>
  `INSERT INTO owner_doubts SELECT ${cell(0)} FROM ${each('$1')}`;

const findLarger = ({ each, isIn }: OwnerDialect): string => `
  SELECT joined_id FROM owner_joins
   WHERE (SELECT COUNT(*) FROM ${each('parents')}) > 2
     AND EXISTS (SELECT 1 FROM ${each('parents')} WHERE ${isIn('CAST(wanted.value ->> 1 AS BIGINT)', 1)}) LIMIT 1`;
