import type { LockEvent, LockName } from '../lib/locks.js';
import type { Logger } from '../logger.js';

const SENTENCES: Readonly<Record<LockEvent, string>> = {
  lost: 'a lock is lost with its connection to the database, and is being taken again',
  taken: 'others took a lock while it was lost; it is taken again once they release it',
  held: 'a lock that was lost is held again',
};

/** Logs when a held lock is lost with its connection, and when it is acquired again. */
export const logLock =
  (logger: Logger, lock: LockName) =>
  (event: LockEvent): void =>
    logger.warn({ lock, event }, SENTENCES[event]);
