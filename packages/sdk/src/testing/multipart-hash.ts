import { createHash } from 'node:crypto';

/** A received file: only counted and hashed, so that a scenario can take any size. */
export interface ReceivedFile {
  readonly bytes: number;
  readonly sha256: string;
}

/** Hashes the one part of a multipart body that arrives in chunks, or the whole body if it is not multipart. */
export class FileHash {
  readonly #hash = createHash('sha256');
  readonly #tailLength: number;
  #inHead: boolean;
  #held: Buffer = Buffer.alloc(0);
  #bytes = 0;

  constructor(contentType: string | undefined) {
    const boundary = /boundary="?([^";]+)/.exec(contentType ?? '')?.[1];
    this.#inHead = boundary !== undefined;
    this.#tailLength = boundary === undefined ? 0 : `\r\n--${boundary}--\r\n`.length;
  }

  push(chunk: Buffer): void {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    if (this.#inHead) {
      const headEnd = this.#held.indexOf('\r\n\r\n');
      if (headEnd < 0) return;
      this.#inHead = false;
      this.#held = this.#held.subarray(headEnd + 4);
    }
    const ready = this.#held.length - this.#tailLength;
    if (ready <= 0) return;
    this.#hash.update(this.#held.subarray(0, ready));
    this.#bytes += ready;
    this.#held = this.#held.subarray(ready);
  }

  end(): ReceivedFile {
    return { bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }
}
