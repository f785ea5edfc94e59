import {
  insertionInto,
  question,
  type Ask,
  type SettledTables,
  type SqliteDatabase,
} from '../database/sqlite/index.js';
import type { DailyLookups } from './miss-cap.js';
import type { TallyChanges, TallyScope, TallyState, TallyStore } from './tally-store.js';

const DAYS = question<DailyLookups>(
  { accountId: 'd.account_id', day: 'd.day', misses: 'd.misses', matches: 'd.matches' },
  'daily_lookups d ON d.account_id = wanted.value ->> 0 AND d.day = wanted.value ->> 1',
);

const ADD_TO_DAYS = insertionInto<DailyLookups>(
  'daily_lookups',
  ['accountId', 'day', 'misses', 'matches'],
  `ON CONFLICT (account_id, day)
   DO UPDATE SET misses = misses + excluded.misses, matches = matches + excluded.matches`,
);

async function readDays(ask: Ask, { accountIds, day }: TallyScope): Promise<TallyState> {
  const rows = await ask(
    DAYS,
    accountIds.map((accountId) => JSON.stringify([accountId, day])),
  );
  return new Map([...rows.values()].map((row) => [row.accountId, row]));
}

export const tallyTables: SettledTables<TallyScope, TallyState, TallyChanges> = {
  read: readDays,
  statements: [ADD_TO_DAYS.sql],
  rows: (changes) => [ADD_TO_DAYS.rows(changes)],
};

export class SqliteTallyStore implements TallyStore {
  constructor(private readonly database: SqliteDatabase) {}

  counts(scope: TallyScope): Promise<TallyState> {
    return readDays(this.database.ask, scope);
  }
}
