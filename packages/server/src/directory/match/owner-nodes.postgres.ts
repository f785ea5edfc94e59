import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError } from '../../platform/database/index.js';
import { isConflict, isLost, prepared } from '../../platform/database/postgres/pool.js';
import { itemAt } from '../../platform/lib/item-at.js';
import { DNC_EDITION } from '../dnc/dnc-store.sql.js';
import type { Query } from '../owner-database.js';
import type { VisibleImports } from './owner-index.js';
import { visibleIn, type VisibleRow } from './owner-index.sql.js';

/** How long an unresponsive server is skipped. */
const REST_MS = 5_000;
/** Pauses before retries on the primary; PostgreSQL restarts in about a second. */
const RETRY_MS = [50, 200, 500, 1_000];

/** A PostgreSQL server with the owners. */
export interface OwnerNode {
  readonly pool: pg.Pool;
  /** Cached visible imports, valid while the version is the same. */
  visible: VisibleMoment | null;
  restsUntil: number;
}

/** Imports visible on one server at one moment, and the edition of the Do Not Call lists. */
export interface VisibleMoment {
  version: number;
  imports: VisibleImports;
  doNotCallEdition: number;
}

/**
 * Servers to read owners from: the primary, or replicas in turn if there are any. A replica may lag behind but is consistent in
 * itself, so related queries go to the same server. If it fails in between, the primary answers, which has everything a
 * replica has.
 */
export class OwnerNodes {
  readonly primary: OwnerNode;
  readonly replicas: readonly OwnerNode[];
  #turn = 0;

  constructor(primary: pg.Pool, replicas: readonly pg.Pool[]) {
    const nodeOf = (pool: pg.Pool): OwnerNode => ({ pool, visible: null, restsUntil: 0 });
    this.primary = nodeOf(primary);
    this.replicas = replicas.map(nodeOf);
  }

  /** The next server. */
  next(): OwnerNode {
    if (this.replicas.length === 0) return this.primary;
    const now = performance.now();
    const awake = this.replicas.filter(({ restsUntil }) => restsUntil <= now);
    return awake[this.#turn++ % awake.length] ?? this.primary;
  }

  /**
   * Queries a server, or the primary if that one doesn't respond.
   * @throws DatabaseUnavailableError
   */
  async ask<T>(node: OwnerNode, question: (node: OwnerNode) => Promise<T>): Promise<T> {
    if (node !== this.primary) {
      try {
        return await question(node);
      } catch (error) {
        // A replica also cancels queries that conflict with its replay.
        if (!isLost(error) && !isConflict(error) && !isTooSlow(error)) throw error;
        if (!isConflict(error)) node.restsUntil = performance.now() + REST_MS;
      }
    }
    for (const waitMs of RETRY_MS) {
      try {
        return await question(this.primary);
      } catch (error) {
        if (!isLost(error)) throw error;
        await pause(waitMs);
      }
    }
    return question(this.primary).catch((error: unknown) => {
      throw isLost(error) ? new DatabaseUnavailableError({ cause: error }) : error;
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.primary, ...this.replicas].map(({ pool }) => pool.end()));
  }
}

/** Runs statements that each connection prepares once, so there must be few different texts. */
export const queryOn =
  ({ pool }: OwnerNode): Query =>
  async <Row extends object>(sql: string, parameters: unknown[] = []) =>
    (await pool.query(prepared(sql, parameters))).rows as Row[];

/** Reads what is visible on a server. */
export async function visibleNow(node: OwnerNode): Promise<VisibleMoment> {
  type Row = Omit<VisibleMoment, 'imports'> & { visible: VisibleRow[] };
  const { visible, ...moment } = itemAt(await queryOn(node)<Row>(VISIBLE), 0);
  node.visible = { ...moment, imports: visibleIn(visible) };
  return node.visible;
}

/** Error message of pg's own timeout. */
const isTooSlow = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

const VISIBLE = `
  SELECT version,
         (SELECT COALESCE(json_agg(json_build_array(sequence, source, edition, priority)), '[]')
            FROM imports WHERE state = 'active') AS visible,
         (${DNC_EDITION}) AS "doNotCallEdition"
    FROM owner_directory`;
