// PostgreSQL has several servers to ask, and a lookup reads what is visible only if it has changed.
import { openPool, type PoolOptions } from '../../platform/database/postgres/pool.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { asArray, postgresDialect } from '../owner-database.postgres.js';
import type { PostgresOwners } from '../owner-source.js';
import type { OwnerIndex, VisibleImports } from './owner-index.js';
import {
  SqlOwnerIndex,
  type FoundEntries,
  type IndexReads,
  type IndexStatements,
} from './owner-index.sql.js';
import {
  OwnerNodes,
  queryOn,
  visibleNow,
  type OwnerNode,
  type VisibleMoment,
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

/** Opens the index for a job process, which only matches and sends one query at a time. */
export const openPostgresOwnerIndex = (owners: PostgresOwners): OwnerIndex =>
  postgresOwnerIndex(openOwnerNodes(owners, { name: 'skiptrace-job', max: 2 }));

export const postgresOwnerIndex = (nodes: OwnerNodes): OwnerIndex => new SqlOwnerIndex(new NodeReads(nodes));

class NodeReads implements IndexReads {
  readonly dialect = postgresDialect;
  readonly statements = STATEMENTS;
  readonly query: IndexReads['query'];
  readonly latest: IndexReads['query'] | null;
  /** The server that provided the visible imports; later queries go to the same one. */
  readonly #saidBy = new WeakMap<VisibleImports, OwnerNode>();

  constructor(private readonly nodes: OwnerNodes) {
    this.query = (sql, parameters) => nodes.ask(nodes.next(), (node) => queryOn(node)(sql, parameters));
    const onPrimary: IndexReads['query'] = (sql, parameters) =>
      nodes.ask(nodes.primary, (node) => queryOn(node)(sql, parameters));
    this.latest = nodes.replicas.length > 0 ? onPrimary : null;
  }

  visibleImports(): Promise<VisibleImports> {
    return this.nodes.ask(this.nodes.next(), async (node) => this.#note(node, await visibleNow(node)));
  }

  queryAt(visible: VisibleImports): IndexReads['query'] {
    const node = this.#saidBy.get(visible);
    if (node === undefined) throw new Error('these visible imports are not of this index');
    return (sql, parameters) => this.nodes.ask(node, (one) => queryOn(one)(sql, parameters));
  }

  entries(keys: readonly number[], seals: ReadonlyMap<number, number>): Promise<FoundEntries> {
    const sealsOfKeys = `{${keys.map((key) => seals.get(key) ?? 'NULL').join(',')}}`;
    return this.nodes.ask(this.nodes.next(), (node) => this.#entriesOf(node, [asArray(keys), sealsOfKeys]));
  }

  /** Queries with the cached visible imports, and reads their version with it. If the version has changed, queries again. */
  async #entriesOf(node: OwnerNode, parameters: string[]): Promise<FoundEntries> {
    for (let time = 0; time < MAX_MOMENTS; time++) {
      const moment = node.visible ?? (await visibleNow(node));
      type Row = Pick<FoundEntries, 'rows' | 'records'> & { version: number };
      const { version, ...found } = itemAt(await queryOn(node)<Row>(FIND_ENTRIES, parameters), 0);
      const { doNotCallEdition } = moment;
      if (version === moment.version)
        return { ...found, doNotCallEdition, visible: this.#note(node, moment) };
      node.visible = null;
    }
    throw new Error('what is visible in the directory changes faster than it can be read');
  }

  #note(node: OwnerNode, { imports }: VisibleMoment): VisibleImports {
    if (!this.#saidBy.has(imports)) this.#saidBy.set(imports, node);
    return imports;
  }
}

const RECORDS = postgresDialect.lines('r.id', 'r.contact');
const FROM_WANTED = 'FROM unnest($1::bigint[]) AS wanted (key)';
const KEYS_OF_WANTED = `${FROM_WANTED} JOIN owner_keys AS k ON k.address_key = wanted.key`;

/** One statement, so that version and entries come from one snapshot. */
const FIND_ENTRIES = `
  SELECT d.version, f.*
    FROM owner_directory AS d, LATERAL (
      SELECT COALESCE(json_agg(json_build_array(
               k.address_key, k.import_sequence, k.record_id, k.address_seal, k.contacts)), '[]') AS rows,
             ${RECORDS} AS records
        FROM unnest($1::bigint[], $2::bigint[]) AS wanted (key, seal)
        JOIN owner_keys AS k ON k.address_key = wanted.key
        LEFT JOIN owner_records AS r ON r.id = k.record_id AND k.address_seal = wanted.seal) AS f`;

const ORIGINALS = postgresDialect.lines('r.id', 'COALESCE(o.contact, r.contact)');
const RECORDS_OF_WANTED = `SELECT ${RECORDS} AS found ${FROM_WANTED} JOIN owner_records AS r ON r.id = wanted.key`;

const STATEMENTS: IndexStatements = {
  candidates: `
    SELECT (SELECT COALESCE(json_agg(json_build_array(key, imports, ids)), '[]')
              FROM (SELECT k.address_key AS key, json_agg(k.import_sequence) AS imports, json_agg(k.record_id) AS ids
                      ${KEYS_OF_WANTED} GROUP BY k.address_key) AS keys) AS found,
           (SELECT COALESCE(json_agg(json_build_array(r.id, r.identity, r.owner_id, r.owner_number, r.phone_count,
                                                      r.email_count, r.fails, r.address)), '[]')
              FROM owner_records AS r WHERE r.id IN (SELECT k.record_id ${KEYS_OF_WANTED})) AS records`,
  streets: `
    SELECT COALESCE(json_agg(json_build_array(street_key, import_sequence, street)), '[]') AS found
      FROM owner_streets WHERE street_key = ANY($1::bigint[])`,
  records: RECORDS_OF_WANTED,
  originals: `
    SELECT ${ORIGINALS} AS found ${FROM_WANTED} JOIN owner_records AS r ON r.id = wanted.key
      LEFT JOIN owner_originals AS o ON o.record_id = r.id`,
  bytes: RECORDS_OF_WANTED,
  joins: `
    SELECT COALESCE(json_agg(json_build_array(record_id, joined_id, parents, phone_count, email_count)), '[]') AS found
      FROM owner_joins WHERE record_id = ANY($1::bigint[])`,
};
