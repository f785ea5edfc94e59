import type { OutputStream } from '../host.js';
import {
  lineProgress,
  type Progress,
  barText,
  countText,
  elapsed,
  SLOW_REQUEST,
  statusText,
} from './progress.js';
import { inAscii, fit } from './text.js';

/** Something that is shown until another activity replaces it. */
interface Activity {
  readonly name: string;
  /** Starts the animation. */
  paint(): Painting;
  /** Prints it as a line. */
  say(): void;
}

/** Text of a bar, as of its last report. */
interface BarState {
  text(seconds: number, columns: number): string;
  say(): void;
}

/** An animation on the screen. */
interface Painting {
  refresh(): void;
  stop(): void;
}

/** The spinner's symbol, the space after it, and the last column, where some terminals wrap. */
const FRAME_COLUMNS = 3;

/** In ASCII, the `…` of a shortened text takes two more columns. */
const ASCII_COLUMNS = 2;

const COUNTING = 'count';

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
  const paint = await painter(stream as NodeJS.WriteStream, color, unicode);
  const shown = (text: string) => (unicode ? text : inAscii(text));
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
  // Called before the next frame, so that no frame is painted for an old width.
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

  const waiting = (name: string): Activity => {
    const started = now();
    // A longer text would wrap, and every frame would leave a piece of it behind.
    const room = () => columns() - FRAME_COLUMNS - (unicode ? 0 : ASCII_COLUMNS);
    const text = () => shown(fit(shown(`${statusText(name)} … ${elapsed(now() - started)}`), room()));
    return { name, say: () => lines.waiting(name), paint: () => paint.spinner(text) };
  };

  let countingSince: number | undefined;
  let latest: BarState | undefined;
  /** Continues the current bar, or begins another that counts its time from `since`. */
  const move = (name: string, since: number, isOver: boolean, state: BarState) => {
    latest = state;
    // It is painted once more when it is stopped, possibly because there is no width any more.
    const text = () => (columns() > 0 ? (latest?.text((now() - since) / 1000, columns()) ?? '') : '');
    if (activity?.name === name) show();
    else begin({ name, say: () => latest?.say(), paint: () => paint.bar(text) });
    if (isOver) stop();
  };

  return {
    waiting: (status) => {
      if (activity?.name !== status) begin(waiting(status));
    },
    transfer: (direction, bytes, total) =>
      move(direction, now(), bytes === total, {
        text: (seconds, width) => barText(direction, bytes, total, seconds, width),
        say: () => lines.transfer(direction, bytes, total),
      }),
    // A message removes the bar for a moment; the time continues.
    count: (done, total) =>
      move(COUNTING, (countingSince ??= now()), done === total, {
        text: (seconds, width) => countText(done, total, seconds, width),
        say: () => lines.count(done, total),
      }),
    slow: () => {
      if (activity) return () => undefined;
      const own = waiting(SLOW_REQUEST);
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

/** Paints a spinner or a bar on a stream, with a text that is computed for every frame. */
async function painter(stream: NodeJS.WriteStream, color: boolean, unicode: boolean) {
  const [{ default: ora }, { default: bars }] = await Promise.all([import('ora'), import('cli-progress')]);
  return {
    spinner(text: () => string): Painting {
      const spinner = ora({
        text: text(),
        stream,
        ...(!unicode && { spinner: 'line' as const }),
        // The caller decides whether to paint: --progress bar also works in CI.
        isEnabled: true,
        // ora 9.4 swallows Ctrl-C unless this is off.
        discardStdin: false,
        // ora's own color detection ignores NO_COLOR.
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
    bar(text: () => string): Painting {
      const bar = new bars.SingleBar({
        stream,
        // cli-progress's own SIGINT handler would compete with ours.
        gracefulExit: false,
        clearOnComplete: true,
        hideCursor: true,
        format: text,
      });
      bar.start(1, 0);
      return { refresh: () => bar.update(0), stop: () => bar.stop() };
    },
  };
}
