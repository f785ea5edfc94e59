import { lockFile } from '../../../../platform/database/sqlite/lock-file.js';

/**
 * A process that lost its server ends when it notices: after its current batch. That is at once, unless other
 * programs take all processor time.
 */
const PATIENCE_MS = 30_000;

/** Job processes of a dead server have not ended. */
class JobProcessesAliveError extends Error {
  readonly code = 'job_processes_alive';

  constructor() {
    super(
      'Job processes of a stopped server are still running on this data directory. End them (they are called ' +
        'job-process.js) and start again. No job was touched.',
    );
  }
}

/** Held locks. The garbage collector closes an unreferenced connection, and its lock ends. */
const held = new Set<() => Promise<void>>();

/**
 * Holds a lock for as long as this process lives. @returns a function that releases it
 * @throws JobProcessesAliveError if a server is starting and waits for its predecessor's processes
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
 * Resolves when no job process is alive. A killed server may leave some for a moment, and their last writes must not
 * mix with their successors'. @throws JobProcessesAliveError
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
