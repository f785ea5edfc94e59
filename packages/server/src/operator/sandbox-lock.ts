import { MS_PER_SECOND } from '../clock.js';
import type { Service } from '../service.js';

/** Longer than removing the sandbox takes. */
const PATIENCE_MS = 30 * MS_PER_SECOND;

/**
 * Adds the sandbox's owners with `--sandbox` and removes them without it. They stay while another process of the same data
 * directory runs with `--sandbox`, because all processes share one directory of owners.
 * @returns gives up this process's use of the sandbox
 */
export async function settleSandbox(service: Service): Promise<() => Promise<void>> {
  const { locks, config } = service;
  if (config.sandbox) {
    const release = await locks.hold('sandbox', 'shared', PATIENCE_MS);
    if (release === null)
      throw new Error('Another process is holding sandbox.lock in the data directory. Try again.');
    await service.loadSandbox();
    return release;
  }
  const release = await locks.hold('sandbox', 'exclusive');
  if (release === null) {
    service.logger.warn('the sandbox stays on: another process on this data directory runs with --sandbox');
    return () => Promise.resolve();
  }
  try {
    await service.unloadSandbox();
  } finally {
    await release();
  }
  return () => Promise.resolve();
}
