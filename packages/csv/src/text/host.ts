/** Byte order of Uint16Array on this machine. */
export const HOST_IS_LITTLE_ENDIAN = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** Node's own module, loaded at run time: importing it would keep this package out of browsers. */
const node = typeof process === 'undefined' ? undefined : process.getBuiltinModule('node:buffer');

const STRICT_UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Whether all of `bytes` is UTF-8. */
export const isUtf8: (bytes: Uint8Array) => boolean =
  node?.isUtf8 ??
  ((bytes) => {
    try {
      STRICT_UTF_8.decode(bytes);
      return true;
    } catch {
      return false;
    }
  });

/** The same bytes in the form that is searched fastest: Node searches a Buffer eight times as fast as other bytes. */
export const searchableBytes: (bytes: Uint8Array) => Uint8Array =
  node === undefined
    ? (bytes) => bytes
    : (bytes) => node.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
