import { MS_PER_SECOND } from '../clock.js';
import type { Service } from '../service/service.js';

const LOOK_EVERY_MS = 15 * MS_PER_SECOND;

/**
 * Logs why files can't be read and written, once when the fault begins and once when it ends. Failures in between are logged
 * with their code only.
 */
export function watchStorage(
  { storageFault, logger }: Pick<Service, 'storageFault' | 'logger'>,
  everyMs = LOOK_EVERY_MS,
): { stop(): void } {
  let isFailing = false;
  const look = async () => {
    const fault = await storageFault();
    if (isFailing === (fault !== null)) return;
    isFailing = fault !== null;
    if (fault === null) logger.warn('the file storage can be reached again');
    else logger.error({ fault }, 'the file storage fails: jobs wait, lookups go on');
  };
  void look();
  const timer = setInterval(() => void look(), everyMs);
  return { stop: () => clearInterval(timer) };
}
