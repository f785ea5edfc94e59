import type { InputStream, OutputStream } from '../host.js';

/** Keys typed before the question was on the screen arrive within this time; they are not an answer to it. */
const DRAIN_QUIET_MS = 60;

export interface LineOptions {
  readonly question: string;
  /** Whether what is typed is shown. A key is not. */
  readonly echo: boolean;
  readonly signal?: AbortSignal;
}

/**
 * Asks one line on a terminal. `undefined` when it was refused to answer: Ctrl-C, Ctrl-D or the end of input. The terminal is
 * read key by key (raw), because in line mode the kernel keeps earlier lines and would hand them out as the answer.
 */
export async function askLine(
  stdin: InputStream,
  stderr: OutputStream,
  options: LineOptions,
): Promise<string | undefined> {
  stdin.setRawMode?.(true);
  try {
    if (!(await drain(stdin))) return undefined;
    stderr.write(options.question);
    return await readKeys(stdin, stderr, options);
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
  }
}

/** Throws away what was typed already. False when the input has ended. */
function drain(stdin: InputStream): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (open: boolean) => {
      clearTimeout(timer);
      stdin.off('data', again);
      stdin.off('end', ended);
      resolve(open);
    };
    const ended = () => finish(false);
    const again = () => {
      clearTimeout(timer);
      timer = setTimeout(finish, DRAIN_QUIET_MS, true);
    };
    let timer = setTimeout(finish, DRAIN_QUIET_MS, true);
    stdin.on('data', again);
    stdin.once('end', ended);
    if (stdin.readableEnded) ended();
  });
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const ESCAPE = '\u001b';
const BACKSPACES = ['\u0008', '\u007f'];

function readKeys(
  stdin: InputStream,
  stderr: OutputStream,
  options: LineOptions,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let line = '';
    const finish = (settle: () => void) => {
      stdin.off('data', onData);
      stdin.off('end', onEnd);
      options.signal?.removeEventListener('abort', onAbort);
      stderr.write('\n');
      settle();
    };
    const onEnd = () => finish(() => resolve(undefined));
    const onAbort = () => finish(() => reject(options.signal?.reason as Error));
    const onData = (chunk: Buffer | string) => {
      const text = chunk.toString();
      // An arrow or function key arrives as one chunk that begins with ESC; none of them is part of an answer.
      if (text.startsWith(ESCAPE)) return;
      for (const key of text) {
        if (key === '\r' || key === '\n') return finish(() => resolve(line));
        if (key === CTRL_C || (key === CTRL_D && line === '')) return onEnd();
        if (BACKSPACES.includes(key)) {
          if (line !== '' && options.echo) stderr.write('\b \b');
          line = line.slice(0, -1);
        } else if (key === CTRL_U) {
          if (options.echo) stderr.write('\b \b'.repeat(line.length));
          line = '';
        } else if (key >= ' ') {
          line += key;
          if (options.echo) stderr.write(key);
        }
      }
    };
    stdin.on('data', onData);
    stdin.once('end', onEnd);
    options.signal?.addEventListener('abort', onAbort, { once: true });
    if (options.signal?.aborted) onAbort();
    else stdin.resume();
  });
}

/** `[y/N]`: only `y` or `yes` is a yes; nothing else is, and neither is silence. */
export async function askYes(
  stdin: InputStream,
  stderr: OutputStream,
  question: string,
  signal: AbortSignal,
): Promise<boolean> {
  const answer = await askLine(stdin, stderr, { question: `${question} [y/N] `, echo: true, signal });
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}
