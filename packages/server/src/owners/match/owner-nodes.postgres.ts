import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailableError } from '../../database/index.js';
import { isConflict, isLost, prepared } from '../../database/postgres/reader.js';
import { itemAt } from '../../item-at.js';
import type { VisibleImports } from './owner-index.js';

/** A server that did not answer is left alone for so long. */
const REST_MS = 5_000;
/** Waits before the primary is asked again: PostgreSQL restarts in about a second. */
const RETRY_MS = [50, 200, 500, 1_000];

/** One PostgreSQL server that has the owners. */
export interface OwnerNode {
  readonly pool: pg.Pool;
  /** What was visible when it was last asked, and is while its version is the same. */
  visible: VisibleMoment | null;
  restsUntil: number;
}

/** What is visible on one server at one moment. */
export interface VisibleMoment {
  version: number;
  imports: VisibleImports;
  /** Where the imports are, the shared tables first. */
  places: readonly Place[];
}

/** A pair of tables. */
export interface Place {
  table: number;
  /** Whose own tables they are; null for the shared ones. */
  importSequence: number | null;
}

/**
 * The servers that owners are read from: the primary, and replicas if there are any, which take turns. A replica may be behind.
 * It is consistent at its own moment, so questions that belong together are asked of one server; where it goes away in
 * between, the primary answers, which has all that a replica has.
 */
export class OwnerNodes {
  readonly primary: OwnerNode;
  readonly #replicas: readonly OwnerNode[];
  #turn = 0;

  constructor(primary: pg.Pool, replicas: readonly pg.Pool[]) {
    const nodeOf = (pool: pg.Pool): OwnerNode => ({ pool, visible: null, restsUntil: 0 });
    this.primary = nodeOf(primary);
    this.#replicas = replicas.map(nodeOf);
  }

  /** Whom to ask next. */
  next(): OwnerNode {
    if (this.#replicas.length === 0) return this.primary;
    const now = performance.now();
    const awake = this.#replicas.filter(({ restsUntil }) => restsUntil <= now);
    return awake[this.#turn++ % awake.length] ?? this.primary;
  }

  /**
   * Asks a server, and the primary where that one does not answer.
   * @throws DatabaseUnavailableError
   */
  async ask<T>(node: OwnerNode, question: (node: OwnerNode) => Promise<T>): Promise<T> {
    if (node !== this.primary) {
      try {
        return await question(node);
      } catch (error) {
        // A replica also ends what stands in the way of what it replays.
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
    await Promise.all([this.primary, ...this.#replicas].map(({ pool }) => pool.end()));
  }
}

/** Rows of a statement that each connection prepares once, as arrays. There must be few texts. */
export async function rowsOf<Row extends unknown[]>(
  { pool }: OwnerNode,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await pool.query<Row>({ ...prepared(text, values), rowMode: 'array' });
  return rows;
}

/** What is visible on a server now. */
export async function visibleNow(node: OwnerNode): Promise<VisibleMoment> {
  const [version, rows] = itemAt(await rowsOf<[number, VisibleRow[]]>(node, VISIBLE, []), 0);
  const places = new Map<number, Place>();
  for (const [sequence, , , , table] of rows) {
    places.set(table, { table, importSequence: table === 0 ? null : sequence });
  }
  const moment = {
    version,
    imports: new Map(
      rows.map(([sequence, source, edition, priority]) => [sequence, { source, edition, priority }]),
    ),
    places: [...places.values()],
  };
  node.visible = moment;
  return moment;
}

/** What pg says when its own limit is reached. */
const isTooSlow = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

type VisibleRow = [sequence: number, source: string, edition: number, priority: number, table: number];

const VISIBLE = `
  SELECT version,
         (SELECT COALESCE(json_agg(json_build_array(sequence, source, edition, priority, table_number)), '[]')
            FROM owner_imports WHERE state = 'active')
    FROM owner_directory`;
