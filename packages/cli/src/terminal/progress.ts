import type { OutputStream } from '../host.js';
import { count } from '../money/cents.js';
import { fit } from './text.js';

/** What a long command shows while it works. All of it goes to standard error. */
export interface Progress {
  /** The job is in this state; called again for the same state it shows the time. */
  waiting(status: string): void;
  /** `bytes` of `total` have gone up or come down. */
  transfer(direction: Direction, bytes: number, total: number | undefined): void;
  /** Takes everything that moves off the screen. */
  stop(): void;
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
export const statusText = (status: string): string => SAID[status] ?? `Job is ${status}`;

export const megabytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${count(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export const silentProgress: Progress = {
  waiting: () => undefined,
  transfer: () => undefined,
  stop: () => undefined,
};

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
    stop: () => undefined,
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
    stop: () => undefined,
  };
}

/** For a person at a terminal: a spinner with the time while waiting, a bar with rate and time left for transfers. */
export async function screenProgress(
  stream: OutputStream,
  now: () => number,
  colour: boolean,
): Promise<Progress> {
  const [{ default: ora }, { default: bars }] = await Promise.all([import('ora'), import('cli-progress')]);
  type Live = { status: string; stop(): void; update(bytes: number, total: number | undefined): void };
  let live: Live | undefined;

  const spin = (status: string): Live => {
    const started = now();
    // On a line that wraps, every repaint would leave a piece behind. The frame and its blank take the rest.
    const text = () =>
      fit(`${statusText(status)} … ${elapsed(now() - started)}`, (stream.columns ?? 80) - FRAME_COLUMNS);
    // ora 9.4 swallows Ctrl-C unless `discardStdin` is off.
    const spinner = ora({
      text: text(),
      stream: stream as NodeJS.WriteStream,
      discardStdin: false,
      // Its own idea of colour does not know NO_COLOR.
      color: colour ? 'cyan' : false,
    }).start();
    const tick = setInterval(() => (spinner.text = text()), 1000);
    return {
      status,
      update: () => undefined,
      stop: () => {
        clearInterval(tick);
        spinner.stop();
      },
    };
  };

  const bar = (direction: Direction, total: number | undefined): Live => {
    const started = now();
    const single = new bars.SingleBar({
      stream: stream as NodeJS.WriteStream,
      // Its own handler of SIGINT would compete with ours.
      gracefulExit: false,
      clearOnComplete: true,
      hideCursor: true,
      format: (_options, { progress, value }) =>
        barText(direction, progress, value, total, (now() - started) / 1000, stream.columns ?? 80),
    });
    single.start(total ?? 0, 0);
    return { status: direction, update: (bytes) => single.update(bytes), stop: () => single.stop() };
  };

  const stop = () => {
    live?.stop();
    live = undefined;
  };
  return {
    waiting: (status) => {
      if (live?.status === status) return;
      stop();
      live = spin(status);
    },
    transfer: (direction, bytes, total) => {
      if (live?.status !== direction) {
        stop();
        live = bar(direction, total);
      }
      live.update(bytes, total);
      if (bytes === total) stop();
    },
    stop,
  };
}

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
  share: number,
  bytes: number,
  total: number | undefined,
  seconds: number,
  columns: number,
): string {
  const rate = seconds > 0.2 ? ` ${megabytes(bytes / seconds)}/s` : '';
  const left = share > 0.01 && seconds > 1 ? ` ${elapsed((seconds / share) * (1 - share) * 1000)} left` : '';
  const done = total === undefined ? megabytes(bytes) : `${Math.floor(share * 100)}% of ${megabytes(total)}`;
  const words = `${LABEL[direction]} ${done}${rate}${left}`;
  const room = Math.min(30, columns - words.length - 4);
  if (room < 5) return words.slice(0, Math.max(1, columns - 1));
  const filled = Math.round(share * room);
  return `${words} [${'='.repeat(filled)}${' '.repeat(room - filled)}]`;
}
