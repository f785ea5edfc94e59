import { itemAt } from '../../lib/item-at.js';
import type { Import } from '../entities.js';
import { lastInserted, writeLoading, type OwnersFile } from '../loading.sqlite.js';
import { storedContact } from '../stored-contact.js';
import { LOCK_SHOWN, showRow } from '../shown/shown-store.js';
import type { JoinStore, Neighbor, NewJoin } from './join-store.js';

export class SqliteJoinStore implements JoinStore {
  constructor(private readonly file: OwnersFile) {}

  neighbors(
    sequence: number,
    others: readonly number[],
    [from, to]: readonly [from: number, to: number],
  ): Promise<Neighbor[]> {
    return this.file.database.read.query(FIND_NEIGHBORS, [from, to, sequence, JSON.stringify(others)]);
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
        winner: itemAt(parents, 0)[0],
        parents: JSON.stringify(parents),
        contact: written,
        ...{ phones, emails, correctionId },
        original: shown === null ? null : storedContact(contact),
      };
    });
    return writeLoading(this.file, loading, async (tx) => {
      if (isCurrent !== undefined) {
        await tx.query(LOCK_SHOWN);
        if (!(await isCurrent())) return null;
      }
      const known = await tx.query<{ parents: string }[]>(FIND_KNOWN, [
        JSON.stringify(rows.map(({ winner }) => winner)),
      ]);
      const made = new Set(known.map(({ parents }) => parents));
      const fresh = rows.filter(({ parents }) => !made.has(parents));
      if (fresh.length === 0) return [];
      await tx.query(INSERT_JOINED_RECORDS, [
        JSON.stringify(fresh.map(({ winner, phones, emails, contact }) => [winner, phones, emails, contact])),
      ]);
      const firstId = (await lastInserted(tx)) - fresh.length + 1;
      await tx.query(INSERT_JOINS, [
        JSON.stringify(
          fresh.map(({ winner, parents, phones, emails }, at) => [
            ...[winner, firstId + at, phones, emails],
            parents,
          ]),
        ),
      ]);
      await tx.query(INSERT_ORIGINALS, [
        JSON.stringify(
          fresh.flatMap(({ original, correctionId }, at) =>
            original === null ? [] : [[firstId + at, original, correctionId]],
          ),
        ),
      ]);
      return fresh.map((_, at) => firstId + at);
    });
  }

  async haveLargerJoins(sequences: readonly number[]): Promise<boolean> {
    const found = await this.file.database.read.query<unknown[]>(FIND_LARGER, [JSON.stringify(sequences)]);
    return found.length > 0;
  }
}

// Key and seal together are the property (property.ts); where one of the two has no seal, nothing is joined.
const FIND_NEIGHBORS = `
  SELECT DISTINCT k.address_key || ' ' || k.address_seal AS property, k.record_id AS "recordId",
         k.import_sequence AS "importSequence"
    FROM owner_keys AS m
   CROSS JOIN owner_keys AS k ON k.address_key = m.address_key AND k.address_seal = m.address_seal
   WHERE m.address_key >= ?1 AND m.address_key < ?2 AND m.import_sequence = ?3 AND m.address_seal IS NOT NULL
     AND k.import_sequence IN (SELECT value FROM json_each(?4))
     AND EXISTS (SELECT 1 FROM owner_keys AS o
                  WHERE o.address_key = m.address_key AND o.address_seal = m.address_seal AND o.import_sequence <> ?3
                    AND o.import_sequence IN (SELECT value FROM json_each(?4)))
   ORDER BY 1, 2`;

const FIND_KNOWN = `
  SELECT j.parents FROM json_each(?) AS wanted CROSS JOIN owner_joins AS j ON j.record_id = wanted.value`;

const INSERT_JOINED_RECORDS = `
  INSERT INTO owner_records (import_sequence, identity, address_seal, owner_number, phone_count, email_count, fails,
                             owner_id, address, address_keys, contact)
  SELECT r.import_sequence, r.identity, r.address_seal, r.owner_number, made.value ->> 1, made.value ->> 2, r.fails,
         r.owner_id, r.address, r.address_keys, made.value ->> 3
    FROM json_each(?) AS made CROSS JOIN owner_records AS r ON r.id = made.value ->> 0`.trim();

const INSERT_ORIGINALS = `
  INSERT INTO owner_originals (record_id, contact, correction_id)
  SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)`.trim();

const INSERT_JOINS = `
  INSERT INTO owner_joins (record_id, joined_id, phone_count, email_count, parents)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)`.trim();

const FIND_LARGER = `
  SELECT joined_id AS id FROM owner_joins
   WHERE json_array_length(parents) > 2
     AND EXISTS (SELECT 1 FROM json_each(parents) AS parent
                  WHERE parent.value ->> 1 IN (SELECT value FROM json_each(?))) LIMIT 1`;
