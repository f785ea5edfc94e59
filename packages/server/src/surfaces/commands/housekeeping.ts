import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from '../../platform/clock.js';
import { errorCode } from '../../platform/lib/error-code.js';
import type { HeldLock } from '../../platform/lib/locks.js';
import type { Service } from '../service/service.js';
import { logLock } from './locks.js';

interface Chore {
  name: string;
  everyMs: number;
  run(service: Service): Promise<number>;
}

/** Periodic cleanups. Each may run at any time, and safely in two processes at once. */
const CHORES: readonly Chore[] = [
  { name: 'reservations', everyMs: 15 * MS_PER_SECOND, run: ({ billing }) => billing.sweepReservations() },
  { name: 'audit-seals', everyMs: 5 * MS_PER_SECOND, run: ({ sealing }) => sealing.seal().then(() => 0) },
  {
    name: 'audit-log',
    everyMs: MS_PER_HOUR,
    run: ({ sealing, config }) => sealing.purge(config.auditDays),
  },
  // A change of the suppression list by a command that was killed before the change took effect.
  { name: 'screening', everyMs: MS_PER_MINUTE, run: ({ screening }) => screening.catchUp().then(() => 0) },
  { name: 'replays', everyMs: 10 * MS_PER_MINUTE, run: ({ replays }) => replays.sweep() },
  {
    name: 'repeats',
    everyMs: MS_PER_HOUR,
    run: ({ repeats, config }) => repeats.sweep(config.freeRepeatDays),
  },
  { name: 'saved-lookups', everyMs: MS_PER_HOUR, run: ({ saved }) => saved.sweep() },
  { name: 'column-choices', everyMs: MS_PER_HOUR, run: ({ columnChoices }) => columnChoices.sweep() },
  { name: 'sessions', everyMs: 10 * MS_PER_MINUTE, run: ({ sessions }) => sessions.sweep() },
  { name: 'jobs', everyMs: MS_PER_MINUTE, run: (service) => service.sweepJobs() },
  { name: 'webhooks', everyMs: 15 * MS_PER_SECOND, run: ({ webhooks }) => webhooks.look() },
  { name: 'webhook-log', everyMs: MS_PER_HOUR, run: ({ webhooks }) => webhooks.sweep() },
  { name: 'support-messages', everyMs: 10 * MS_PER_MINUTE, run: ({ messages }) => messages.sweep() },
  {
    name: 'person-requests',
    everyMs: 10 * MS_PER_MINUTE,
    run: ({ personRequests }) => personRequests.sweep(),
  },
  { name: 'doctor', everyMs: 10 * MS_PER_MINUTE, run: ({ doctorChecks }) => doctorChecks.nightly() },
  { name: 'owner-files', everyMs: 10 * MS_PER_MINUTE, run: ({ ownerIntake }) => ownerIntake.uploads.sweep() },
];

/** Interval at which the other processes check whether the process with the chores is gone. */
const TAKE_OVER_MS = 5 * MS_PER_SECOND;

/**
 * One process does the chores for all processes that share the data: every chore at the start, to clean up after a killed
 * process, and then at its interval. When it is gone, another one takes over.
 */
export function startHousekeeping(service: Service): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const done = keepHouse(service, stopping.signal).catch((error: unknown) => {
    service.logger.error({ code: errorCode(error) }, 'housekeeping ended');
  });
  return {
    stop: () => {
      stopping.abort();
      return done;
    },
  };
}

async function keepHouse(service: Service, signal: AbortSignal): Promise<void> {
  let lock: HeldLock | null = null;
  while (!signal.aborted && lock === null) {
    try {
      lock = await service.locks.hold('housekeeping', 'exclusive', {
        onChange: logLock(service.logger, 'housekeeping'),
      });
    } catch (error) {
      service.logger.warn({ code: errorCode(error) }, 'the lock of the housekeeping cannot be had now');
    }
    if (lock === null) await untilAborted(signal, TAKE_OVER_MS);
  }
  if (lock === null) return;
  const timers = signal.aborted ? [] : CHORES.map((chore) => repeat(chore, service, lock));
  await untilAborted(signal);
  timers.forEach((timer) => clearInterval(timer));
  await lock.release();
}

function repeat(chore: Chore, service: Service, lock: HeldLock): NodeJS.Timeout {
  const run = () => {
    // Another process has the lock now, or the database can't be reached.
    if (!lock.isHeld()) return;
    chore.run(service).then(
      (count) => {
        if (count > 0) service.logger.info({ chore: chore.name, count }, 'cleaned up');
      },
      (error: unknown) => {
        service.logger.error(
          { chore: chore.name, code: errorCode(error) },
          'cleanup failed and will be tried again',
        );
      },
    );
  };
  run();
  return setInterval(run, chore.everyMs);
}

/** Resolves when the signal is aborted, or after some time. */
const untilAborted = (signal: AbortSignal, timeoutMs?: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => end(), timeoutMs);
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
