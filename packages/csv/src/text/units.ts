import { isUtf16, type Encoding } from './encoding.js';
import { HOST_IS_LITTLE_ENDIAN, searchableBytes } from './host.js';

/** Bytes of a file as numbers to compare with characters: bytes themselves, or UTF-16 code units. */
export type Units = Uint8Array | Uint16Array;

export function bytesPerUnit(encoding: Encoding): 1 | 2 {
  return isUtf16(encoding) ? 2 : 1;
}

/** The whole units of `bytes`; half a unit at the end is left out. */
export function unitsOf(bytes: Uint8Array, encoding: Encoding): Units {
  if (!isUtf16(encoding)) return bytes;
  const units = new Uint16Array(bytes.length >> 1);
  copyUtf16(bytes, units, 0, encoding);
  return units;
}

/** The units in the form that is searched fastest. */
export const searchable = (units: Units): Units =>
  units instanceof Uint8Array ? searchableBytes(units) : units;

/** Copies the code units in `bytes` to `units`, starting at unit `from`. */
export function copyUtf16(bytes: Uint8Array, units: Uint16Array, from: number, encoding: Encoding): void {
  const raw = new Uint8Array(units.buffer, units.byteOffset, units.byteLength);
  const end = Math.min(bytes.length >> 1, units.length);
  if ((encoding === 'utf-16le') === HOST_IS_LITTLE_ENDIAN) {
    raw.set(bytes.subarray(2 * from, 2 * end), 2 * from);
    return;
  }
  for (let at = 2 * from; at < 2 * end; at += 2) {
    raw[at] = bytes[at + 1] ?? 0;
    raw[at + 1] = bytes[at] ?? 0;
  }
}
