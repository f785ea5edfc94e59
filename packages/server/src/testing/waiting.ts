import { setTimeout as sleep } from 'node:timers/promises';

const LOOKS = 1_500;
/** Looking more often takes the processor from the job that is waited for: a look is a request to a server. */
export const LOOK_EVERY_MS = 30;

/** Polls a job until it has one of the statuses. @throws Error if it takes too long */
export async function untilStatus<T extends { status?: unknown }>(
  read: () => Promise<T>,
  statuses: readonly string[],
): Promise<T> {
  for (let look = 1; ; look++) {
    const job = await read();
    if (statuses.includes(String(job.status))) return job;
    if (look === LOOKS) throw new Error(`the job is ${String(job.status)}, not ${statuses.join(' or ')}`);
    await sleep(LOOK_EVERY_MS);
  }
}

/** Gate that others wait at until it is opened. */
export function gate(): { opened: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}
