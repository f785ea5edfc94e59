import type pg from 'pg';
import { itemAt } from '../lib/item-at.js';

/** Number of rows a statement changed. */
export const changed = ({ rowCount }: pg.QueryResult): number => {
  if (rowCount === null) throw new Error('PostgreSQL did not say how many rows a statement changed');
  return rowCount;
};

/** First row of a statement's result. @throws Error without a row */
export async function one<Row extends pg.QueryResultRow>(
  tx: pg.PoolClient,
  sql: string,
  parameters: readonly unknown[],
): Promise<Row> {
  const { rows } = await tx.query<Row>(sql, [...parameters]);
  return itemAt(rows, 0);
}

/** PostgreSQL literal of an array of numbers; pg would quote each of them as a text. */
export const asArray = (numbers: Iterable<number>): string => `{${[...numbers].join(',')}}`;
