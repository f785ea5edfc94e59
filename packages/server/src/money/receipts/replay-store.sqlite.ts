import { insertionInto, readIn, writeIn, type SqliteDatabase } from '../../platform/database/sqlite/index.js';
import { REPLAYS, ReplayStore, replayTablesOf, type Replay } from './replay-store.js';

export const replayTables = replayTablesOf('wanted.value', insertionInto<Replay>(...REPLAYS));

export class SqliteReplayStore extends ReplayStore {
  constructor(database: SqliteDatabase) {
    super(database, {
      kept: (slots) => replayTables.read(database.ask, slots),
      read: (tx, slots) => readIn(tx, replayTables, slots),
      write: (tx, replays) => writeIn(tx, replayTables, replays),
    });
  }
}
