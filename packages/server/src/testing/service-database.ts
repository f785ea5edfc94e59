import { migrate, openPool, ownersSchema } from '../database/postgres/index.js';
import { openServiceStores } from '../service/engine.postgres.js';
import { openAll } from '../service/engine.js';
import { preparedDatabaseOf } from './postgres.js';

/** Migrated database of a folder, copied from a template because migrating each one took longer than its tests. */
export const serviceDatabaseOf = (folder: string): Promise<string> =>
  preparedDatabaseOf(folder, async (url) => {
    await openAll(async (opened) => {
      await openServiceStores({ url }, opened);
      await opened.close();
    });
    const pool = openPool(url, { name: 'test', max: 1 });
    await migrate({ pool }, ownersSchema).finally(() => pool.end());
  });
