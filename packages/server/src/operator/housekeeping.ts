import { MS_PER_MINUTE, MS_PER_SECOND } from '../clock.js';
import { errorCode } from '../error-code.js';
import type { Service } from '../service.js';

interface Chore {
  name: string;
  everyMs: number;
  run(service: Service): Promise<number>;
}

/** Cleaning that is repeated while the server runs. Each chore may run at any time and in several processes at once. */
const CHORES: readonly Chore[] = [
  { name: 'reservations', everyMs: 15 * MS_PER_SECOND, run: ({ billing }) => billing.sweepReservations() },
  { name: 'replays', everyMs: 10 * MS_PER_MINUTE, run: ({ replays }) => replays.sweep() },
  { name: 'jobs', everyMs: MS_PER_MINUTE, run: (service) => service.sweepJobs() },
  { name: 'support-messages', everyMs: 10 * MS_PER_MINUTE, run: ({ messages }) => messages.sweep() },
];

/** Runs every chore at the start, to clean up after a killed process, and then at its interval. */
export function startHousekeeping(service: Service): { stop(): void } {
  const timers = CHORES.map((chore) => {
    const run = () => {
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
  });
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
