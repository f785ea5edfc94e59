import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js';

export interface ZipOptions {
  /** Packed, or stored as they are. */
  readonly isCompressed?: boolean;
  /** With sizes and positions of 64 bits, as in archives of more than 4 GB. */
  readonly isLarge?: boolean;
  readonly comment?: string;
  readonly password?: string;
  /** The unpacked size that the archive states for every part. */
  readonly statedBytes?: number;
}

/** A ZIP archive of these parts. */
export async function zipOf(
  parts: Readonly<Record<string, string | Buffer>>,
  { isCompressed = true, isLarge = false, comment = '', password, statedBytes }: ZipOptions = {},
): Promise<Buffer> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    zip64: isLarge,
    dataDescriptor: false,
    useWebWorkers: false,
    ...(isCompressed ? {} : { level: 0 }),
    ...(password === undefined ? {} : { password, zipCrypto: true }),
  });
  for (const [name, content] of Object.entries(parts))
    await writer.add(name, new Uint8ArrayReader(Buffer.from(content)));
  const archive = Buffer.from(await writer.close(Buffer.from(comment)));
  if (statedBytes !== undefined) stateSize(archive, statedBytes);
  return archive;
}

/** Headers of a part, which hold its unpacked size (APPNOTE.TXT 4.3.7, 4.3.12). */
const HEADERS = [
  ['PK\x03\x04', 22],
  ['PK\x01\x02', 24],
] as const;

function stateSize(archive: Buffer, bytes: number): void {
  for (const [signature, sizeAt] of HEADERS) {
    for (let at = archive.indexOf(signature, 0, 'latin1'); at !== -1;) {
      archive.writeUInt32LE(bytes, at + sizeAt);
      at = archive.indexOf(signature, at + 1, 'latin1');
    }
  }
}
