import type { OwnerDetails } from '@skiptrace/csv';
import { openPool, type PoolOptions } from '../../database/postgres/pool.js';
import { itemAt } from '../../lib/item-at.js';
import { sealedContacts } from '../contact-counts.js';
import { postgresDncReads } from '../dnc/dnc-store.postgres.js';
import { tableOf, keysTable, recordsTable, asArray, ifTableIsGone } from '../cluster.postgres.js';
import { ownersInBytes, readContact } from '../stored-contact.js';
import type { PostgresOwners } from '../owner-source.js';
import type { SealedKey } from '../property.js';
import type { OwnerRecord } from '../record.js';
import {
  addUnder,
  bestJoins,
  candidatesIn,
  type StoredCandidate,
  type StoredKey,
  type StoredJoin,
  type CandidateRow,
  type Entries,
  type IndexEntry,
  type JoinedRecord,
  type OwnerIndex,
  type Parent,
  type VisibleImports,
} from './owner-index.js';
import {
  OwnerNodes,
  rowsOf,
  visibleNow,
  type OwnerNode,
  type VisibleMoment,
  type Place,
} from './owner-nodes.postgres.js';

/** Timeout after which a replica is skipped for a while. */
const REPLICA_TIMEOUT_MS = 10_000;
/** How often a query is asked again because the visible imports changed meanwhile, which is rare. */
const MAX_MOMENTS = 5;

/**
 * Settings that force index lookups and one plan per connection. Otherwise PostgreSQL would sometimes assume that a table without
 * statistics is small, and scan all of it.
 */
const LOOKING_UP = [
  ...['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit'].map((name) => `-c ${name}=off`),
  '-c plan_cache_mode=force_generic_plan',
].join(' ');

/** Connection pools for lookups. */
export function openOwnerNodes({ url, readUrls }: PostgresOwners, options: PoolOptions): OwnerNodes {
  const looking = { ...options, options: LOOKING_UP };
  return new OwnerNodes(
    openPool(url, looking),
    readUrls.map((readUrl) => openPool(readUrl, { ...looking, queryTimeoutMs: REPLICA_TIMEOUT_MS })),
  );
}

export class PostgresOwnerIndex implements OwnerIndex {
  readonly #nodes: OwnerNodes;
  /** The server that provided the visible imports; later queries go to the same one. */
  readonly #saidBy = new WeakMap<VisibleImports, { node: OwnerNode; moment: VisibleMoment }>();

  constructor(nodes: OwnerNodes) {
    this.#nodes = nodes;
  }

  visibleImports(): Promise<VisibleImports> {
    return this.#nodes.ask(this.#nodes.next(), async (node) => this.#note(node, await visibleNow(node)));
  }

  entries(keys: Iterable<number>, sealed: readonly SealedKey[]): Promise<Entries> {
    const wanted = [...keys];
    const seals = new Map(sealed.map(({ key, seal }) => [key, seal]));
    const parameters = [asArray(wanted), `{${wanted.map((key) => seals.get(key) ?? 'NULL').join(',')}}`];
    return this.#nodes.ask(this.#nodes.next(), (node) => this.#entriesOf(node, parameters));
  }

  /** Queries with the cached visible imports, and reads their version with it. If the version has changed, queries again. */
  async #entriesOf(node: OwnerNode, parameters: readonly string[]): Promise<Entries> {
    for (let time = 0; time < MAX_MOMENTS; time++) {
      const moment = node.visible ?? (await visibleNow(node));
      const rows = await rowsOf<EntryRow>(node, findEntries(moment.places), parameters).catch(ifTableIsGone);
      if (rows === null || itemAt(rows, 0)[0] !== moment.version) {
        node.visible = null;
        continue;
      }
      const byKey = new Map<number, IndexEntry[]>();
      const records = new Map<number, OwnerRecord>();
      for (const [, key, importSequence, id, seal, contacts, contact] of rows) {
        // The only row of no key; and what the shared tables have of other imports.
        if (key === null || !moment.imports.has(importSequence)) continue;
        addUnder(byKey, key, { id, importSequence, sealed: sealedContacts(seal, contacts) });
        if (contact !== null) records.set(id, { id, ...readContact(contact) });
      }
      return { byKey, visible: this.#note(node, moment), records };
    }
    throw new Error('what is visible in the directory changes faster than it can be read');
  }

  async candidates(visible: VisibleImports, keys: ReadonlySet<number>): Promise<Map<number, CandidateRow[]>> {
    if (keys.size === 0 || visible.size === 0) return new Map();
    const { node, moment } = this.#whoSaid(visible);
    const rows = await this.#nodes.ask(node, (one) =>
      rowsOf<[key: StoredKey | null, record: StoredCandidate | null]>(one, findCandidates(moment.places), [
        asArray(keys),
      ]),
    );
    const isThere = <T>(one: T | null): one is T => one !== null;
    return candidatesIn(
      rows.map(([key]) => key).filter(isThere),
      rows.map(([, record]) => record).filter(isThere),
      visible,
    );
  }

  async streets(visible: VisibleImports, keys: ReadonlySet<number>): Promise<Map<number, string[]>> {
    const found = new Map<number, string[]>();
    if (keys.size === 0 || visible.size === 0) return found;
    const { node } = this.#whoSaid(visible);
    const rows = await this.#nodes.ask(node, (one) =>
      rowsOf<[key: number, importSequence: number, street: string]>(one, FIND_STREETS, [asArray([...keys])]),
    );
    for (const [key, importSequence, street] of rows) {
      if (visible.has(importSequence)) addUnder(found, key, street);
    }
    return found;
  }

  async records(ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
    return this.#byId(ids, async (node, table, wanted) => {
      const rows = await rowsOf<[number, string]>(node, readRecords(table), [wanted]);
      return rows.map(([id, contact]): [number, OwnerRecord] => [id, { id, ...readContact(contact) }]);
    });
  }

  async originals(ids: readonly number[]): Promise<Map<number, OwnerRecord>> {
    return this.#byId(ids, async (node, table, wanted) => {
      const rows = await rowsOf<[number, string]>(node, readOriginals(table), [wanted]);
      return rows.map(([id, contact]): [number, OwnerRecord] => [id, { id, ...readContact(contact) }]);
    });
  }

  details(ids: readonly number[]): Promise<Map<number, OwnerDetails>> {
    return this.#byId(ids, async (node, table, wanted) => {
      const [lines] = itemAt(await rowsOf<[string | null]>(node, readLines(table), [wanted]), 0);
      return lines === null ? [] : [...ownersInBytes(Buffer.from(lines))];
    });
  }

  async joins(visible: VisibleImports, recordIds: readonly number[]): Promise<Map<number, JoinedRecord>> {
    if (recordIds.length === 0) return new Map();
    const { node } = this.#whoSaid(visible);
    const rows = await this.#nodes.ask(node, (one) =>
      rowsOf<StoredJoin>(one, FIND_JOINS, [asArray(recordIds)]),
    );
    return bestJoins(rows, visible);
  }

  async parentsOf(recordId: number): Promise<Parent[] | null> {
    const rows = await this.#onPrimary((node) => rowsOf<[string]>(node, FIND_PARENTS, [recordId]));
    const [join] = rows;
    return join === undefined ? null : (JSON.parse(join[0]) as Parent[]);
  }

  readonly doNotCall = postgresDncReads((question) => this.#nodes.ask(this.#nodes.next(), question));

  #onPrimary<T>(question: (node: OwnerNode) => Promise<T>): Promise<T> {
    return this.#nodes.ask(this.#nodes.primary, question);
  }

  #note(node: OwnerNode, moment: VisibleMoment): VisibleImports {
    if (!this.#saidBy.has(moment.imports)) this.#saidBy.set(moment.imports, { node, moment });
    return moment.imports;
  }

  #whoSaid(visible: VisibleImports): { node: OwnerNode; moment: VisibleMoment } {
    const said = this.#saidBy.get(visible);
    if (said === undefined) throw new Error('these visible imports are not of this index');
    return said;
  }

  /** Records by id. Reads records that a replica doesn't have yet from the primary. */
  async #byId<T>(
    ids: readonly number[],
    read: (node: OwnerNode, table: number, wanted: string) => Promise<(readonly [number, T])[]>,
  ): Promise<Map<number, T>> {
    const found = new Map<number, T>();
    const readOn = async (node: OwnerNode): Promise<void> => {
      const missing = [...new Set(ids)].filter((id) => !found.has(id));
      const byTable = new Map<number, number[]>();
      for (const id of missing) addUnder(byTable, tableOf(id), id);
      const answers = await Promise.all(
        [...byTable].map(([table, some]) => read(node, table, asArray(some)).catch(ifTableIsGone)),
      );
      for (const [id, item] of answers.flatMap((answer) => answer ?? [])) found.set(id, item);
    };
    if (ids.length === 0) return found;
    const node = this.#nodes.next();
    await this.#nodes.ask(node, readOn);
    if (node !== this.#nodes.primary && ids.some((id) => !found.has(id))) await this.#onPrimary(readOn);
    return found;
  }
}

/** Opens the index for a job process, which only matches and sends one query at a time. */
export const openPostgresOwnerIndex = (owners: PostgresOwners): OwnerIndex =>
  new PostgresOwnerIndex(openOwnerNodes(owners, { name: 'skiptrace-job', max: 2 }));

// SQL of the PostgreSQL owner index. `places` are the tables with the records and keys of visible imports.

/** If no key is found, the result is one row with only the version. */
type EntryRow =
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

const NOWHERE =
  'SELECT NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint, NULL::smallint, NULL::text LIMIT 0';

const sequenceIn = ({ importSequence }: Place): string =>
  importSequence === null ? 'k.import_sequence' : `${importSequence}::bigint`;

/** One statement for all tables, so that version and entries come from one snapshot. */
function findEntries(places: readonly Place[]): string {
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

const findCandidates = (places: readonly Place[]): string =>
  places
    .map((place) => {
      const wanted = `unnest($1::bigint[]) AS wanted (key) JOIN ${keysTable(place.table)} AS k ON k.address_key = wanted.key`;
      return `
   SELECT json_build_array(k.address_key, json_agg(${sequenceIn(place)}), json_agg(k.record_id)) AS key, NULL::json AS record
     FROM ${wanted} GROUP BY k.address_key
   UNION ALL
   SELECT NULL, json_build_array(r.id, r.identity, r.owner_id, r.owner_number, r.phone_count, r.email_count, r.fails, r.address)
     FROM ${recordsTable(place.table)} AS r WHERE r.id IN (SELECT k.record_id FROM ${wanted})`;
    })
    .join(' UNION ALL ');

const FIND_STREETS =
  'SELECT street_key, import_sequence, street FROM owner_streets WHERE street_key = ANY($1::bigint[])';

const readRecords = (table: number): string =>
  `SELECT id, contact FROM ${recordsTable(table)} WHERE id = ANY($1::bigint[])`;

const readOriginals = (table: number): string =>
  `SELECT r.id, COALESCE(o.contact, r.contact) FROM ${recordsTable(table)} r
     LEFT JOIN owner_originals o ON o.record_id = r.id WHERE r.id = ANY($1::bigint[])`;

// One line of text for each record, in the form of stored-contact.ts.
const readLines = (table: number): string =>
  `SELECT string_agg(id || E'\\t' || contact, E'\\n') AS lines FROM ${recordsTable(table)} WHERE id = ANY($1::bigint[])`;

const FIND_JOINS = `
  SELECT record_id, joined_id, parents, phone_count, email_count FROM owner_joins WHERE record_id = ANY($1::bigint[])`;

const FIND_PARENTS = 'SELECT parents FROM owner_joins WHERE joined_id = $1';
