import { describe, expect, it } from 'vitest';
import { blobSource, type ByteSource } from './byte-source.js';
import { zipOf, type ZipOptions } from './testing/zip.js';
import { BrokenZip, LargeZip, zipEntries } from './zip.js';

const CONTENT = Buffer.from('12 Oak St\n'.repeat(50_000));

const sourceOf = (bytes: Buffer): ByteSource => blobSource(new Blob([Uint8Array.from(bytes)]));

async function contentOf(bytes: Buffer): Promise<{ name: string; content: Buffer }> {
  const source = sourceOf(bytes);
  const [entry] = await zipEntries(source);
  if (!entry) throw new BrokenZip('the archive lists nothing');
  const parts: Uint8Array[] = [];
  for await (const part of entry.content()) parts.push(part);
  return { name: entry.name, content: Buffer.concat(parts) };
}

describe('a ZIP archive in a Blob', () => {
  it.each<[string, ZipOptions]>([
    ['packed', {}],
    ['stored', { isCompressed: false }],
    ['with 64-bit sizes', { isLarge: true }],
    ['with a comment', { comment: 'PK\x05\x06 and more than twenty-two bytes' }],
  ])('gives back what was put in: %s', async (_, options) => {
    const { name, content } = await contentOf(await zipOf({ 'xl/a.xml': CONTENT }, options));
    expect(name).toBe('xl/a.xml');
    expect(content.equals(CONTENT)).toBe(true);
  });

  it('has names with either separator', async () => {
    const archive = await zipOf({ 'xl-a.xml': CONTENT });
    for (let at = archive.indexOf('xl-a.xml'); at !== -1; at = archive.indexOf('xl-a.xml'))
      archive[at + 2] = 0x5c;
    expect((await contentOf(archive)).name).toBe('xl/a.xml');
  });

  it.each<[string, () => Promise<Buffer> | Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('Address,City\n1 Oak St,Reno\n')],
    ['a cut one', async () => (await zipOf({ a: CONTENT })).subarray(0, -5)],
    ['one without its first half', async () => (await zipOf({ a: CONTENT })).subarray(400)],
    [
      'two in one file',
      async () => Buffer.concat([await zipOf({ a: CONTENT }), await zipOf({ b: CONTENT })]),
    ],
    [
      'one with a cut one behind it',
      async () =>
        Buffer.concat([await zipOf({ a: CONTENT }), (await zipOf({ b: CONTENT })).subarray(0, -25)]),
    ],
    [
      'one with something in front of it',
      async () => Buffer.concat([Buffer.from('x'), await zipOf({ a: CONTENT })]),
    ],
    ['an encrypted one', () => zipOf({ a: CONTENT }, { password: 'x' })],
    ['one that states too little', () => zipOf({ a: CONTENT }, { statedBytes: 10 })],
    ['one that states too much', () => zipOf({ a: CONTENT }, { statedBytes: CONTENT.length + 1 })],
  ])('is refused: %s', async (_, archive) => {
    await expect(contentOf(await archive())).rejects.toMatchObject({ name: 'BrokenZip' });
  });

  it('is refused when it lists more than the limits allow', async () => {
    const source = sourceOf(await zipOf({ a: '1', b: '2', c: '3' }));
    expect(await zipEntries(source, { entries: 3, directoryBytes: 10_000 })).toHaveLength(3);
    await expect(zipEntries(source, { entries: 2, directoryBytes: 10_000 })).rejects.toThrow(LargeZip);
    await expect(zipEntries(source, { entries: 3, directoryBytes: 100 })).rejects.toThrow(LargeZip);
  });

  it('passes on the error of its file', async () => {
    const source = sourceOf(await zipOf({ a: CONTENT }));
    const gone = new Error('the file has changed');
    let isGone = false;
    const [entry] = await zipEntries({
      size: source.size,
      read: (start, end) => {
        if (isGone) throw gone;
        return source.read(start, end);
      },
    });
    isGone = true;
    const read = async () => {
      for await (const piece of entry?.content() ?? []) expect(piece).toBeUndefined();
    };
    await expect(read()).rejects.toBe(gone);
  });

  it.each([false, true])(
    'with a wrong byte is refused, or what it holds is right all the same (64-bit: %s)',
    async (isLarge) => {
      const content = Buffer.from('12 Oak St\n'.repeat(20));
      const whole = await zipOf({ 'xl/a.xml': content }, { isLarge });
      const outcome = (bytes: Buffer) =>
        contentOf(bytes).then(
          (found) => (found.content.equals(content) ? 'right' : 'wrong'),
          () => 'refused',
        );
      expect(await outcome(whole)).toBe('right');
      const outcomes = new Set<string>();
      for (let at = 0; at < whole.length; at++) {
        const broken = Buffer.from(whole);
        broken[at] = (broken[at] ?? 0) ^ 0xff;
        outcomes.add(await outcome(broken));
      }
      expect([...outcomes].sort()).toEqual(['refused', 'right']);
    },
  );
});
