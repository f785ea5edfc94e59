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

  /** A bar; `seconds` is the time since `since`. */
  const barOf = (
    name: string,
    since: number,
    text: (seconds: number, columns: number) => string,
    say: () => void,
  ): Activity => {
    // It is painted once more when it is stopped, possibly because there is no width any more.
    const fitting = () => (columns() > 0 ? text((now() - since) / 1000, columns()) : '');
    return { name, say, paint: () => paint.bar(fitting) };
  };

  let countingSince: number | undefined;
  /** Continues the current activity, or begins another. */
  const move = (name: string, isOver: boolean, next: () => Activity) => {
    if (activity?.name === name) show();
    else begin(next());
    if (isOver) stop();
  };

  let transferred: { bytes: number; total: number | undefined } = { bytes: 0, total: undefined };
  let counted = { done: 0, total: 0 };

  return {
    waiting: (status) => {
      if (activity?.name !== status) begin(waiting(status));
    },
    transfer: (direction, bytes, total) => {
      transferred = { bytes, total };
      move(direction, bytes === total, () =>
        barOf(
          direction,
          now(),
          (seconds, width) => barText(direction, transferred.bytes, transferred.total, seconds, width),
          () => lines.transfer(direction, transferred.bytes, transferred.total),
        ),
      );
    },
    count: (done, total) => {
      counted = { done, total };
      move(COUNTING, done === total, () =>
        barOf(
          COUNTING,
          // A message removes the bar for a moment; the time continues.
          (countingSince ??= now()),
          (seconds, width) => countText(counted.done, counted.total, seconds, width),
          () => lines.count(counted.done, counted.total),
        ),
      );
    },
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
        // ora's own SIGINT handler would compete with ours.
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
