import { count } from '../amounts.js';
import { type Direction, megabytes, statusText, TRANSFER_LABEL } from './progress-text.js';

/** What a long command shows while it works. All of it goes to standard error. */
export interface Progress {
  /** The job is in this state; called again for the same state it shows the time. */
  waiting(status: string): void;
  /** `bytes` of `total` have gone up or come down. */
  transfer(direction: Direction, bytes: number, total: number | undefined): void;
  /** `done` of `total` addresses of a list have their answer. */
  count(done: number, total: number): void;
  /** A request takes long. Shown at a terminal, unless something else is; call the answer when the request ends. */
  slow(): () => void;
  /** Takes everything that moves off the screen. */
  stop(): void;
  /** The process is about to be stopped (Ctrl-Z): the shell gets its cursor back. */
  suspend(): void;
  /** It goes on. */
  resume(): void;
}

export const PROGRESS_KINDS = ['auto', 'bar', 'lines', 'json', 'none'] as const;
export type ProgressKind = (typeof PROGRESS_KINDS)[number];

/** What neither moves nor hides anything. */
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

/** For logs and pipes: a line at each state and at each quarter of a transfer. */
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
