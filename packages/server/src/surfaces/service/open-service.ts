import type { Config } from '../../platform/config.js';
import type { Engine } from './engine.js';
import { ServiceNotes, withSettingsOfServer } from './notes.js';
import { createService, type Service, type ServiceNeeds } from './service.js';

/** Opens the service that the configuration describes. The caller closes it. */
export const openService = async (config: Config, needs: ServiceNeeds): Promise<Service> =>
  createService(await openEngine(config, needs), config, needs);

/** Opens it for a command, which goes by the settings of the server, whatever its own shell says. */
export async function openForCommand(
  config: Config,
  needs: ServiceNeeds,
  inFile: ReadonlySet<string> = new Set(),
): Promise<Service> {
  const engine = await openEngine(config, needs);
  try {
    const kept = await withSettingsOfServer(
      new ServiceNotes(engine.database, engine.clock),
      config,
      engine.signingSecret,
      inFile,
    );
    return createService(engine, kept.config, { ...needs, ...kept });
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Each engine is imported on demand: a command on one need not load the other's driver. */
async function openEngine(config: Config, needs: ServiceNeeds): Promise<Engine> {
  if (config.database.engine === 'sqlite') {
    const { openSqliteEngine } = await import('./engine.sqlite.js');
    return openSqliteEngine(config, needs);
  }
  const { openPostgresEngine } = await import('./engine.postgres.js');
  return openPostgresEngine(config, config.database, needs);
}
