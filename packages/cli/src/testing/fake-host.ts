import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { Clock } from '@skiptrace/sdk';
import { afterEach } from 'vitest';
import { Interruption, type InterruptSignal } from '../failures/failure.js';
import type { Host, InputStream, OutputStream } from '../host.js';

/** A clock with real time that cuts every wait to 5 ms, so that a client polls quickly. */
const hurriedClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  random: () => 0,
  sleep: async (ms, signal) => {
    await delay(Math.min(ms, 5), undefined, signal && { signal }).catch(() => {
      throw signal?.reason;
    });
  },
  limit: (ms, expire) => {
    const timer = setTimeout(expire, Math.min(ms, 60_000));
    return () => clearTimeout(timer);
  },
};

export interface FakeHostOptions {
  /** True if standard input, output and error are terminals. */
  readonly terminal?: boolean;
  readonly columns?: number;
  readonly env?: Record<string, string>;
  /** All of standard input. */
  readonly stdin?: string | Uint8Array;
}

/** A separate machine for a test: empty folders, recorded streams, only the given environment. */
export class FakeHost implements Host {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  env: Record<string, string | undefined>;
  readonly folder: string;
  readonly cwd: string;
  readonly homeDirectory: string;
  readonly temporaryDirectory: string;
  readonly platform = 'linux';
  readonly pid = process.pid;
  program = 'skiptrace';
  readonly hostname = 'machine-of-a-test';
  readonly clock = { now: () => Date.now(), monotonic: () => performance.now() };
  #controller = new AbortController();
  readonly #out: Buffer[] = [];
  readonly #err: Buffer[] = [];

  constructor({ terminal = false, columns = 80, env = {}, stdin }: FakeHostOptions = {}) {
    this.folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skiptrace-test-')));
    this.cwd = this.#make('work');
    this.homeDirectory = this.#make('home');
    this.temporaryDirectory = this.#make('tmp');
    this.env = { ...env };
    const input: InputStream = new PassThrough();
    if (terminal) input.isTTY = true;
    else input.push(stdin ?? null);
    if (!terminal && stdin !== undefined) input.push(null);
    this.stdin = input;
    this.stdout = sink(this.#out, terminal, columns);
    this.stderr = sink(this.#err, terminal, columns);
  }

  get interrupt(): AbortSignal {
    return this.#controller.signal;
  }

  get output(): string {
    return Buffer.concat(this.#out).toString();
  }

  get outputBytes(): Buffer {
    return Buffer.concat(this.#out);
  }

  get errors(): string {
    return Buffer.concat(this.#err).toString();
  }

  /** Types the keys once `prompt` is on the screen. */
  async answer(prompt: RegExp, keys: string): Promise<void> {
    const shown = () => stripVTControlCharacters(this.errors).replaceAll('\r\n', '\n');
    while (!prompt.test(shown())) await new Promise((resolve) => setTimeout(resolve, 5));
    this.stdin.push(keys);
  }

  /** Waits for the whole command: the folders are removed after the test. */
  async unwind(unwound: Promise<unknown>): Promise<void> {
    await unwound;
  }

  onSuspend(): void {}

  onWarning(): void {}

  pressCtrlC(signal: InterruptSignal = 'SIGINT'): void {
    this.#controller.abort(new Interruption(signal));
  }

  /** Resets Ctrl-C for the next command. */
  startAnew(): void {
    this.#controller = new AbortController();
  }

  isAlive(pid: number): boolean {
    return pid === process.pid;
  }

  async openClient(options: Parameters<Host['openClient']>[0]): ReturnType<Host['openClient']> {
    const { SkipTrace } = await import('@skiptrace/sdk');
    return new SkipTrace({ ...options, clock: hurriedClock });
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #make(name: string): string {
    const folder = path.join(this.folder, name);
    mkdirSync(folder);
    return folder;
  }
}

function sink(kept: Buffer[], terminal: boolean, columns: number): OutputStream {
  const stream: OutputStream = new PassThrough();
  stream.on('data', (chunk: Buffer) => kept.push(chunk));
  const moves = { cursorTo: () => true, moveCursor: () => true, clearLine: () => true };
  if (terminal) Object.assign(stream, { isTTY: true, columns, ...moves });
  return stream;
}

/** Makes hosts that are removed after each test of the file. */
export function hostsOfThisFile(): (options?: FakeHostOptions) => FakeHost {
  const made: FakeHost[] = [];
  afterEach(() => made.splice(0).forEach((host) => host.remove()));
  return (options) => {
    const host = new FakeHost(options);
    made.push(host);
    return host;
  };
}
