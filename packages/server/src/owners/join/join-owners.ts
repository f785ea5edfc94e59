import type { EntityManager } from 'typeorm';
import type { Database } from '../../database/index.js';
import { ImportEntity, type Import } from '../entities.js';
import { SANDBOX_SOURCE } from '../import/sandbox-source.js';
import { mergeContacts } from '../import/merge.js';
import { SqliteOwnerIndex } from '../match/owner-index.sqlite.js';
import { EXACT_HASHES } from '../property.js';
import { contactJson, type OwnerRecord } from '../record.js';
import { sameOwner } from './same-owner.js';

/** What one step goes through: others write in between. */
const KEYS_PER_STEP = 20_000;

/** Where there is nothing to write, a sign of life after so many. */
const STEPS_PER_SIGN = 50;

/** Called inside every write, to give a sign of life. */
type Alive = (tx: EntityManager) => Promise<void>;

/** A record that shares its property with one of another source. */
interface Neighbor {
  property: string;
  recordId: number;
  importSequence: number;
}

interface Ranked extends Neighbor {
  source: string;
  priority: number;
  edition: number;
  owner: OwnerRecord;
}

interface Join {
  parents: readonly Ranked[];
  contact: string;
  phones: number;
  emails: number;
}

/**
 * Puts together what several sources know of one owner of one property: the details of the source that wins, with the
 * phones, emails and mail of all. Records stay as they are, and so does everything that refers to them. A join counts
 * only while all its parents are visible (find-joins.ts), so it needs no care when a source goes.
 *
 * @param one an import that is active or about to be, all of whose keys are in the index
 */
export async function joinOwners(
  database: Database,
  one: Pick<Import, 'sequence' | 'source' | 'priority' | 'edition'>,
  alive: Alive = () => Promise.resolve(),
): Promise<number> {
  const active = await database.read.findBy(ImportEntity, { state: 'active' });
  const others = active.filter(({ source }) => source !== one.source && source !== SANDBOX_SOURCE);
  if (others.length === 0 || one.source === SANDBOX_SOURCE) return 0;
  const imports = new Map([...others, one].map((each) => [each.sequence, each]));
  const keys = others.reduce((sum, { addressKeys }) => sum + addressKeys, 0);
  const steps = Math.max(1, Math.ceil(keys / KEYS_PER_STEP));
  let joined = 0;
  for (let step = 0; step < steps; step++) {
    const neighbors = await database.read.query<Neighbor[]>(FIND_NEIGHBORS, [
      Math.floor((EXACT_HASHES / steps) * step),
      Math.floor((EXACT_HASHES / steps) * (step + 1)),
      one.sequence,
      JSON.stringify([...imports.keys()]),
    ]);
    const owners = await new SqliteOwnerIndex(database.read).records(
      neighbors.map(({ recordId }) => recordId),
    );
    const joins = byProperty(neighbors).flatMap((records) =>
      joinsOf(
        records.flatMap((record): Ranked[] => {
          const owner = owners.get(record.recordId);
          const from = imports.get(record.importSequence);
          if (owner === undefined || from === undefined) return [];
          const { source, priority, edition } = from;
          return [{ ...record, owner, source, priority, edition: edition ?? Number.POSITIVE_INFINITY }];
        }),
        one.sequence,
      ),
    );
    if (joins.length > 0) joined += await write(database, joins, alive);
    else if (step % STEPS_PER_SIGN === 0) await database.write(alive);
  }
  return joined;
}

/** Neighbors come in the order of their properties. */
function byProperty(neighbors: readonly Neighbor[]): Neighbor[][] {
  const groups: Neighbor[][] = [];
  let last = '';
  for (const neighbor of neighbors) {
    if (neighbor.property === last) groups.at(-1)?.push(neighbor);
    else groups.push([neighbor]);
    last = neighbor.property;
  }
  return groups;
}

/** The joins at one property in which the import takes part. */
function joinsOf(records: readonly Ranked[], sequence: number): Join[] {
  return records
    .filter(({ importSequence }) => importSequence === sequence)
    .flatMap((mine) => joinOf(mine, records));
}

function joinOf(mine: Ranked, records: readonly Ranked[]): Join[] {
  const isMine = (other: Ranked): boolean => sameOwner(mine.owner, other.owner);
  const ours = records.filter(({ source }) => source === mine.source);
  // Two owners of the same name: nobody can say which of them another source means.
  if (ours.filter((other) => other.importSequence === mine.importSequence && isMine(other)).length > 1)
    return [];
  const parents = [mine];
  const others = [...new Set(records.map(({ source }) => source))].filter((source) => source !== mine.source);
  for (const source of others) {
    const same = records.filter((other) => other.source === source && isMine(other));
    const newest = Math.max(...same.map(({ edition }) => edition));
    const latest = same.filter(({ edition }) => edition === newest);
    const [only, another] = latest;
    if (only === undefined || another !== undefined) continue;
    if (parents.every(({ owner }) => sameOwner(owner, only.owner))) parents.push(only);
  }
  if (parents.length < 2) return [];
  parents.sort((a, b) => b.priority - a.priority || b.edition - a.edition);
  const [winner = mine, ...rest] = parents;
  const together = rest.reduce<OwnerRecord>(
    (contact, { owner }) => ({ ...mergeContacts(contact, owner), id: contact.id }),
    winner.owner,
  );
  const contact = contactJson(together);
  // The winner knows all that the others know.
  if (contact === contactJson(winner.owner)) return [];
  return [{ parents, contact, phones: together.phones.length, emails: together.emails.length }];
}

async function write(database: Database, joins: readonly Join[], alive: Alive): Promise<number> {
  const rows = joins.map(({ parents, contact, phones, emails }) => ({
    winner: parents[0]?.recordId ?? 0,
    parents: JSON.stringify(parents.map(({ recordId, importSequence }) => [recordId, importSequence])),
    contact,
    phones,
    emails,
  }));
  return database.write(async (tx) => {
    await alive(tx);
    const known = await tx.query<{ parents: string }[]>(FIND_KNOWN, [
      JSON.stringify(rows.map(({ winner }) => winner)),
    ]);
    const made = new Set(known.map(({ parents }) => parents));
    const fresh = rows.filter(({ parents }) => !made.has(parents));
    if (fresh.length === 0) return 0;
    await tx.query(INSERT_RECORDS, [
      JSON.stringify(fresh.map(({ winner, phones, emails, contact }) => [winner, phones, emails, contact])),
    ]);
    const [last] = await tx.query<{ id: number }[]>('SELECT last_insert_rowid() AS id');
    if (last === undefined) throw new Error('no joined owner was written');
    const firstId = last.id - fresh.length + 1;
    await tx.query(INSERT_JOINS, [
      JSON.stringify(
        fresh.map(({ winner, parents, phones, emails }, at) => [
          winner,
          firstId + at,
          phones,
          emails,
          parents,
        ]),
      ),
    ]);
    return fresh.length;
  });
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

const INSERT_RECORDS = `
  INSERT INTO owner_records (import_sequence, identity, address_seal, owner_number, phone_count, email_count, fails,
                             owner_id, address, address_keys, contact)
  SELECT r.import_sequence, r.identity, r.address_seal, r.owner_number, made.value ->> 1, made.value ->> 2, r.fails,
         r.owner_id, r.address, r.address_keys, made.value ->> 3
    FROM json_each(?) AS made CROSS JOIN owner_records AS r ON r.id = made.value ->> 0`.trim();

const INSERT_JOINS = `
  INSERT INTO owner_joins (record_id, joined_id, phone_count, email_count, parents)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)`.trim();
