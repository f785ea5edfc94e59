import type { OutputStream } from '../host.js';

/** How often it is painted. */
const FRAME_MS = 100;

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const CLEAR = '\r\u001b[K';

/**
 * One line of a terminal that is painted over and over. The width is asked at each frame: people resize windows, and a
 * terminal that does not know its width says 0. Then `withoutWidth` is called instead, once a frame.
 */
export class StatusLine {
  #text: ((columns: number) => string) | undefined;
  #withoutWidth: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;
  #painted = false;

  constructor(private readonly stream: OutputStream) {}

  /** `text` answers what to show in so many columns, and must fit them. */
  show(text: (columns: number) => string, withoutWidth: () => void): void {
    this.#text = text;
    this.#withoutWidth = withoutWidth;
    this.resume();
  }

  clear(): void {
    this.#text = undefined;
    this.suspend();
  }

  /** Off the screen, until `resume`. */
  suspend(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#painted) this.stream.write(CLEAR + SHOW_CURSOR);
    this.#painted = false;
  }

  resume(): void {
    if (!this.#text) return;
    this.#paint();
    this.#timer ??= setInterval(() => this.#paint(), FRAME_MS);
  }

  #paint(): void {
    const { isTTY, columns = 0 } = this.stream;
    if (isTTY !== true || columns < 1) return this.#withoutWidth();
    const begin = this.#painted ? '' : HIDE_CURSOR;
    this.#painted = true;
    this.stream.write(`${begin}${CLEAR}${this.#text?.(columns) ?? ''}`);
  }
}
