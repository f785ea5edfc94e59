import type { OutputStream } from '../host.js';
import { count } from '../money/cents.js';
import { StatusLine } from './status-line.js';
import { fit, plain } from './text.js';

/** What a long command shows while it works. All of it goes to standard error. */
export interface Progress {
  /** The job is in this state; called again for the same state it shows the time. */
  waiting(status: string): void;
  /** `bytes` of `total` have gone up or come down. */
  transfer(direction: Direction, bytes: number, total: number | undefined): void;
  /** Takes everything that moves off the screen. */
  stop(): void;
  /** The process is about to be stopped (Ctrl-Z): the shell gets its cursor back. */
  suspend(): void;
  /** It goes on. */
  resume(): void;
}

export type Direction = 'upload' | 'download';
export const PROGRESS_KINDS = ['auto', 'bar', 'lines', 'json', 'none'] as const;
export type ProgressKind = (typeof PROGRESS_KINDS)[number];

const SAID: Readonly<Record<string, string>> = {
  pending: 'Waiting for the file',
  uploaded: 'Waiting in the queue',
  processing: 'Matching addresses',
  confirmed: 'Confirmed, waiting for its turn',
  generating: 'Building the enriched file',
};

/** What a status means to somebody who waits. A status of a newer server is shown as it is. */
export const statusText = (status: string): string => SAID[status] ?? `Job is ${plain(status)}`;

export const megabytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${count(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

/** What neither moves nor hides anything. */
const still = { stop: () => undefined, suspend: () => undefined, resume: () => undefined };

export const silentProgress: Progress = { waiting: () => undefined, transfer: () => undefined, ...still };

const LABEL: Readonly<Record<Direction, string>> = { upload: 'Uploading', download: 'Downloading' };

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
      once(`${LABEL[direction]}${of} ${quarter}%`);
    },
    ...still,
  };
}

/** For programs: one JSON object a line. Transfers report at most four times a second. */
export function jsonProgress(write: (line: string) => void, now: () => number): Progress {
  let lastStatus = '';
  let lastTransferAt = -Infinity;
  return {
    waiting: (status) => {
      if (status !== lastStatus) write(JSON.stringify({ event: 'state', status }));
      lastStatus = status;
    },
    transfer: (direction, bytes, total) => {
      const done = bytes === total;
      if (!done && now() - lastTransferAt < 250) return;
      lastTransferAt = now();
      write(JSON.stringify({ event: direction, bytes, total_bytes: total ?? null }));
    },
    ...still,
  };
}

/**
 * For a person at a terminal: one line that is painted over, a spinner with the time while waiting, a bar with rate and time
 * left for transfers. Where the terminal has no width, it says lines instead.
 */
export function screenProgress(stream: OutputStream, now: () => number, colour: boolean): Progress {
  const lines = lineProgress((line) => void stream.write(`${line}\n`));
  const status = new StatusLine(stream);
  let shown = '';

  const show = (what: string, text: (columns: number) => string, withoutWidth: () => void) => {
    if (shown === what) return;
    shown = what;
    status.show(text, withoutWidth);
  };
  const stop = () => {
    shown = '';
    status.clear();
  };
  let transferred: { bytes: number; total: number | undefined } = { bytes: 0, total: undefined };
  return {
    waiting: (job) => {
      const started = now();
      let frame = 0;
      const text = (columns: number) => {
        if (columns <= FRAME_COLUMNS) return '';
        const sign = FRAMES[frame++ % FRAMES.length] ?? '';
        const words = fit(`${statusText(job)} … ${elapsed(now() - started)}`, columns - FRAME_COLUMNS);
        return `${colour ? `\u001b[36m${sign}\u001b[39m` : sign} ${words}`;
      };
      show(job, text, () => lines.waiting(job));
    },
    transfer: (direction, bytes, total) => {
      transferred = { bytes, total };
      const started = now();
      const text = (columns: number) =>
        barText(direction, transferred.bytes, transferred.total, (now() - started) / 1000, columns);
      show(direction, text, () => lines.transfer(direction, transferred.bytes, transferred.total));
      if (bytes === total) stop();
    },
    stop,
    suspend: () => status.suspend(),
    resume: () => status.resume(),
  };
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
/** The sign of the spinner, the blank after it, and the last column, which some terminals wrap at. */
const FRAME_COLUMNS = 3;

/** `8 s`, `2 min 05 s`: short while it is short. */
function elapsed(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** One line that fits: the bar takes what the words leave, and goes when that is too little. */
export function barText(
  direction: Direction,
  bytes: number,
  total: number | undefined,
  seconds: number,
  columns: number,
): string {
  const share = total === undefined || total === 0 ? 0 : Math.min(1, bytes / total);
  const rate = seconds > 0.2 ? ` ${megabytes(bytes / seconds)}/s` : '';
  const left = share > 0.01 && seconds > 1 ? ` ${elapsed((seconds / share) * (1 - share) * 1000)} left` : '';
  const done = total === undefined ? megabytes(bytes) : `${Math.floor(share * 100)}% of ${megabytes(total)}`;
  const words = `${LABEL[direction]} ${done}${rate}${left}`;
  const room = Math.min(30, columns - words.length - 4);
  if (room < 5) return words.slice(0, Math.max(1, columns - 1));
  const filled = Math.round(share * room);
  return `${words} [${'='.repeat(filled)}${' '.repeat(room - filled)}]`;
}
