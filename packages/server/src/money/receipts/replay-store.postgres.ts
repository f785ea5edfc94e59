import {
  insertionInto,
  readIn,
  writeIn,
  type PostgresDatabase,
} from '../../platform/database/postgres/index.js';
import { REPLAYS, ReplayStore, replayTablesOf, type Replay } from './replay-store.js';

export const replayTables = replayTablesOf('wanted.value::json', insertionInto<Replay>(...REPLAYS));

export class PostgresReplayStore extends ReplayStore {
  constructor(database: PostgresDatabase) {
    super(database, {
      kept: (slots) => replayTables.read(database.ask, slots),
      read: (tx, slots) => readIn(tx, replayTables, null, slots),
      write: (tx, replays) => writeIn(tx, replayTables, replays),
    });
  }
}
