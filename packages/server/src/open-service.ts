import type { Config } from './config.js';
import { openSqliteEngine } from './engine.sqlite.js';
import { createService, type Service, type ServiceNeeds } from './service.js';

/** Opens what the configuration names. Whoever opens it closes it. */
export const openService = async (config: Config, needs: ServiceNeeds): Promise<Service> =>
  createService(await openSqliteEngine(config, needs), config, needs);
