import { Command } from 'commander';
import { systemClock } from '../clock.js';
import { readConfig } from '../config.js';
import { requireDataDirectory } from '../data-directory.js';
import { randomIds } from '../ids.js';
import { createLogger } from '../logger.js';
import type { Service } from '../service.js';
import type { Io } from './io.js';

/** Options that every command takes. */
export interface CommonOptions {
  dataDir?: string;
  json?: boolean;
}

/** A command with the options that all have: `import <file>` is the command `import` with one argument. */
export function command(nameAndArguments: string, description: string): Command {
  const [name = '', ...words] = nameAndArguments.split(' ');
  const created = new Command(name);
  for (const argument of words) created.argument(argument);
  return created
    .description(description)
    .option('--data-dir <path>', 'data directory (or DATA_DIR; default: ./data)')
    .option('--json', 'print one JSON document');
}

/**
 * Opens the service beside a server that may be running, and closes it whatever happens.
 * @param where `new` also makes the data directory where there is none
 * @throws ConfigError
 */
export async function withService<T>(
  io: Io,
  { dataDir }: CommonOptions,
  run: (service: Service) => Promise<T>,
  where: 'existing' | 'new' = 'existing',
): Promise<T> {
  const config = readConfig(io.env, dataDir === undefined ? {} : { dataDir });
  const logger = createLogger(config.logLevel === 'info' ? 'warn' : config.logLevel);
  if (where === 'existing') await requireDataDirectory(config.dataDir);
  // Only here: --help and a mistyped word need no database.
  const { openService } = await import('../service.js');
  const service = await openService(config, { clock: systemClock, ids: randomIds, logger });
  try {
    return await run(service);
  } finally {
    await service.close();
  }
}
