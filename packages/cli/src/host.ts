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

/** The outside world of the program. The entry point makes it from `process`; tests make their own. */
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
  /** Command that starts this program here: `skiptrace`, or `npx skiptrace`. */
  readonly program: string;
  /** The name of this machine. */
  readonly hostname: string;
  /** True if a process with this id runs. */
  isAlive(pid: number): boolean;
  readonly clock: Clock;
  /** Fires on Ctrl-C, SIGTERM and SIGHUP, with an `Interruption` as its reason. */
  readonly interrupt: AbortSignal;
  /** Waits while an interrupted command removes its unfinished files. A process that ends soon needs only a short time. */
  unwind(unwound: Promise<unknown>): Promise<unknown>;
  /** Called before Ctrl-Z stops the process, and when it resumes. */
  onSuspend(listener: Suspendable): void;
  /** Called with warnings of this process (from Node or the client), which Node then doesn't print. */
  onWarning(listener: (warning: ProcessWarning) => void): void;
  /** Makes the client; its code is loaded only if a command needs the service. */
  openClient(options: ClientOptions): Promise<SkipTrace>;
}
