import { crc32, deflateRawSync } from 'node:zlib';

/**
 * Builds a ZIP archive (APPNOTE.TXT 6.3.10).
 * @param isLarge writes sizes and offsets with 64 bits, as in archives of more than 4 GB
 */
export function zipOf(files: readonly { name: string; content: string }[], isLarge = false): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let at = 0;
  for (const { name, content } of files) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(isLarge ? 0xffffffff : packed.length, 14);
    fields.writeUInt32LE(isLarge ? 0xffffffff : bytes.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    const extra = Buffer.alloc(isLarge ? 28 : 0);
    if (isLarge) {
      extra.writeUInt16LE(1, 0);
      extra.writeUInt16LE(24, 2);
      extra.writeBigUInt64LE(BigInt(bytes.length), 4);
      extra.writeBigUInt64LE(BigInt(packed.length), 12);
      extra.writeBigUInt64LE(BigInt(at), 20);
    }
    fields.writeUInt16LE(extra.length, 24);
    const places = Buffer.alloc(14);
    places.writeUInt32LE(isLarge ? 0xffffffff : at, 10);
    entries.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x2d\x00'), fields, places, Buffer.from(name), extra]),
    );
    parts.push(local);
    at += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  for (const place of [8, 10]) end.writeUInt16LE(isLarge ? 0xffff : files.length, place);
  end.writeUInt32LE(isLarge ? 0xffffffff : directory.length, 12);
  end.writeUInt32LE(isLarge ? 0xffffffff : at, 16);
  const end64 = Buffer.alloc(56);
  end64.write('PK\x06\x06', 'latin1');
  end64.writeBigUInt64LE(BigInt(files.length), 32);
  end64.writeBigUInt64LE(BigInt(directory.length), 40);
  end64.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(at + directory.length), 8);
  return Buffer.concat([...parts, directory, ...(isLarge ? [end64, locator] : []), end]);
}
