import type { Writable } from 'node:stream';
import { plainBytes, plainLines } from './text.js';
import { asOutputFailure } from '../failures/system-error.js';

/** How much standard error says besides failures. */
export type Verbosity = 'silent' | 'quiet' | 'normal' | 'verbose';

/**
 * The two voices of a command: data on standard output, everything else on standard error. `beforeLine` takes a spinner or bar
 * off the screen, so that a line never lands in the middle of it.
 */
export class Console {
  beforeLine: () => void = () => undefined;

  constructor(
    private readonly stdout: Writable & { isTTY?: boolean },
    private readonly stderr: Writable,
    private readonly verbosity: Verbosity,
  ) {}

  /** What the command was asked for. Resolves when it is written. */
  async data(chunk: string | Uint8Array): Promise<void> {
    this.beforeLine();
    try {
      await write(this.stdout, this.#safe(chunk));
    } catch (error) {
      throw asOutputFailure(error, 'Standard output') ?? error;
    }
  }

  /** What a person wants to see on the way. */
  note(line = ''): void {
    if (this.verbosity === 'normal' || this.verbosity === 'verbose') this.#line(line);
  }

  /** What `-v` adds. */
  detail(line: string): void {
    if (this.verbosity === 'verbose') this.#line(line);
  }

  /** Said under `-q` as well. */
  warn(line: string): void {
    if (this.verbosity !== 'silent') this.#line(line);
  }

  /** Said whatever the flags are: a question, or the end of a failed command. */
  always(text: string): Promise<void> {
    this.beforeLine();
    return write(this.stderr, text);
  }

  #line(line: string): void {
    this.beforeLine();
    this.stderr.write(`${plainLines(line)}\n`);
  }

  /** Text is made safe for whatever shows it in the end; a file's bytes only where they are shown at once. */
  #safe(chunk: string | Uint8Array): string | Uint8Array {
    if (typeof chunk === 'string') return plainLines(chunk);
    return this.stdout.isTTY === true ? plainBytes(chunk) : chunk;
  }
}

export function write(stream: Writable, chunk: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(chunk, (error) => (error ? reject(error) : resolve()));
  });
}
