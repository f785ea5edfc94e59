import { lockFile } from '../../../database/sqlite/lock-file.js';

/**
 * A process that lost its server ends as soon as it notices: after its current batch. That is at once, unless others
 * take all processor time.
 */
const PATIENCE_MS = 30_000;

/** Job processes of a server that is gone don't end. */
class JobProcessesAliveError extends Error {
  readonly code = 'job_processes_alive';

  constructor() {
    super(
      'Job processes of a stopped server are still running on this data directory. End them (they are called ' +
        'process-main.js) and start again. No job was touched.',
    );
  }
}

/** Locks that are held. The garbage collector closes an unreferenced connection, and its lock ends. */
const held = new Set<() => Promise<void>>();

/**
 * Shows that this process is alive, for as long as it is. @returns releases the lock
 * @throws JobProcessesAliveError when a server is starting and waits for the processes of the one before it
 */
export async function holdAliveLock(file: string): Promise<() => Promise<void>> {
  const release = await lock(file, 'shared');
  held.add(release);
  return () => {
    held.delete(release);
    return release();
  };
}

/**
 * Resolves when no job process is alive. A server that was killed may leave some for a moment, and their last writes
 * must not mix with their successors'. @throws JobProcessesAliveError
 */
export async function untilNoneIsAlive(file: string): Promise<void> {
  const release = await lock(file, 'exclusive');
  await release();
}

async function lock(file: string, how: 'exclusive' | 'shared'): Promise<() => Promise<void>> {
  const release = await lockFile(file, how, PATIENCE_MS);
  if (release === null) throw new JobProcessesAliveError();
  return release;
}
