import { migrate, openPool, ownersSchema } from '../database/postgres/index.js';
import { openServiceStores } from '../engine.postgres.js';
import { openAll } from '../opened.js';
import { preparedDatabaseOf } from './postgres.js';

/** The database of a folder as a service finds its own after its first start: migrating each took longer than its tests. */
export const serviceDatabaseOf = (folder: string): Promise<string> =>
  preparedDatabaseOf(folder, async (url) => {
    await openAll(async (opened) => {
      await openServiceStores({ url }, opened);
      await opened.close();
    });
    const pool = openPool(url, { name: 'test', max: 1 });
    await migrate({ pool }, ownersSchema).finally(() => pool.end());
  });
