import { containing, pageOf, readCursor, type Page } from '../lib/cursor.js';
import type { Database } from '../database/index.js';
import { In } from '../database/typeorm.js';
import { AccountEntity, type Account } from './entities.js';

export interface AccountSearch {
  /** Part of the name or email in any case, or the whole id. */
  search?: string | undefined;
  /** `nextCursor` of the previous page. */
  cursor?: string | undefined;
  limit: number;
}

/** Accounts, newest first. @throws InvalidCursorError */
export async function findAccounts(
  { read }: Database,
  { search = '', cursor, limit }: AccountSearch,
): Promise<Page<Account>> {
  const parameters: (string | number)[] = [];
  // SQLite numbers parameters by first appearance, so each is added at the place it is used.
  const parameter = (value: string | number): string => `$${parameters.push(value)}`;
  const conditions: string[] = [];
  // No name contains a NUL character, and PostgreSQL rejects it.
  const text = search.replaceAll('\0', '\ufffd').trim();
  if (text !== '') {
    const pattern = parameter(containing(text));
    // Both sides are lowercased by the database: engines differ in the letters they lowercase.
    const isIn = (column: string) => `LOWER(${column}) LIKE LOWER(${pattern}) ESCAPE '\\'`;
    conditions.push(`(${isIn('name')} OR ${isIn('email')} OR id = ${parameter(text.toLowerCase())})`);
  }
  if (cursor !== undefined) {
    const { at, id } = readCursor(cursor);
    conditions.push(`(created_at, id) < (${parameter(at)}, ${parameter(id)})`);
  }
  const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
  const found = await read.query<{ id: string }[]>(
    `SELECT id FROM accounts ${where} ORDER BY created_at DESC, id DESC LIMIT ${parameter(limit + 1)}`,
    parameters,
  );
  const accounts = await read.find(AccountEntity, {
    where: { id: In(found.map(({ id }) => id)) },
    order: { createdAt: 'DESC', id: 'DESC' },
  });
  return pageOf(accounts, limit, ({ createdAt: at, id }) => ({ at, id }));
}
