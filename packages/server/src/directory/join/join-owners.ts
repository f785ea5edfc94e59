import { itemAt } from '../../platform/lib/item-at.js';
import { SANDBOX_SOURCE, type Import } from '../entities.js';
import { mergeContacts } from '../merge.js';
import { sameOwner } from '../names.js';
import { EXACT_HASHES } from '../property.js';
import type { OwnerRecord } from '../record.js';
import { storedContact } from '../stored-contact.js';
import type { OwnerStores } from '../stores.js';
import type { Neighbor, NewJoin } from './join-store.js';

/** Keys per step, so that other writers get a turn. */
const KEYS_PER_STEP = 20_000;

/** Steps without a write after which a heartbeat is sent. */
const STEPS_PER_SIGN = 50;

interface Ranked extends Neighbor {
  source: string;
  priority: number;
  edition: number;
  owner: OwnerRecord;
}

interface Joining extends NewJoin {
  /** The parents as on file. */
  owners: readonly OwnerRecord[];
}

interface Among {
  /** Its current or future edition; by default a loading import will be the newest. */
  rank?: number | undefined;
  /** Imports about to be retired, which take no part in joins. */
  without?: readonly number[];
  /** Loading import that waits for this and gets the heartbeats. */
  waiting?: Import | null;
}

/**
 * Joins the records of one owner at one property from several sources: the details of the winning source, with the phones,
 * emails and mailing addresses of all. The records themselves stay unchanged, with all references to them. A join counts
 * only while all its parents are visible (`OwnerIndex.joins`), so retiring a source needs no extra work.
 *
 * @param one an import that is active or about to be, with all its keys in the index
 * @returns ids of the joined records that were added
 */
export async function joinOwners(
  { store, joins: known, index, screening }: OwnerStores,
  one: Import,
  { rank = one.edition ?? Number.POSITIVE_INFINITY, without = [], waiting = null }: Among = {},
): Promise<number[]> {
  const others = (await store.imports('active')).filter(
    ({ source, sequence }) =>
      source !== one.source && source !== SANDBOX_SOURCE && !without.includes(sequence),
  );
  if (others.length === 0 || one.source === SANDBOX_SOURCE) return [];
  const loading = one.state === 'loading' ? one : waiting;
  const imports = new Map([...others, one].map((each) => [each.sequence, each]));
  const keys = others.reduce((sum, { addressKeys }) => sum + addressKeys, 0);
  const steps = Math.max(1, Math.ceil(keys / KEYS_PER_STEP));
  const startOf = (step: number): number => Math.floor((EXACT_HASHES / steps) * step);
  const joined: number[] = [];
  const add = async (joins: readonly Joining[]): Promise<number[]> => {
    if (screening === undefined) return (await known.addJoins(loading, joins)) ?? [];
    for (;;) {
      const { at, judged } = await screening.judge(
        joins.map(({ contact }) => ({ id: 0, ...contact })),
        joins.map(({ owners }) => owners),
      );
      const screened = joins.map((join, index) => ({ ...join, ...itemAt(judged, index) }));
      const added = await known.addJoins(loading, screened, () => screening.isCurrent(at));
      if (added !== null) return added;
    }
  };
  for (let step = 0; step < steps; step++) {
    const range = [startOf(step), startOf(step + 1)] as const;
    const neighbors = await known.neighbors(one.sequence, [...imports.keys()], range);
    const owners = await index.originals(neighbors.map(({ recordId }) => recordId));
    const ranked = neighbors.flatMap((neighbor): Ranked[] => {
      const owner = owners.get(neighbor.recordId);
      const from = imports.get(neighbor.importSequence);
      // Records may be missing if their import was retired and purged meanwhile.
      if (owner === undefined || from === undefined) return [];
      const { source, priority } = from;
      const edition = from === one ? rank : (from.edition ?? Number.POSITIVE_INFINITY);
      return [{ ...neighbor, owner, source, priority, edition }];
    });
    const joins = byProperty(ranked).flatMap((records) => joinsOf(records, one.sequence));
    if (joins.length > 0) joined.push(...(await add(joins)));
    else if (loading !== null && step % STEPS_PER_SIGN === 0) await store.touch(loading);
  }
  return joined;
}

/** Neighbors come in the order of their properties. */
function byProperty(neighbors: readonly Ranked[]): Ranked[][] {
  const groups: Ranked[][] = [];
  let last = '';
  for (const neighbor of neighbors) {
    if (neighbor.property === last) groups.at(-1)?.push(neighbor);
    else groups.push([neighbor]);
    last = neighbor.property;
  }
  return groups;
}

/** The joins at one property in which the import takes part. */
function joinsOf(records: readonly Ranked[], sequence: number): Joining[] {
  return records
    .filter(({ importSequence }) => importSequence === sequence)
    .flatMap((mine) => joinOf(mine, records));
}

function joinOf(mine: Ranked, records: readonly Ranked[]): Joining[] {
  const isMine = (other: Ranked): boolean => sameOwner(mine.owner, other.owner);
  const ours = records.filter(({ source }) => source === mine.source);
  // With two owners of the same name, there is no way to tell which one another source means.
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
  // The winner already has all contacts of the others.
  if (storedContact(together) === storedContact(winner.owner)) return [];
  return [
    {
      parents: parents.map(({ recordId, importSequence }) => [recordId, importSequence]),
      contact: together,
      owners: parents.map(({ owner }) => owner),
    },
  ];
}

/**
 * Joins owners that three or more imports share without the imports about to be retired. Done before they are retired: the new joins
 * count only afterwards, so nothing is lost if the process dies in between.
 * @param waiting the loading import that takes their place, which gets the heartbeats
 * @returns ids of the joined records that were added
 */
export async function joinWithout(
  stores: OwnerStores,
  gone: readonly number[],
  waiting: Import | null = null,
): Promise<number[]> {
  const joined: number[] = [];
  if (gone.length === 0 || !(await stores.joins.haveLargerJoins(gone))) return joined;
  for (const one of await stores.store.imports('active'))
    if (!gone.includes(one.sequence))
      joined.push(...(await joinOwners(stores, one, { without: gone, waiting })));
  return joined;
}
