import { count } from '../amounts.js';
import { plain } from './text.js';

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

const nothing = () => undefined;
export const silentProgress: Progress = {
  ...{
    waiting: nothing,
    transfer: nothing,
    count: nothing,
    stop: nothing,
    suspend: nothing,
    resume: nothing,
  },
  slow: () => nothing,
};

/** Hides progress after `end` has fired: interrupted work may still report, and would write below the command's last line. */
export function shownUntil(end: AbortSignal, progress: Progress): Progress {
  const unlessEnded =
    <T extends unknown[]>(show: (...facts: T) => void) =>
    (...facts: T) => {
      if (!end.aborted) show(...facts);
    };
  return {
    waiting: unlessEnded((status) => progress.waiting(status)),
    transfer: unlessEnded((direction, bytes, total) => progress.transfer(direction, bytes, total)),
    count: unlessEnded((done, total) => progress.count(done, total)),
    slow: () => (end.aborted ? () => undefined : progress.slow()),
    stop: () => progress.stop(),
    suspend: () => progress.suspend(),
    resume: unlessEnded(() => progress.resume()),
  };
}

/** For logs and pipes: a line at each status and at each quarter of a transfer. */
export function lineProgress(write: (line: string) => void): Progress {
  let said = '';
  const once = (line: string) => {
    if (line !== said) write(line);
    said = line;
  };
  return {
    ...silentProgress,
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
    ...silentProgress,
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
  };
}

/** Direction of a transfer. */
type Direction = 'upload' | 'download';

/** Name of a slow request; the other names are statuses of a job. */
export const SLOW_REQUEST = 'request';

const WAITING_TEXTS: Readonly<Record<string, string>> = {
  [SLOW_REQUEST]: 'Waiting for the service',
  pending: 'Waiting for the file',
  uploaded: 'Waiting in the queue',
  processing: 'Matching addresses',
  confirmed: 'Confirmed, waiting for its turn',
  generating: 'Building the enriched file',
};

/** Explains a status to a waiting user. A status of a newer server is shown unchanged. */
export const statusText = (status: string): string => WAITING_TEXTS[status] ?? `Job is ${plain(status)}`;

const megabytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${count(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const TRANSFER_LABEL: Readonly<Record<Direction, string>> = {
  upload: 'Uploading',
  download: 'Downloading',
};

/** `8 s`, `2 min 05 s`: minutes only if needed. */
export function elapsed(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** One line that fits: the bar takes the room that the words leave, and is dropped if that is too little. */
export function barText(
  direction: Direction,
  bytes: number,
  total: number | undefined,
  seconds: number,
  columns: number,
): string {
  const share = total === undefined || total === 0 ? 0 : Math.min(1, bytes / total);
  const rate = seconds > 0.2 ? ` ${megabytes(bytes / seconds)}/s` : '';
  const done = total === undefined ? megabytes(bytes) : `${Math.floor(share * 100)}% of ${megabytes(total)}`;
  return withBar(`${TRANSFER_LABEL[direction]} ${done}${rate}${timeLeft(share, seconds)}`, share, columns);
}

/** The line for a list, with counts. */
export function countText(done: number, total: number, seconds: number, columns: number): string {
  const share = total === 0 ? 0 : done / total;
  return withBar(`Looking up ${count(done)} of ${count(total)}${timeLeft(share, seconds)}`, share, columns);
}

const timeLeft = (share: number, seconds: number): string =>
  share > 0.01 && seconds > 1 ? ` ${elapsed((seconds / share) * (1 - share) * 1000)} left` : '';

function withBar(words: string, share: number, columns: number): string {
  const room = Math.min(30, columns - words.length - 4);
  if (room < 5) return words.slice(0, Math.max(1, columns - 1));
  const filled = Math.round(share * room);
  return `${words} [${'='.repeat(filled)}${' '.repeat(room - filled)}]`;
}
