import {
  insertionInto,
  question,
  type Ask,
  type PostgresDatabase,
  type SettledTables,
} from '../database/postgres/index.js';
import type { DailyLookups } from './miss-cap.js';
import type { TallyChanges, TallyScope, TallyState, TallyStore } from './tally-store.js';

// A key is a JSON array of account and day.
const DAYS = question<DailyLookups>(
  { accountId: 'd.account_id', day: 'd.day', misses: 'd.misses', matches: 'd.matches' },
  'daily_lookups d ON d.account_id = wanted.value::json ->> 0 AND d.day = wanted.value::json ->> 1',
);

const ADD_TO_DAYS = insertionInto<DailyLookups>(
  'daily_lookups',
  ['accountId', 'day', 'misses', 'matches'],
  `ON CONFLICT (account_id, day)
   DO UPDATE SET misses = daily_lookups.misses + excluded.misses, matches = daily_lookups.matches + excluded.matches`,
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

export class PostgresTallyStore implements TallyStore {
  constructor(private readonly database: PostgresDatabase) {}

  counts(scope: TallyScope): Promise<TallyState> {
    return readDays(this.database.ask, scope);
  }
}
