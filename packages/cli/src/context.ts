import type { Middleware, SkipTrace } from '@skiptrace/sdk';
import type { Account } from './credentials/account.js';
import type { FoundKey } from './credentials/key.js';
import type { Profiles } from './credentials/profiles.js';
import type { Host } from './host.js';
import type { JsonWish } from './json.js';
import type { Receipt } from './receipt.js';
import type { Config } from './settings/config.js';
import type { Console } from './terminal/console.js';
import type { TerminalFacts } from './terminal/facts.js';
import type { Progress } from './terminal/progress.js';
import type { Paint } from './terminal/text.js';

/** Everything a command works with. It has no other access to the outside. */
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
  readonly profileName: string;
  readonly profiles: Profiles;
  readonly baseUrl: string;
  /** The account with the service that was asked last: `auth login` asks others than the chosen one. */
  account(): Account;
  findKey(): Promise<FoundKey | undefined>;
  /** The client with the key that was found; a Failure with exit code 4 if there is no key. */
  client(options?: ClientWish): Promise<SkipTrace>;
  progress(): Promise<Progress>;
  /** Runs at the end in every case, including Ctrl-C: for temporary files, sockets. */
  onEnd(task: () => void | Promise<void>): void;
  end(): Promise<void>;
}

export interface ClientWish {
  /** Without any key. */
  readonly keyless?: boolean;
  /** Use this key instead of the one that was found. */
  readonly apiKey?: string;
  /** Use this service instead of the one that was chosen. */
  readonly baseUrl?: string;
  readonly middleware?: readonly Middleware[];
}
