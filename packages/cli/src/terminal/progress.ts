import { count } from '../amounts.js';
import { type Direction, megabytes, statusText, TRANSFER_LABEL } from './progress-text.js';

/** Progress of a long command. All of it goes to standard error. */
export interface Progress {
  /** Shows the job's status; further calls with the same status show the time. */
  waiting(status: string): void;
  /** Shows `bytes` of `total` as sent or received. */
  transfer(direction: Direction, bytes: number, total: number | undefined): void;
  /** Shows the number of answered addresses of a list. */
  count(done: number, total: number): void;
  /** Shows a slow request at a terminal, unless something else is shown; call the returned function when it ends. */
  slow(): () => void;
  /** Removes everything that moves from the screen. */
  stop(): void;
  /** Called before the process is stopped (Ctrl-Z): the shell gets its cursor back. */
  suspend(): void;
  /** Called when the process resumes. */
  resume(): void;
}

export const PROGRESS_KINDS = ['auto', 'bar', 'lines', 'json', 'none'] as const;
export type ProgressKind = (typeof PROGRESS_KINDS)[number];

/** Methods of a progress without animation. */
const still = {
  slow: () => () => undefined,
  stop: () => undefined,
  suspend: () => undefined,
  resume: () => undefined,
};

export const silentProgress: Progress = {
  waiting: () => undefined,
  transfer: () => undefined,
  count: () => undefined,
  ...still,
};

/** For logs and pipes: a line at each status and at each quarter of a transfer. */
export function lineProgress(write: (line: string) => void): Progress {
  let said = '';
  const once = (line: string) => {
    if (line !== said) write(line);
    said = line;
  };
  return {
    waiting: (status) => once(`${statusText(status)} …`),
    transfer: (direction, bytes, total) => {
      const quarter = total === undefined || total === 0 ? 0 : Math.floor((bytes / total) * 4) * 25;
      const of = total === undefined ? '' : ` ${megabytes(total)}:`;
      once(`${TRANSFER_LABEL[direction]}${of} ${quarter}%`);
    },
    count: (done, total) => {
      const quarter = Math.floor((done / total) * 4) * 25;
      if (quarter > 0) once(`Looking up ${count(total)} addresses: ${quarter}%`);
    },
    ...still,
  };
}

/** For programs: one JSON object a line. Transfers report at most four times a second. */
export function jsonProgress(write: (line: string) => void, now: () => number): Progress {
  let lastStatus = '';
  let lastTransferAt = -Infinity;
  const isDue = (isLast: boolean) => {
    if (!isLast && now() - lastTransferAt < 250) return false;
    lastTransferAt = now();
    return true;
  };
  return {
    waiting: (status) => {
      if (status !== lastStatus) write(JSON.stringify({ event: 'state', status }));
      lastStatus = status;
    },
    transfer: (direction, bytes, total) => {
      if (isDue(bytes === total))
        write(JSON.stringify({ event: direction, bytes, total_bytes: total ?? null }));
    },
    count: (done, total) => {
      if (isDue(done === total)) write(JSON.stringify({ event: 'lookup', done, total }));
    },
    ...still,
  };
}
