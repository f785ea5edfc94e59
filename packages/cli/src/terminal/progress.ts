import type { OutputStream } from '../host.js';
import { count } from '../money/cents.js';
import { inAscii } from './look.js';
import { fit, plain } from './text.js';

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

export type Direction = 'upload' | 'download';
export const PROGRESS_KINDS = ['auto', 'bar', 'lines', 'json', 'none'] as const;
export type ProgressKind = (typeof PROGRESS_KINDS)[number];

/** Not a status of a job: any request. */
const SLOW = 'request';

const SAID: Readonly<Record<string, string>> = {
  [SLOW]: 'Waiting for the service',
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

/** What goes on, until something else does. */
interface Activity {
  readonly name: string;
  /** Starts to paint it. */
  paint(): Painting;
  /** Says it as a line. */
  say(): void;
}

interface Painting {
  refresh(): void;
  stop(): void;
}

/**
 * For a person at a terminal: a spinner with the time while waiting, a bar with rate and time left for transfers. While the
 * terminal has no width it says lines instead: ora 9.4 counts the lines it painted by the width, and at 0 columns clears
 * infinitely many.
 */
export async function screenProgress(
  stream: OutputStream,
  now: () => number,
  color: boolean,
  unicode = true,
): Promise<Progress> {
  const shown = (text: string) => (unicode ? text : inAscii(text));
  const [{ default: ora }, { default: bars }] = await Promise.all([import('ora'), import('cli-progress')]);
  const screen = stream as NodeJS.WriteStream;
  const lines = lineProgress((line) => void stream.write(`${shown(line)}\n`));
  const columns = () => (stream.isTTY === true ? (stream.columns ?? 0) : 0);
  let activity: Activity | undefined;
  let painting: Painting | undefined;

  const hide = () => {
    painting?.stop();
    painting = undefined;
  };
  const show = () => {
    if (columns() <= FRAME_COLUMNS) {
      hide();
      activity?.say();
    } else if (painting) painting.refresh();
    else painting = activity?.paint();
  };
  // Told before the next frame, so that none is painted for a width that is gone.
  stream.on('resize', show);

  const begin = (next: Activity) => {
    hide();
    activity = next;
    show();
  };
  const stop = () => {
    activity = undefined;
    hide();
  };

  const wait = (status: string): Activity => {
    const started = now();
    // On a line that wraps, every frame would leave a piece behind.
    const text = () =>
      shown(
        fit(
          shown(`${statusText(status)} … ${elapsed(now() - started)}`),
          columns() - FRAME_COLUMNS - (unicode ? 0 : 2),
        ),
      );
    return {
      name: status,
      say: () => lines.waiting(status),
      paint: () => {
        const spinner = ora({
          text: text(),
          stream: screen,
          ...(!unicode && { spinner: 'line' as const }),
          // Whether to paint is decided here: --progress bar also counts in CI.
          isEnabled: true,
          // ora 9.4 swallows Ctrl-C unless this is off.
          discardStdin: false,
          // Its own idea of color does not know NO_COLOR.
          color: color ? 'cyan' : false,
        }).start();
        const refresh = () => void (spinner.text = text());
        const tick = setInterval(refresh, 1000);
        return {
          refresh,
          stop: () => {
            clearInterval(tick);
            spinner.stop();
          },
        };
      },
    };
  };

  const bar = (name: string, text: () => string, say: () => void): Activity => ({
    name,
    say,
    paint: () => {
      const painted = new bars.SingleBar({
        stream: screen,
        // Its own handler of SIGINT would compete with ours.
        gracefulExit: false,
        clearOnComplete: true,
        hideCursor: true,
        // It paints once more when it is stopped, which may be because the width is gone.
        format: () => (columns() > 0 ? text() : ''),
      });
      painted.start(1, 0);
      return { refresh: () => painted.update(0), stop: () => painted.stop() };
    },
  });

  let transferred: { bytes: number; total: number | undefined } = { bytes: 0, total: undefined };
  const transfer = (direction: Direction): Activity => {
    const started = now();
    return bar(
      direction,
      () => barText(direction, transferred.bytes, transferred.total, (now() - started) / 1000, columns()),
      () => lines.transfer(direction, transferred.bytes, transferred.total),
    );
  };

  let counted = { done: 0, total: 0 };
  let countingSince: number | undefined;
  const counting = (): Activity => {
    // A message takes the bar away for a moment; the time goes on.
    const since = (countingSince ??= now());
    return bar(
      COUNTING,
      () => countText(counted.done, counted.total, (now() - since) / 1000, columns()),
      () => lines.count(counted.done, counted.total),
    );
  };

  return {
    waiting: (status) => {
      if (activity?.name !== status) begin(wait(status));
    },
    transfer: (direction, bytes, total) => {
      transferred = { bytes, total };
      if (activity?.name === direction) show();
      else begin(transfer(direction));
      if (bytes === total) stop();
    },
    count: (done, total) => {
      counted = { done, total };
      if (activity?.name === COUNTING) show();
      else begin(counting());
      if (done === total) stop();
    },
    slow: () => {
      if (activity) return () => undefined;
      const own = wait(SLOW);
      begin(own);
      return () => {
        if (activity === own) stop();
      };
    },
    stop,
    suspend: hide,
    resume: show,
  };
}

const COUNTING = 'count';

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
  return withBar(`${LABEL[direction]} ${done}${rate}${left}`, share, columns);
}

/** The same for a list. */
export function countText(done: number, total: number, seconds: number, columns: number): string {
  const share = total === 0 ? 0 : done / total;
  const left = share > 0.01 && seconds > 1 ? ` ${elapsed((seconds / share) * (1 - share) * 1000)} left` : '';
  return withBar(`Looking up ${count(done)} of ${count(total)}${left}`, share, columns);
}

function withBar(words: string, share: number, columns: number): string {
  const room = Math.min(30, columns - words.length - 4);
  if (room < 5) return words.slice(0, Math.max(1, columns - 1));
  const filled = Math.round(share * room);
  return `${words} [${'='.repeat(filled)}${' '.repeat(room - filled)}]`;
}
