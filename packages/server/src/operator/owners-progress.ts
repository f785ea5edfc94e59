import type { Clock } from '../clock.js';
import type { ImportProgress } from '../owners/index.js';
import type { Io } from './io.js';

const REDRAW_MS = 100;
const ERASE_LINE = '\r\u001b[K';

/** A line on the terminal that shows an import's progress. */
export function drawProgress(io: Io, clock: Clock): { show(progress: ImportProgress): void; clear(): void } {
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    show: ({ step, share, rows }) => {
      if (clock.now() - drawnAt < REDRAW_MS) return;
      drawnAt = clock.now();
      const what = step === 'reading' ? 'Reading' : 'Indexing';
      io.err(`${ERASE_LINE}${what} ${Math.floor(share * 100)} %  ${rows.toLocaleString('en-US')} rows`);
    },
    clear: () => io.err(ERASE_LINE),
  };
}
