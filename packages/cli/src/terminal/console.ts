import type { Writable } from 'node:stream';
import { asOutputFailure, errorCode } from '../failures/system-error.js';
import {
  inAscii,
  type Look,
  MARK_WIDTH,
  withLook,
  createPaint,
  type Paint,
  plain,
  plainBytes,
  plainLines,
  wrapSentence,
} from './text.js';
import { typedHere } from './typed-here.js';

/** Amount of text on standard error besides failures. */
export type Verbosity = 'silent' | 'quiet' | 'normal' | 'verbose';

/** The reader of the result closed standard output (`| head`): the command ends without a message. */
export class ReaderGone extends Error {}

/**
 * The two outputs of a command: data on standard output, everything else on standard error. `beforeLine`
 * removes a spinner or bar, so that a line never appears in the middle of it.
 */
export class Console {
  beforeLine: () => void = () => undefined;
  /** Why standard output can't be written. */
  #unwritable: Error | undefined;

  constructor(
    private readonly stdout: Writable & { isTTY?: boolean },
    private readonly stderr: Writable & { isTTY?: boolean; columns?: number },
    private readonly verbosity: Verbosity,
    /** Styles for standard error. */
    private readonly paint: Paint = createPaint(false),
    private readonly unicode = true,
    private readonly program = 'skiptrace',
  ) {}

  /** Writes the requested data. Resolves when it is written. */
  async data(chunk: string | Uint8Array): Promise<void> {
    // A bar may stay while data goes to a file.
    if (this.stdout.isTTY === true) this.beforeLine();
    await this.#result(this.#safe(chunk));
  }

  /** Writes one value as one line, whatever characters it has: scripts read line by line. */
  line(value: string): Promise<void> {
    return this.data(`${plain(value)}\n`);
  }

  /** Writes text with color codes; its parts were made safe before. */
  async painted(text: string): Promise<void> {
    this.beforeLine();
    await this.#result(this.unicode || this.stdout.isTTY !== true ? text : inAscii(text));
  }

  /** Information for a person while the command runs; silent with -q. */
  note(line = '', look: Look = {}): void {
    if (this.verbosity === 'normal' || this.verbosity === 'verbose')
      this.#line(this.#wrapped(line, look), look);
  }

  /** True with `-v`. */
  get isVerbose(): boolean {
    return this.verbosity === 'verbose';
  }

  /** Shown with -v only. */
  detail(line: string): void {
    if (this.verbosity === 'verbose') this.#line(line, { style: 'dim' });
  }

  /** A warning: shown with -q too. */
  warn(line: string): void {
    if (this.verbosity !== 'silent') this.#line(this.#wrapped(line));
  }

  /** Written with every flag: the end of a failed command, as JSON or as text, which is wrapped. */
  always(text: string, isJson: boolean): Promise<void> {
    this.beforeLine();
    if (isJson) return write(this.stderr, text);
    const lines = text.split('\n').map((line) => this.#wrapped(line));
    return write(this.stderr, lines.join('\n'));
  }

  /** Breaks sentences between words. Text of several lines has been laid out before. */
  #wrapped(line: string, { mark }: Look = {}): string {
    const { isTTY, columns } = this.stderr;
    if (isTTY !== true || columns === undefined || line.includes('\n')) return line;
    const room = columns - (mark === undefined ? 0 : MARK_WIDTH);
    const [start = ''] = /^(?:warning: | *)/.exec(line) ?? [];
    return wrapSentence(line, room, start.length);
  }

  #line(line: string, look: Look = {}): void {
    this.beforeLine();
    const text = withLook(typedHere(plainLines(line), this.program), look, this.paint).replace(
      /^warning:/,
      this.paint.yellow,
    );
    this.stderr.write(`${this.unicode ? text : inAscii(text)}\n`);
  }

  async #result(chunk: string | Uint8Array): Promise<void> {
    try {
      await write(this.stdout, chunk);
    } catch (error) {
      // A later write would fail with a reason of its own.
      this.#unwritable ??=
        errorCode(error) === 'EPIPE'
          ? new ReaderGone()
          : (asOutputFailure(error, 'Standard output') ?? (error as Error));
      throw this.#unwritable;
    }
  }

  /** Makes text safe for any terminal; bytes of a file only if they go to a terminal. */
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
