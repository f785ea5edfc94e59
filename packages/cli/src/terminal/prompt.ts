import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
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
 * same `Interruption` as everywhere else.
 * @param echo false to hide the typed text, as for a key
 */
export function askLine(
  { host: { stdin, stderr }, signal }: Asker,
  question: string,
  echo = true,
): Promise<string | undefined> {
  let isShown = false;
  const screen = new Writable({
    write(chunk, _encoding, done) {
      if (isShown) stderr.write(chunk);
      done();
    },
  });
  const output = Object.assign(screen, { columns: stderr.columns });
  const lines = createInterface({ input: stdin, output, terminal: true, historySize: 0, signal });
  return new Promise((resolve, reject) => {
    let isAsked = false;
    const ask = () => {
      stdin.off('keypress', wait);
      // Deletes the beginning of a line that was typed before.
      for (const name of ['e', 'u']) lines.write(null, { ctrl: true, name });
      isAsked = true;
      lines.setPrompt(plain(question));
      show();
    };
    const show = () => {
      isShown = true;
      lines.prompt(true);
      isShown = echo;
    };
    const timer = setTimeout(ask, DRAIN_QUIET_MS);
    const wait = () => timer.refresh();
    stdin.on('keypress', wait);
    lines.on('line', (line) => {
      if (!isAsked) return;
      // The terminal has shown the Enter key already, unless the typed text is hidden.
      isAsked = !echo;
      resolve(line);
      lines.close();
    });
    // When `fg` resumes a command that Ctrl-Z stopped, readline reads keys only after the prompt is shown again.
    lines.on('SIGCONT', () => isAsked && show());
    lines.on('SIGINT', () => {
      reject(new Interruption('SIGINT'));
      lines.close();
    });
    lines.on('close', () => {
      clearTimeout(timer);
      stdin.off('keypress', wait);
      if (isAsked) stderr.write('\n');
      if (signal.aborted) reject(signal.reason as Error);
      else resolve(undefined);
    });
  });
}

/** `[y/N]`: only `y` or `yes` is a yes; any other answer, and an empty one, is a no. */
export async function askYes(asker: Asker, question: string): Promise<boolean> {
  const answer = await askLine(asker, `${question} [y/N] `);
  return /^y(es)?$/i.test(answer?.trim() ?? '');
}
