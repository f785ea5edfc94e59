import type { Middleware, SkipTrace } from '@skiptrace/sdk';
import type { KeyPlace } from './credentials/account.js';
import type { FoundKey } from './credentials/key.js';
import type { Profiles } from './credentials/profiles.js';
import type { Host } from './host.js';
import type { JsonWish } from './json.js';
import type { Receipt } from './money/receipt.js';
import type { Config } from './settings/config.js';
import type { Console } from './terminal/console.js';
import type { TerminalFacts } from './terminal/facts.js';
import type { Paint } from './terminal/paint.js';
import type { Progress } from './terminal/progress.js';

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
