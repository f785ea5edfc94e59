import { Interruption } from '../failures/failure.js';
import type { InputStream, OutputStream } from '../host.js';
import { plain } from './text.js';

/** Keys typed before the question was shown arrive within this time; they are not an answer to it. */
const DRAIN_QUIET_MS = 60;

/** The terminal of a command, and what ends a question on it. */
interface Asker {
  readonly host: { readonly stdin: InputStream; readonly stderr: OutputStream };
  readonly signal: AbortSignal;
}

/**
 * Asks one line on a terminal. Undefined if there is no answer: Ctrl-D or the end of input. Ctrl-C throws the
 * same `Interruption` as everywhere else. The terminal is read key by key (raw), because in line mode the
 * kernel keeps earlier lines and would return them as the answer.
 * @param echo false to hide the typed text, as for a key
 */
export async function askLine(asker: Asker, question: string, echo = true): Promise<string | undefined> {
  const { stdin, stderr } = asker.host;
  stdin.setRawMode?.(true);
  try {
    if (!(await drain(stdin, asker.signal))) return undefined;
    stderr.write(plain(question));
    return await readKeys(asker, echo);
  } finally {
    stdin.setRawMode?.(false);
    stdin.pause();
  }
}

/** Discards keys that were typed already, except Ctrl-C. False if the input has ended. */
function drain(stdin: InputStream, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      stdin.off('data', again);
      stdin.off('end', ended);
      signal.removeEventListener('abort', aborted);
      settle();
    };
    const quiet = () => finish(() => resolve(true));
    const ended = () => finish(() => resolve(false));
    const aborted = () => finish(() => reject(signal.reason as Error));
    const again = (chunk: Buffer | string) => {
      if (chunk.toString().includes(CTRL_C)) return finish(() => reject(new Interruption('SIGINT')));
      clearTimeout(timer);
      timer = setTimeout(quiet, DRAIN_QUIET_MS);
    };
    let timer = setTimeout(quiet, DRAIN_QUIET_MS);
    stdin.on('data', again);
    stdin.once('end', ended);
    signal.addEventListener('abort', aborted, { once: true });
    if (signal.aborted) aborted();
    else if (stdin.readableEnded) ended();
  });
}

const CTRL_C = '\u0003';
const CTRL_D = '\u0004';
const CTRL_U = '\u0015';
const ESCAPE = '\u001b';
const BACKSPACES = ['\u0008', '\u007f'];

function readKeys({ host: { stdin, stderr }, signal }: Asker, echo: boolean): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let line = '';
    const finish = (settle: () => void) => {
      stdin.off('data', onData);
      stdin.off('end', onEnd);
      signal.removeEventListener('abort', onAbort);
      stderr.write('\n');
      settle();
    };
    const onEnd = () => finish(() => resolve(undefined));
    const onAbort = () => finish(() => reject(signal.reason as Error));
    const onData = (chunk: Buffer | string) => {
      const text = chunk.toString();
      // An arrow or function key arrives as one chunk that begins with ESC; none of them is part of an answer.
      if (text.startsWith(ESCAPE)) return;
      for (const key of text) {
        if (key === '\r' || key === '\n') return finish(() => resolve(line));
        if (key === CTRL_C) return finish(() => reject(new Interruption('SIGINT')));
        if (key === CTRL_D && line === '') return onEnd();
        if (BACKSPACES.includes(key)) {
          if (line !== '' && echo) stderr.write('\b \b');
          line = line.slice(0, -1);
        } else if (key === CTRL_U) {
          if (echo) stderr.write('\b \b'.repeat(line.length));
          line = '';
        } else if (key >= ' ') {
          line += key;
          if (echo) stderr.write(key);
        }
      }
    };
    stdin.on('data', onData);
    stdin.once('end', onEnd);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    else stdin.resume();
  });
}

/** `[y/N]`: only `y` or `yes` is a yes; any other answer, and an empty one, is a no. */
export async function askYes(asker: Asker, question: string): Promise<boolean> {
  const answer = await askLine(asker, `${question} [y/N] `);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}
