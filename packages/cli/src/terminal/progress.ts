import { count } from '../amounts.js';
import type { OutputStream } from '../host.js';
import { fit, inAscii, plain } from './text.js';

/** A step of a long command, as `--progress json` prints it. */
export type ProgressEvent =
  | { readonly event: 'state'; readonly status: string }
  | { readonly event: 'upload' | 'download'; readonly bytes: number; readonly total_bytes: number | null }
  | { readonly event: 'lookup'; readonly done: number; readonly total: number };

/** How events are shown. All of it goes to standard error. */
export interface Display {
  /** @param ms since the event of this name was shown first */
  show(event: ProgressEvent, ms: () => number): void;
  /** Removes what moves from the screen. */
  hide(): void;
}

export const PROGRESS_KINDS = ['auto', 'bar', 'lines', 'json', 'none'] as const;
export type ProgressKind = (typeof PROGRESS_KINDS)[number];

/** Status of a slow request; all other statuses are a job's. */
const SLOW_REQUEST = 'request';

const nameOf = (event: ProgressEvent): string => (event.event === 'state' ? event.status : event.event);

const isOver = (event: ProgressEvent): boolean =>
  event.event === 'lookup'
    ? event.done === event.total
    : event.event !== 'state' && event.bytes === event.total_bytes;

/** Progress of a command: the latest event, shown until another replaces it or the command ends. */
export class Progress {
  #latest: ProgressEvent | undefined;
  /** A message removes a bar for a moment; its time goes on. */
  readonly #since = new Map<string, number>();

  constructor(
    private readonly display: Display,
    private readonly now: () => number,
    /** Interrupted work may still report, and would write below the command's last line. */
    private readonly end: AbortSignal,
  ) {}

  show(event: ProgressEvent): void {
    if (this.end.aborted) return;
    const name = nameOf(event);
    const since = this.#since.get(name) ?? this.now();
    this.#since.set(name, since);
    this.#latest = event;
    this.display.show(event, () => this.now() - since);
    if (isOver(event)) this.stop();
  }

  transfer(event: 'upload' | 'download', bytes: number, total: number | undefined): void {
    this.show({ event, bytes, total_bytes: total ?? null });
  }

  /** Shows that a request is slow, unless progress is on the screen already. @returns removes that; call it when the request ends */
  slow(): () => void {
    if (this.#latest) return () => undefined;
    const own: ProgressEvent = { event: 'state', status: SLOW_REQUEST };
    this.#since.delete(SLOW_REQUEST);
    this.show(own);
    return () => {
      if (this.#latest === own) this.stop();
    };
  }

  stop(): void {
    this.#latest = undefined;
    this.display.hide();
  }

  /** Removes the display before Ctrl-Z stops the process, so that the shell has its cursor. */
  suspend(): void {
    this.display.hide();
  }

  /** Called when the process resumes. */
  resume(): void {
    if (this.#latest) this.show(this.#latest);
  }
}

const hide = () => undefined;
export const noDisplay: Display = { show: () => undefined, hide };

/** For logs and pipes: a line at each status and at each quarter of a transfer. */
export function lineDisplay(write: (line: string) => void, saysSlow = false): Display {
  let said = '';
  return {
    show(event) {
      const line = nameOf(event) === SLOW_REQUEST && !saysSlow ? '' : lineOf(event);
      if (line !== said && line !== '') write(line);
      said = line || said;
    },
    hide,
  };
}

function lineOf(event: ProgressEvent): string {
  const quarter = Math.floor(shareOf(event) * 4) * 25;
  if (event.event === 'state') return `${statusText(event.status)} …`;
  if (event.event === 'lookup')
    return quarter > 0 ? `Looking up ${count(event.total)} addresses: ${quarter}%` : '';
  const of = event.total_bytes === null ? '' : ` ${megabytes(event.total_bytes)}:`;
  return `${TRANSFER_LABEL[event.event]}${of} ${quarter}%`;
}

/** For programs: one JSON object a line. Transfers report at most four times a second. */
export function jsonDisplay(write: (line: string) => void, now: () => number): Display {
  let lastStatus = '';
  let lastTransferAt = -Infinity;
  return {
    show(event) {
      const name = nameOf(event);
      if (name === SLOW_REQUEST || name === lastStatus) return;
      if (event.event === 'state') lastStatus = name;
      else if (!isOver(event) && now() - lastTransferAt < 250) return;
      else lastTransferAt = now();
      write(JSON.stringify(event));
    },
    hide,
  };
}

/** The spinner's symbol, the space after it, and the last column, where some terminals wrap. */
const FRAME_COLUMNS = 3;

/** In ASCII, the `…` of a shortened text takes two more columns. */
const ASCII_COLUMNS = 2;

/**
 * For a person at a terminal: a spinner with the time while waiting, and a bar, rate and time left for transfers. While the
 * terminal has no width it says lines instead: ora 9.4 counts the lines it painted by the width, and at 0 columns clears
 * infinitely many.
 */
export async function screenDisplay(stream: OutputStream, color: boolean, unicode = true): Promise<Display> {
  const [{ default: ora }, { default: bars }] = await Promise.all([import('ora'), import('cli-progress')]);
  const spinner = ora({
    stream: stream as NodeJS.WriteStream,
    ...(!unicode && { spinner: 'line' as const }),
    // The caller decides whether to paint: --progress bar also works in CI.
    isEnabled: true,
    // ora 9.4 swallows Ctrl-C unless this is off.
    discardStdin: false,
    // ora's own color detection ignores NO_COLOR.
    color: color ? 'cyan' : false,
  });
  const shown = (text: string) => (unicode ? text : inAscii(text));
  const lines = lineDisplay((line) => void stream.write(`${shown(line)}\n`), true);
  let latest: Parameters<Display['show']> | undefined;
  let tick: NodeJS.Timeout | undefined;

  const clear = () => {
    if (tick === undefined) return;
    clearInterval(tick);
    tick = undefined;
    spinner.stop();
  };
  const paint = () => {
    if (latest === undefined) return;
    const [event, ms] = latest;
    const columns = stream.isTTY === true ? (stream.columns ?? 0) : 0;
    if (columns <= FRAME_COLUMNS) {
      clear();
      return lines.show(event, ms);
    }
    // A longer text would wrap, and every frame would leave a piece of it behind.
    const room = columns - FRAME_COLUMNS - (unicode ? 0 : ASCII_COLUMNS);
    spinner.text = shown(fit(shown(screenText(event, ms(), room, bars.Format.BarFormat)), room));
    if (tick !== undefined) return;
    spinner.start();
    tick = setInterval(paint, 1000);
  };
  // Called before the next frame, so that no frame is painted for an old width.
  stream.on('resize', paint);
  return {
    show(...event) {
      latest = event;
      paint();
    },
    hide() {
      latest = undefined;
      clear();
    },
  };
}

const WAITING_TEXTS: Readonly<Record<string, string>> = {
  [SLOW_REQUEST]: 'Waiting for the service',
  pending: 'Waiting for the file',
  uploaded: 'Waiting in the queue',
  processing: 'Matching addresses',
  confirmed: 'Confirmed, waiting for its turn',
  generating: 'Building the enriched file',
};

/** Explains a status to a waiting user. A status of a newer server is shown unchanged. */
const statusText = (status: string): string => WAITING_TEXTS[status] ?? `Job is ${plain(status)}`;

const megabytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${count(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const TRANSFER_LABEL = { upload: 'Uploading', download: 'Downloading' } as const;

function shareOf(event: ProgressEvent): number {
  const [done, total] =
    event.event === 'state'
      ? [0, 0]
      : event.event === 'lookup'
        ? [event.done, event.total]
        : [event.bytes, event.total_bytes];
  return total === null || total === 0 ? 0 : Math.min(1, done / total);
}

/** `8 s`, `2 min 05 s`: minutes only if needed. */
function elapsed(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

const LONGEST_BAR = 30;
const BAR = {
  barCompleteString: '='.repeat(LONGEST_BAR),
  barIncompleteString: ' '.repeat(LONGEST_BAR),
  barGlue: '',
};

/**
 * The words for a screen. The bar takes the room that they leave, and is dropped if that is too little.
 * @param drawn the bar of cli-progress, which is loaded with the first display
 */
export function screenText(
  event: ProgressEvent,
  ms: number,
  columns: number,
  drawn: (share: number, options: typeof BAR & { barsize: number }) => string,
): string {
  if (event.event === 'state') return `${statusText(event.status)} … ${elapsed(ms)}`;
  const share = shareOf(event);
  const left = share > 0.01 && ms > 1000 ? ` ${elapsed((ms / share) * (1 - share))} left` : '';
  const words = `${event.event === 'lookup' ? `Looking up ${count(event.done)} of ${count(event.total)}` : transferText(event, share, ms)}${left}`;
  const barsize = Math.min(LONGEST_BAR, columns - words.length - 3);
  return barsize < 5 ? words : `${words} [${drawn(share, { ...BAR, barsize })}]`;
}

function transferText(
  { event, bytes, total_bytes: total }: Extract<ProgressEvent, { bytes: number }>,
  share: number,
  ms: number,
): string {
  const rate = ms > 200 ? ` ${megabytes((bytes / ms) * 1000)}/s` : '';
  const done = total === null ? megabytes(bytes) : `${Math.floor(share * 100)}% of ${megabytes(total)}`;
  return `${TRANSFER_LABEL[event]} ${done}${rate}`;
}
