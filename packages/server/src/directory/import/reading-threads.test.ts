import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryOwners, type TemporaryOwners } from '../../testing/owners.js';
import { OwnerFile, type FilePart } from './owner-file.js';
import type { ReadPart } from './read-part.js';
import { partReaders } from './reading-threads.js';

let world: TemporaryOwners;
beforeEach(async () => {
  world = await temporaryOwners();
});
afterEach(() => world.remove());

const ROWS = 12_000;
const WANTED = {
  ...{ dncDefault: true, phoneTypeDefault: null, allowNameless: false, fileBytes: 0 },
  rowFormat: 'json' as const,
};
const LARGE = Number.MAX_SAFE_INTEGER;
const letter = (n: number) => String.fromCharCode(97 + (n % 26));
const row = (n: number) =>
  n % 1_000 === 999
    ? 'PO Box 7,Dayton,OH,45402,Nobody\n'
    : `${n + 1} El${letter(n)}${letter(n >> 5)}m St,Dayton,OH,45402,"Owner\nNo ${n} é"\n`;
const csv = () =>
  `\uFEFFProperty Address,Property City,Property State,Property Zip,Owner Name\n\n${Array.from({ length: ROWS }, (_, n) => row(n)).join('')}`;

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);
const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function readAll(path: string, bytes: number): Promise<ReadPart[]> {
  const file = new OwnerFile(path, { rejectsPath: `${path}.rejects`, overrides: {} });
  const parts: FilePart[] = [];
  for await (const part of file.parts()) parts.push(part);
  const readers = partReaders({ ...file.layout, ...WANTED }, bytes);
  try {
    return await Promise.all(parts.map((part) => readers.read(part)));
  } finally {
    await readers.close();
  }
}

describe('threads that read an owner file', { timeout: 60_000 }, () => {
  it('give the same result as without threads, part by part', async () => {
    const path = await world.write(csv());
    const here = await readAll(path, 0);
    expect(here.length).toBeGreaterThan(1);
    expect(here.reduce((rows, { found }) => rows + found.rows, 0)).toBe(ROWS);
    const refused = here.flatMap((part) => part.refused.map(({ line }) => line));
    // Two lines a row, but one where it is refused.
    expect(refused).toEqual(Array.from({ length: ROWS / 1_000 }, (_, n) => 3 + 2 * 999 + n * 1_999));
    const inThreads = await readAll(path, LARGE);
    const plain = (parts: ReadPart[]) =>
      parts.map(({ records: { rows, streets, identities, ownerNumbers, keys }, ...rest }) => ({
        ...rest,
        records: [
          Buffer.from(rows.join()),
          Buffer.from(streets),
          bytesOf(identities),
          ownerNumbers,
          bytesOf(keys),
        ].map(digest),
      }));
    expect(plain(inThreads)).toEqual(plain(here));
  });

  it('that end too early fail their reads', async () => {
    const path = await world.write(csv());
    const file = new OwnerFile(path, { rejectsPath: `${path}.rejects`, overrides: {} });
    const parts = file.parts();
    const first = (await parts.next()).value as FilePart;
    await parts.return(undefined);
    const readers = partReaders({ ...file.layout, ...WANTED }, LARGE);
    const failed = expect(readers.read(first)).rejects.toThrow('has ended');
    await readers.close();
    await failed;
  });
});
