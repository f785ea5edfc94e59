import type { ClientOptions, Logger, Middleware, SkipTrace, SkipTraceError } from '@skiptrace/sdk';
import type { ClientWish, Context } from './context.js';
import { chooseAccount } from './credentials/account.js';
import { findKey, type FoundKey, noKey } from './credentials/key.js';
import { readProfiles } from './credentials/profiles.js';
import { Failure } from './failures/failure.js';
import type { Host } from './host.js';
import type { Invocation } from './parse.js';
import type { Receipt } from './receipt.js';
import { inOurWords } from './report.js';
import { parseSeconds, readConfig, settingOf } from './settings/config.js';
import { Console } from './terminal/console.js';
import { terminalFacts, type TerminalFacts } from './terminal/facts.js';
import {
  type Display,
  jsonDisplay,
  lineDisplay,
  noDisplay,
  Progress,
  type ProgressKind,
  screenDisplay,
} from './terminal/progress.js';
import { createPaint, inAscii, plain } from './terminal/text.js';

/** Statuses of a job that continues by itself. */
const GOES_ON: ReadonlySet<string> = new Set(['uploaded', 'processing', 'confirmed', 'generating']);

/** Node's timers hold a signed 32-bit number; larger ones fire at once. Some 24 days. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** `--timeout`: limit of the whole command. Timers use a clock that changes of the system clock don't affect. */
function openDeadline(seconds: number, receipt: Receipt): AbortSignal {
  const controller = new AbortController();
  const limitMs = Math.min(seconds * 1000, LONGEST_TIMER_MS);
  setTimeout(() => controller.abort(ranOut(seconds, receipt)), limitMs).unref();
  return controller.signal;
}

function ranOut(seconds: number, receipt: Receipt): Failure {
  const { jobId, jobStatus, chargedCents } = receipt;
  // During a payment the job's status is unknown here.
  const goesOn = jobId !== undefined && GOES_ON.has(jobStatus ?? '') && chargedCents !== null;
  const hint = goesOn ? `Job ${jobId} goes on at the service.` : 'A greater --timeout gives it longer.';
  const code = goesOn ? 'still_running' : 'timeout';
  return new Failure(code, `Stopped after ${seconds} s (--timeout).`, { hint, retryable: true });
}

/** The client's warning code for a key sent over plain http to another computer. It warns once. */
const KEY_OVER_HTTP = 'SKIPTRACE_KEY_OVER_HTTP';

export async function createContext(
  { command, input, json }: Invocation,
  host: Host,
  receipt: Receipt,
): Promise<Context> {
  const config = await readConfig(host).catch((error: unknown) => {
    if (command.checksSettings) return {};
    throw error;
  });
  const setting = (name: 'color' | 'timeout' | 'progress') => settingOf(host, config, name, input.text(name));
  const terminal = terminalFacts(host, {
    json: json !== undefined,
    noInput: input.off('input'),
    color: (setting('color') as 'auto' | 'always' | 'never' | undefined) ?? 'auto',
  });
  const debug = input.flag('debug');
  // With --json, standard error is kept for the one JSON document of a failure.
  const quiet = json !== undefined ? 'silent' : input.flag('quiet') ? 'quiet' : 'normal';
  const verbosity = debug || input.flag('verbose') ? 'verbose' : quiet;
  const paint = createPaint(terminal.color);
  const console = new Console(host.stdout, host.stderr, verbosity, paint, terminal.unicode, host.program);

  const profiles = await readProfiles(host);
  const wish = {
    profile: input.text('profile'),
    baseUrl: input.text('baseUrl'),
    apiKeyFile: input.text('apiKeyFile'),
    makesProfile: command.makesProfile ?? false,
  };
  const account = chooseAccount(host, wish, profiles, config);
  const timeout = setting('timeout');
  const deadline = timeout === undefined ? [] : [openDeadline(parseSeconds(timeout), receipt)];
  const progressKind = (setting('progress') as ProgressKind | undefined) ?? 'auto';

  host.onWarning(({ message, code }) => {
    if (code === KEY_OVER_HTTP) console.warn(`warning: ${plain(message)}`);
    else console.detail(plain(message));
  });

  let asked = account;
  let key: Promise<FoundKey | undefined> | undefined;
  let progress: Promise<Progress> | undefined;
  const endings: (() => void | Promise<void>)[] = [];
  const context: Context = {
    host,
    console,
    paint,
    terminal,
    receipt,
    config,
    signal: AbortSignal.any([host.interrupt, ...deadline]),
    json,
    profileName: account.profileName,
    profiles,
    baseUrl: account.baseUrl,
    account: () => asked,
    findKey() {
      key ??= findKey(host, account);
      return key;
    },
    client(wish = {}) {
      const { baseUrl = account.baseUrl } = wish;
      asked = baseUrl === account.baseUrl ? account : { ...account, baseUrl, urlFrom: 'typed' };
      return openClient({ ...wish, baseUrl, ...(debug && { logger: debugLogger(console) }) }, context);
    },
    progress() {
      progress ??= openDisplay(progressKind, host, terminal, quiet !== 'normal').then((display) => {
        const shown = new Progress(display, host.clock.monotonic, context.signal);
        console.beforeLine = () => shown.stop();
        host.onSuspend(shown);
        return shown;
      });
      return progress;
    },
    onEnd: (task) => void endings.push(task),
    async end() {
      (await progress)?.stop();
      await Promise.allSettled(endings.splice(0).map(async (task) => task()));
    },
  };
  return context;
}

/**
 * The client, closed at the end of the command.
 * @param logger logs no keys, no signed links and no addresses or owners
 * @throws Failure if there is no key
 */
async function openClient(
  { keyless = false, apiKey, middleware = [], baseUrl, logger }: ClientWish & Pick<ClientOptions, 'logger'>,
  context: Context,
): Promise<SkipTrace> {
  const { host, console, receipt, profileName } = context;
  const given = apiKey === undefined ? undefined : { apiKey, source: 'this command' };
  const found = keyless ? undefined : (given ?? (await context.findKey()));
  if (!found && !keyless) throw noKey(receipt.suggest('auth', 'login'));
  console.detail(`Service ${baseUrl}, profile ${profileName}, key from ${found?.source ?? 'nowhere'}`);
  const client = await host.openClient({
    apiKey: found?.apiKey,
    baseUrl,
    middleware: [saySlow(context), ...middleware],
    proxyFromEnvironment: hasProxy(host),
    ...sayingRetries(console),
    ...(logger !== undefined && { logger }),
  });
  context.onEnd(() => client.close());
  return client;
}

/** Progress on standard error; `auto` is a bar at a terminal, lines elsewhere, and nothing if `isQuiet`. */
async function openDisplay(
  kind: ProgressKind,
  { stderr, clock }: Host,
  terminal: TerminalFacts,
  isQuiet: boolean,
): Promise<Display> {
  const toStderr = (line: string) => void stderr.write(`${terminal.unicode ? line : inAscii(line)}\n`);
  const chosen = kind === 'auto' ? (isQuiet ? 'none' : terminal.canAnimate ? 'bar' : 'lines') : kind;
  switch (chosen) {
    case 'bar':
      return screenDisplay(stderr, terminal.color, terminal.unicode);
    case 'lines':
      return lineDisplay(toStderr);
    case 'json':
      return jsonDisplay(toStderr, clock.monotonic);
    case 'none':
      return noDisplay;
  }
}

/** Prints each wait of the client, and operations that the service retires. */
function sayingRetries(console: Console): Pick<ClientOptions, 'onRetry' | 'onDeprecation'> {
  let lastReason: string | undefined;
  return {
    onRetry: ({ error, waitMs, attempt }) => {
      const why = plain(whyAgain(error));
      const again = `Trying again in ${Math.ceil(waitMs / 1000)} s (attempt ${attempt + 1})…`;
      // The reason is printed once; after that only the number of tries.
      console.note(why === lastReason ? again : `${why} ${again}`);
      lastReason = why;
    },
    onDeprecation: ({ operation, sunsetAt, link }) => {
      const until = sunsetAt === undefined ? '' : ` on ${sunsetAt.toISOString().slice(0, 10)}`;
      console.warn(`warning: the service retires ${operation}${until}. ${plain(link ?? '')}`.trimEnd());
    },
  };
}

/**
 * Reason for another try. A server error's own sentence is advice for when all tries have failed; before
 * that, its status and request id are enough.
 */
function whyAgain(error: SkipTraceError): string {
  if (error.code !== 'server_error') return inOurWords(error);
  const id = error.requestId === undefined ? '' : `, request ID ${error.requestId}`;
  return `The server failed (${error.status}${id}).`;
}

/** Time without output after which a user at a terminal needs a sign of progress. */
const SLOW_MS = 1000;

/** Shows a spinner while a request takes long. */
const saySlow =
  (context: Context): Middleware =>
  async (request, next) => {
    let end: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      void context.progress().then((progress) => {
        if (!isOver) end = progress.slow();
      });
    }, SLOW_MS);
    try {
      return await next(request);
    } finally {
      isOver = true;
      clearTimeout(timer);
      end?.();
    }
  };

/** True if a proxy is set by the variables that curl and other tools read, in either case. */
const hasProxy = ({ env }: Host) =>
  ['HTTP_PROXY', 'HTTPS_PROXY'].some((name) => env[name] || env[name.toLowerCase()]);

function debugLogger(console: Console): Logger {
  const line = (message: string, fields: Record<string, unknown>) =>
    console.detail(plain(`${message} ${JSON.stringify(fields)}`));
  return { debug: line, warn: line };
}
