import type { Context } from './context.js';
import { createContext } from './create-context.js';
import { EXIT } from './failures/failure.js';
import type { Host } from './host.js';
import { optionsOf, wantsJson } from './input.js';
import type { Invocation } from './parse.js';
import { Receipt } from './receipt.js';
import { type Explanation, explain, typable, renderFailure, renderFailureJson } from './report.js';
import { ReaderGone, write } from './terminal/console.js';
import { createPaint, shellCommand } from './terminal/text.js';

/** Runs one command line and returns its exit code. Every end reports the cost. */
export async function runProgram(argv: readonly string[], host: Host): Promise<number> {
  const receipt = new Receipt((...words) => shellCommand(['skiptrace', ...words, ...reach(argv)]));
  const say = (text: string) => write(host.stderr, text).catch(() => undefined);
  let invocation: Invocation | undefined;
  let context: Context | undefined;
  let work: Promise<void> | undefined;
  try {
    invocation = (await import('./parse.js')).parse(argv);
    context = await createContext(invocation, host, receipt);
    work = runCommand(invocation, context);
    await untilInterrupted(work, context.signal);
    return EXIT.done;
  } catch (error) {
    if (error instanceof ReaderGone) return EXIT.done;
    const explained = explain(error, receipt, context?.account());
    const failure = typable(withoutItself(explained, invocation), host.program);
    if (wantsDebug(argv) && error instanceof Error) await say(`${debugText(error)}\n`);
    const isJson = wantsJson(argv);
    const text = isJson
      ? renderFailureJson(failure, receipt)
      : renderFailure(failure, receipt, context?.paint ?? createPaint(false));
    await (context?.console.always(text, isJson).catch(() => undefined) ?? say(text));
    return failure.exitCode;
  } finally {
    const unwound = Promise.allSettled([work, context?.end()]);
    await (context?.signal.aborted ? host.unwind(unwound) : unwound);
  }
}

/** The failure of `doctor` itself without the advice to run `doctor`. */
function withoutItself(failure: Explanation, invocation: Invocation | undefined): Explanation {
  const isDoctor = invocation?.command.path[0] === 'doctor';
  return isDoctor && failure.next?.startsWith('skiptrace doctor') ? { ...failure, next: undefined } : failure;
}

async function runCommand({ command, input }: Invocation, context: Context): Promise<void> {
  const { run } = await command.load();
  await run(input, context);
}

/** Ends a command at once on Ctrl-C or timeout, also during work that takes no signal. */
function untilInterrupted(work: Promise<void>, interrupt: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(interrupt.reason as Error);
    if (interrupt.aborted) stop();
    interrupt.addEventListener('abort', stop, { once: true });
    work
      .then(resolve, reject)
      .finally(() => interrupt.removeEventListener('abort', stop))
      .catch(() => undefined);
  });
}

/** Options that decide which service and account a command uses; advice repeats them. */
const REACH = ['--profile', '--base-url', '--api-key-file'];

function reach(argv: readonly string[]): string[] {
  const options = optionsOf(argv);
  return options.flatMap((word, index) => {
    const value = options[index + 1];
    if (REACH.includes(word) && value !== undefined) return [word, value];
    return REACH.some((option) => word.startsWith(`${option}=`)) ? [word] : [];
  });
}

const wantsDebug = (argv: readonly string[]) => optionsOf(argv).includes('--debug');

/** The stack and its causes. Error messages of this program and of the client hold no keys and no personal data. */
function debugText(error: Error): string {
  const cause = error.cause instanceof Error ? `\ncaused by ${debugText(error.cause)}` : '';
  return `${error.stack ?? error.message}${cause}`;
}
