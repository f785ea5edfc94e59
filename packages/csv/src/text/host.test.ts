import { afterEach, describe, expect, it, vi } from 'vitest';

// The modules are loaded again, as a browser would: it has no `process`.
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

describe('in a browser', () => {
  it('tells UTF-8 from other bytes as Node does', async () => {
    const inNode = await import('./host.js');
    vi.stubGlobal('process', undefined);
    vi.resetModules();
    const inBrowser = await import('./host.js');
    expect(inBrowser.isUtf8).not.toBe(inNode.isUtf8);
    for (const bytes of [
      [],
      [0x41],
      [0xef, 0xbb, 0xbf, 0x41],
      [0xc3, 0xa9],
      [0xc3],
      [0xe9, 0x41],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xc0, 0x80],
      [0],
    ]) {
      expect(inBrowser.isUtf8(Uint8Array.from(bytes))).toBe(inNode.isUtf8(Uint8Array.from(bytes)));
    }
  });

  it('reads files as in Node', async () => {
    vi.stubGlobal('process', undefined);
    vi.resetModules();
    const { CsvReader } = await import('../records/reader.js');
    const reader = new CsvReader({ mappedHeaders: ['Address', 'City'] });
    reader.push(Uint8Array.from(Buffer.from('Address;City\n1 Pe\xf1a;Reno\n2 Oak;Mesa', 'latin1')));
    expect(reader.end().map(({ values }) => values)).toEqual([
      ['1 Peña', 'Reno'],
      ['2 Oak', 'Mesa'],
    ]);
    expect(reader.dialect?.encoding).toBe('windows-1252');
  });
});
