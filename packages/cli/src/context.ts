import type { Logger, Middleware, SkipTrace } from '@skiptrace/sdk';
import { chooseAccount, type KeyPlace } from './credentials/account.js';
import { findKey, type FoundKey, noKey } from './credentials/key.js';
import { type Profiles, readProfiles } from './credentials/profiles.js';
import { inOurWords } from './failures/explain.js';
import type { Host } from './host.js';
import type { JsonWish } from './json.js';
import type { Receipt } from './money/receipt.js';
import type { Invocation } from './parse.js';
import { type Config, parseSeconds, readConfig, settingOf } from './settings/config.js';
import { openDeadline } from './settings/deadline.js';
import { Console } from './terminal/console.js';
import { terminalFacts, type TerminalFacts } from './terminal/facts.js';
import { inAscii } from './terminal/look.js';
import { createPaint, type Paint } from './terminal/paint.js';
import { plain } from './terminal/text.js';
import {
  jsonProgress,
  lineProgress,
  type Progress,
  type ProgressKind,
  screenProgress,
  silentProgress,
} from './terminal/progress.js';

/** The client's code for a key that goes over plain http to another computer. It warns once. */
const KEY_OVER_HTTP = 'SKIPTRACE_KEY_OVER_HTTP';

/** What a command is given to work with. It touches nothing of the outside but this. */
export interface Context {
  readonly host: Host;
  readonly console: Console;
  readonly paint: Paint;
  readonly terminal: TerminalFacts;
  readonly receipt: Receipt;
  readonly config: Config;
  /** Fires on Ctrl-C and when `--timeout` runs out; every wait of a command takes it. */
  readonly signal: AbortSignal;
  readonly json: JsonWish | undefined;
  readonly verbosity: { readonly debug: boolean };
  readonly profileName: string;
  readonly profiles: Profiles;
  readonly baseUrl: string;
  readonly keyFrom: KeyPlace;
  findKey(): Promise<FoundKey | undefined>;
  /** The client with the key that was found; a Failure with exit code 4 when there is none. */
  client(options?: ClientWish): Promise<SkipTrace>;
  progress(): Promise<Progress>;
  /** Runs at the end whatever happens, Ctrl-C included: temporary files, sockets. */
  onEnd(task: () => void | Promise<void>): void;
  end(): Promise<void>;
}

export interface ClientWish {
  /** Without any key. */
  readonly keyless?: boolean;
  /** With this key rather than the one that was found. */
  readonly apiKey?: string;
  /** At this service rather than the one that was chosen. */
  readonly baseUrl?: string;
  readonly middleware?: readonly Middleware[];
}

export async function createContext(
  { command, input, json }: Invocation,
  host: Host,
  receipt: Receipt,
): Promise<Context> {
  const config = await readConfig(host).catch((error: unknown) => {
    if (command.checksSettings) return {};
    throw error;
  });
  const color = settingOf(host, config, 'color', input.text('color')) as
    'auto' | 'always' | 'never' | undefined;
  const terminal = terminalFacts(host, {
    json: json !== undefined,
    noInput: input.off('input'),
    color: color ?? 'auto',
  });
  const debug = input.flag('debug');
  const verbose = input.flag('verbose') || debug;
  // With --json, standard error is kept for the one JSON document of a failure.
  const quiet = json !== undefined ? 'silent' : input.flag('quiet') ? 'quiet' : 'normal';
  const paint = createPaint(terminal.color);
  const verbosity = verbose ? 'verbose' : quiet;
  const console = new Console(host.stdout, host.stderr, verbosity, paint, terminal.unicode);

  const profiles = await readProfiles(host);
  const wish = {
    profile: input.text('profile'),
    baseUrl: input.text('baseUrl'),
    apiKeyFile: input.text('apiKeyFile'),
    makesProfile: command.makesProfile ?? false,
  };
  const account = chooseAccount(host, wish, profiles, config);
  const { profileName, baseUrl } = account;
  const timeout = settingOf(host, config, 'timeout', input.text('timeout'));
  const deadline = openDeadline(timeout === undefined ? undefined : parseSeconds(timeout), receipt);

  const progressKind = settingOf(host, config, 'progress', input.text('progress')) as
    ProgressKind | undefined;

  host.onWarning(({ message, code }) => {
    if (code === KEY_OVER_HTTP) console.warn(`warning: ${plain(message)}`);
    else console.detail(plain(message));
  });

  let lastReason: string | undefined;
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
    signal: AbortSignal.any([host.interrupt, deadline.signal]),
    json,
    verbosity: { debug },
    profileName,
    profiles,
    baseUrl,
    keyFrom: account.keyFrom,
    findKey() {
      key ??= findKey(host, account);
      return key;
    },
    async client({ keyless = false, apiKey, middleware, baseUrl = account.baseUrl } = {}) {
      const given = apiKey === undefined ? undefined : { apiKey, source: 'this command' };
      const found = keyless ? undefined : (given ?? (await context.findKey()));
      if (!found && !keyless) throw noKey(receipt.suggest('auth', 'login'));
      console.detail(`Service ${baseUrl}, profile ${profileName}, key from ${found?.source ?? 'nowhere'}`);
      const client = await host.openClient({
        apiKey: found?.apiKey,
        baseUrl,
        middleware: [saySlow(context), ...(middleware ?? [])],
        proxyFromEnvironment: hasProxy(host),
        onRetry: ({ error, waitMs, attempt }) => {
          const why = plain(inOurWords(error));
          const again = `Trying again in ${Math.ceil(waitMs / 1000)} s (attempt ${attempt + 1})…`;
          // The same reason once: after that only how often.
          console.note(why === lastReason ? again : `${why} ${again}`);
          lastReason = why;
        },
        onDeprecation: ({ operation, sunsetAt, link }) => {
          const until = sunsetAt === undefined ? '' : ` on ${sunsetAt.toISOString().slice(0, 10)}`;
          console.warn(`warning: the service retires ${operation}${until}. ${plain(link ?? '')}`.trimEnd());
        },
        // The client logs no keys, no signed links and nothing of what was looked up.
        ...(debug && { logger: debugLogger(console) }),
      });
      context.onEnd(() => client.close());
      return client;
    },
    progress() {
      progress ??= openProgress(progressKind ?? 'auto', context, quiet !== 'normal').then((opened) => {
        console.beforeLine = () => opened.stop();
        host.onSuspend(opened);
        return opened;
      });
      return progress;
    },
    onEnd: (task) => void endings.push(task),
    async end() {
      (await progress)?.stop();
      deadline.clear();
      await Promise.allSettled(endings.splice(0).map(async (task) => task()));
    },
  };
  return context;
}

/** From here on, somebody at a terminal wonders whether anything happens. */
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

/** The names that curl and others take them by, in either case. */
const hasProxy = ({ env }: Host) =>
  ['HTTP_PROXY', 'HTTPS_PROXY'].some((name) => env[name] || env[name.toLowerCase()]);

function debugLogger(console: Console): Logger {
  const line = (message: string, fields: Record<string, unknown>) =>
    console.detail(plain(`${message} ${JSON.stringify(fields)}`));
  return { debug: line, warn: line };
}

async function openProgress(kind: ProgressKind, context: Context, quiet: boolean): Promise<Progress> {
  const { host, terminal } = context;
  const toStderr = (line: string) => void host.stderr.write(`${terminal.unicode ? line : inAscii(line)}\n`);
  const chosen = kind === 'auto' ? (quiet ? 'none' : terminal.canAnimate ? 'bar' : 'lines') : kind;
  switch (chosen) {
    case 'bar':
      return screenProgress(host.stderr, host.clock.monotonic, terminal.color, terminal.unicode);
    case 'lines':
      return lineProgress(toStderr);
    case 'json':
      return jsonProgress(toStderr, host.clock.monotonic);
    case 'none':
      return silentProgress;
  }
}
