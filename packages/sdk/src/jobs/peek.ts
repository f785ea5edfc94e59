import type { StreamingBody } from '../transport/exchange.js';
import { type FileSource, isStream } from './source.js';

/**
 * Reads the beginning of a source without consuming it. A path, bytes and a Blob are simply read again. A `{ size, stream }`
 * may give its stream only once, so the stream already begun is continued.
 */
export class Peeked {
  readonly #body: StreamingBody;
  readonly #file: FileSource;
  #begun: { readonly chunks: Uint8Array[]; readonly rest: AsyncIterator<Uint8Array> } | undefined;

  constructor(body: StreamingBody, file: FileSource) {
    this.#body = body;
    this.#file = file;
  }

  /** The first `most` bytes, or all bytes of a shorter source. */
  async head(most: number): Promise<{ bytes: Uint8Array; isWhole: boolean }> {
    const rest = this.#body.open()[Symbol.asyncIterator]();
    const chunks: Uint8Array[] = [];
    this.#begun = { chunks, rest };
    let length = 0;
    while (length < most) {
      const next = await rest.next();
      if (next.done) break;
      // Copied: the stream may reuse the chunk's memory.
      chunks.push(Uint8Array.from(next.value));
      length += next.value.byteLength;
    }
    if (!isStream(this.#file)) await this.discard();
    const all = new Uint8Array(length);
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.byteLength;
    }
    return { bytes: all.subarray(0, most), isWhole: length === this.#body.bytes && length <= most };
  }

  /** The source to upload, from its first byte. */
  get source(): FileSource {
    const file = this.#file;
    if (!isStream(file)) return file;
    return { size: file.size, stream: () => this.#take() ?? file.stream() };
  }

  /** Closes the stream if one was opened. */
  async discard(): Promise<void> {
    const begun = this.#begun;
    this.#begun = undefined;
    await begun?.rest.return?.();
  }

  #take(): AsyncIterable<Uint8Array> | undefined {
    const begun = this.#begun;
    this.#begun = undefined;
    return begun && continued(begun.chunks, begun.rest);
  }
}

async function* continued(
  chunks: readonly Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}
