import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { blobSource, type ByteSource } from './byte-source.js';
import { BrokenZip, findDirectory, readEntries, unpacked } from './zip.js';

const CONTENT = Buffer.from('12 Oak St\n'.repeat(50_000));

interface Made {
  readonly large?: boolean;
  readonly stored?: boolean;
  readonly comment?: string;
  readonly stated?: number;
  readonly flags?: number;
}

/** An archive of one file, with 64-bit sizes if `large`. */
function archive(name: string, content: Buffer, made: Made = {}): Buffer {
  const data = made.stored === true ? content : deflateRawSync(content);
  const packed = made.large === true ? 0xffffffff : data.length;
  const size = made.large === true ? 0xffffffff : (made.stated ?? content.length);
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(made.flags ?? 0, 2);
  fields.writeUInt16LE(made.stored === true ? 0 : 8, 4);
  fields.writeUInt32LE(crc32(content), 10);
  fields.writeUInt32LE(packed, 14);
  fields.writeUInt32LE(size, 18);
  fields.writeUInt16LE(name.length, 22);
  const extra = Buffer.alloc(made.large === true ? 28 : 0);
  if (made.large === true) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(24, 2);
    extra.writeBigUInt64LE(BigInt(content.length), 4);
    extra.writeBigUInt64LE(BigInt(data.length), 12);
    extra.writeBigUInt64LE(0n, 20);
  }
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
  fields.writeUInt16LE(extra.length, 24);
  const places = Buffer.alloc(14);
  if (made.large === true) places.writeUInt32LE(0xffffffff, 10);
  const directory = Buffer.concat([
    Buffer.from('PK\x01\x02\x2d\x00'),
    fields,
    places,
    Buffer.from(name),
    extra,
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(made.large === true ? 0xffff : 1, 10);
  end.writeUInt32LE(made.large === true ? 0xffffffff : directory.length, 12);
  end.writeUInt32LE(made.large === true ? 0xffffffff : local.length, 16);
  end.writeUInt16LE(made.comment?.length ?? 0, 20);
  const end64 = Buffer.alloc(56);
  end64.write('PK\x06\x06', 'latin1');
  end64.writeBigUInt64LE(1n, 32);
  end64.writeBigUInt64LE(BigInt(directory.length), 40);
  end64.writeBigUInt64LE(BigInt(local.length), 48);
  const locator = Buffer.alloc(20);
  locator.write('PK\x06\x07', 'latin1');
  locator.writeBigUInt64LE(BigInt(local.length + directory.length), 8);
  const large = made.large === true ? [end64, locator] : [];
  return Buffer.concat([local, directory, ...large, end, Buffer.from(made.comment ?? '', 'latin1')]);
}

const sourceOf = (bytes: Buffer): ByteSource => blobSource(new Blob([Uint8Array.from(bytes)]));

async function contentOf(bytes: Buffer): Promise<{ name: string; content: Buffer }> {
  const source = sourceOf(bytes);
  const [entry] = await readEntries(source, await findDirectory(source));
  if (!entry) throw new BrokenZip('the archive lists nothing');
  const parts: Uint8Array[] = [];
  for await (const part of unpacked(source, entry)) parts.push(part);
  return { name: entry.name, content: Buffer.concat(parts) };
}

describe('a ZIP archive in a Blob', () => {
  it.each<[string, Made]>([
    ['packed', {}],
    ['stored', { stored: true }],
    ['with 64-bit sizes', { large: true }],
    ['with a comment that looks like an end', { comment: 'PK\x05\x06 and more than twenty-two bytes' }],
  ])('gives back what was put in: %s', async (_, made) => {
    const { name, content } = await contentOf(archive('xl/a.xml', CONTENT, made));
    expect(name).toBe('xl/a.xml');
    expect(content.equals(CONTENT)).toBe(true);
  });

  it('has names with either separator', async () => {
    expect((await contentOf(archive('xl\\a.xml', CONTENT))).name).toBe('xl/a.xml');
  });

  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('Address,City\n1 Oak St,Reno\n')],
    ['a cut one', archive('a', CONTENT).subarray(0, -5)],
    ['one without its first half', archive('a', CONTENT).subarray(400)],
    ['an encrypted one', archive('a', CONTENT, { flags: 1 })],
    ['one that states too little', archive('a', CONTENT, { stated: 10 })],
    ['one that states too much', archive('a', CONTENT, { stated: CONTENT.length + 1 })],
  ])('is refused: %s', async (_, bytes) => {
    await expect(contentOf(bytes)).rejects.toMatchObject({ name: 'BrokenZip' });
  });

  it.each([false, true])(
    'with a wrong byte is refused, or what it holds is right all the same (64-bit: %s)',
    async (large) => {
      const content = Buffer.from('12 Oak St\n'.repeat(20));
      const whole = archive('xl/a.xml', content, { large });
      const outcome = (bytes: Buffer) =>
        contentOf(bytes).then(
          (found) => (found.content.equals(content) ? 'right' : 'wrong'),
          () => 'refused',
        );
      expect(await outcome(whole)).toBe('right');
      const outcomes = new Map<string, number>();
      for (let at = 0; at < whole.length; at++) {
        const broken = Buffer.from(whole);
        broken[at] = (broken[at] ?? 0) ^ 0xff;
        const found = await outcome(broken);
        outcomes.set(found, (outcomes.get(found) ?? 0) + 1);
      }
      expect([...outcomes.keys()].sort()).toEqual(['refused', 'right']);
    },
  );
});
