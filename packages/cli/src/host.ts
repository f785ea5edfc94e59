import type { Readable, Writable } from 'node:stream';
import type { SkipTrace, ClientOptions } from '@skiptrace/sdk';

export type InputStream = Readable & { isTTY?: boolean; setRawMode?(raw: boolean): unknown };
export type OutputStream = Writable & { isTTY?: boolean; columns?: number };

export interface Clock {
  /** Milliseconds since 1970, for dates only: the system clock can be changed at any time. */
  now(): number;
  /** Milliseconds since an arbitrary moment, for measuring: changes of the system clock don't affect it. */
  monotonic(): number;
}

export interface Suspendable {
  suspend(): void;
  resume(): void;
}

export interface ProcessWarning {
  readonly message: string;
  readonly code?: string;
}

/** The world outside, as the program sees it. The entry makes it from `process`; tests make their own. */
export interface Host {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly homeDirectory: string;
  readonly temporaryDirectory: string;
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  /** How a person here starts this program: `skiptrace`, or `npx skiptrace`. */
  readonly program: string;
  /** The name of this machine. */
  readonly hostname: string;
  /** Whether a process with this id runs. */
  isAlive(pid: number): boolean;
  readonly clock: Clock;
  /** Fires on Ctrl-C, SIGTERM and SIGHUP, with an `Interruption` as its reason. */
  readonly interrupt: AbortSignal;
  /** Told before Ctrl-Z stops the process, and when it goes on. */
  onSuspend(listener: Suspendable): void;
  /** Told of warnings of this process (Node's, the client's), in the place of Node's own lines about them. */
  onWarning(listener: (warning: ProcessWarning) => void): void;
  /** Makes the client; it is loaded only when a command needs the service. */
  openClient(options: ClientOptions): Promise<SkipTrace>;
}
