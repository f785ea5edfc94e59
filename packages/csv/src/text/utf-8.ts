/**
 * Whether bytes are UTF-8. By hand, because the strict TextDecoder says no by throwing, and in a file that is not UTF-8 it
 * would throw for every record. Source: Unicode Standard, table 3-7 (well-formed UTF-8 byte sequences).
 */
export function isUtf8(bytes: Uint8Array): boolean {
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at++] ?? 0;
    if (lead < 0x80) continue;
    const following = lead >= 0xf0 ? 3 : lead >= 0xe0 ? 2 : 1;
    if (lead < 0xc2 || lead > 0xf4) return false;
    for (let n = 0; n < following; n++) {
      const byte = bytes[at++] ?? 0;
      const lowest = n > 0 ? 0x80 : lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
      const highest = n > 0 ? 0xbf : lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
      if (byte < lowest || byte > highest) return false;
    }
  }
  return true;
}
