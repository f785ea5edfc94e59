import type { HeaderMapping } from '../headers/mapping.js';
import { joined } from '../source/byte-source.js';

/** Web Crypto digests whole buffers only, so a file is digested in blocks of this size, and then their digests. */
const BLOCK_BYTES = 1024 * 1024;

/** SHA-256 of the SHA-256 of each block of a file, so that memory does not grow with it, in Node and in browsers. */
export class BlockDigest {
  readonly #block = new Uint8Array(BLOCK_BYTES);
  #filled = 0;
  readonly #digests: Uint8Array[] = [];

  async add(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length;) {
      const part = bytes.subarray(at, at + BLOCK_BYTES - this.#filled);
      this.#block.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === BLOCK_BYTES) await this.#endBlock();
    }
  }

  async hex(): Promise<string> {
    await this.#endBlock();
    return hexOf(await sha256(joined(this.#digests)));
  }

  async #endBlock(): Promise<void> {
    this.#digests.push(await sha256(this.#block.subarray(0, this.#filled)));
    this.#filled = 0;
  }
}

/** Facts about a list, from `inspectLeads`. */
interface ReadList {
  /** The digest of its bytes. */
  readonly digest: string;
  readonly mapping: HeaderMapping;
  /** Rows that repeat a property above them. */
  readonly repeated: number;
}

/**
 * Identity of an upload, for `contentDigest` of the contract: a SHA-256, 64 hexadecimal digits, of the file's bytes, of the
 * columns read and how they are read, of whether repeats are paid once, and of whether only matches with a phone are paid.
 * The name of the file is not part of it. Nor are the properties that rows are grouped into: a newer version may group them
 * differently, and must still find the job that an older version paid for.
 */
export async function contentDigest(
  { digest, mapping, repeated }: ReadList,
  {
    dedupe = true,
    requirePhone = false,
  }: { readonly dedupe?: boolean; readonly requirePhone?: boolean } = {},
): Promise<string> {
  const isOnce = dedupe || repeated === 0;
  // Empty for a list without the option, so that its digest is the same as in earlier versions.
  const options = requirePhone ? ['requirePhone'] : [];
  const content = JSON.stringify(['skiptrace list 1', digest, columnsOf(mapping), isOnce, ...options]);
  return hexOf(await sha256(new TextEncoder().encode(content)));
}

/** In a fixed order; omits everything that does not decide a row's address. */
function columnsOf({ mapping, build, also, state }: HeaderMapping) {
  const { address, city, state: stateColumn, zip, firstName, lastName } = mapping;
  return [
    [address, city, stateColumn, zip, firstName, lastName],
    [build.address, build.city, build.state, build.zip],
    [also.unit, also.addressFull, also.stateZip, also.cityStateZip],
    state,
  ];
}

const sha256 = async (bytes: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
