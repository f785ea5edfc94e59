import type { Config } from './config.js';
import type { Engine } from './engine.js';
import { createService, type Service, type ServiceNeeds } from './service.js';

/** Opens what the configuration names. The caller closes it. */
export const openService = async (config: Config, needs: ServiceNeeds): Promise<Service> =>
  createService(await openEngine(config, needs), config, needs);

/** Each engine is imported when it is asked for: a command on one need not load the other's driver. */
async function openEngine(config: Config, needs: ServiceNeeds): Promise<Engine> {
  if (config.database.engine === 'sqlite') {
    const { openSqliteEngine } = await import('./engine.sqlite.js');
    return openSqliteEngine(config, needs);
  }
  const { openPostgresEngine } = await import('./engine.postgres.js');
  return openPostgresEngine(config, config.database, needs);
}
