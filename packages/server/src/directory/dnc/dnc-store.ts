/**
 * `national`: the Do Not Call registry. `internal`: people who told the operator not to call. `litigator`:
 * numbers never returned, because calls to them lead to lawsuits.
 */
export type DncKind = 'national' | 'internal' | 'litigator';

/** An imported list. */
export interface DncList {
  kind: DncKind;
  /** Area code that a national list covers; 0 means all, and always for other kinds. */
  areaCode: number;
  /** Date of the list, `YYYY-MM-DD`. */
  dated: string;
  /** Number of listed phones. */
  numbers: number;
  importedAt: number;
}

/** Reads of the lists, for `DoNotCall`. */
export interface DncReads {
  /** Changes with each import; 0 before the first. */
  version(): Promise<number>;
  lists(): Promise<DncList[]>;
  /** The blocks of these prefixes, of all lists. */
  blocks(prefixes: readonly number[]): Promise<(DncBlock & { kind: DncKind })[]>;
}

/**
 * Numbers with the same first six digits. Many are stored as a bitmap of ten thousand bits; few as two bytes each, the last four
 * digits in ascending order.
 */
export interface DncBlock {
  prefix: number;
  bits: Uint8Array;
}

/** Stores the lists. Each method is atomic. */
export interface DncStore {
  /** Replaces a whole list. @param areaCodes replaces only these; null replaces all */
  replace(
    list: Omit<DncList, 'areaCode' | 'numbers'>,
    areaCodes: readonly number[] | null,
    blocks: readonly DncBlock[],
  ): Promise<void>;
  /** Applies changes to the national list in the area codes it covers. */
  change(
    list: Pick<DncList, 'dated' | 'importedAt'>,
    changes: { add: readonly DncBlock[]; remove: readonly DncBlock[] },
  ): Promise<void>;
}

const NUMBERS_PER_BLOCK = 10_000;
const BITMAP_BYTES = NUMBERS_PER_BLOCK / 8;
const ENDING_BYTES = 2;
/** Above this number of endings, a bitmap is smaller. */
const MAX_ENDINGS = BITMAP_BYTES / ENDING_BYTES - 1;
/** A prefix without its last three digits is the area code. */
export const PREFIXES_PER_AREA = 1_000;

export const prefixOf = (number: number): number => Math.floor(number / NUMBERS_PER_BLOCK);
export const areaCodeOf = (number: number): number => Math.floor(prefixOf(number) / PREFIXES_PER_AREA);
export const areaCodeOfBlock = ({ prefix }: DncBlock): number => Math.floor(prefix / PREFIXES_PER_AREA);

/** Collects numbers in any order, in compact form: a registry of 250 million takes some 200 MB. */
export class NumberSet {
  readonly #blocks = new Map<number, number[] | Uint8Array>();

  add(number: number): void {
    const prefix = prefixOf(number);
    const ending = number % NUMBERS_PER_BLOCK;
    const block = this.#blocks.get(prefix);
    if (block === undefined) this.#blocks.set(prefix, [ending]);
    else if (block instanceof Uint8Array) setBit(block, ending);
    else if (block.push(ending) > MAX_ENDINGS) this.#blocks.set(prefix, bitmapOfEndings(block));
  }

  blocks(): DncBlock[] {
    return [...this.#blocks]
      .map(([prefix, block]) => {
        const bitmap = block instanceof Uint8Array ? block : bitmapOfEndings(block);
        return { prefix, bits: storedBlock(bitmap) };
      })
      .sort((a, b) => a.prefix - b.prefix);
  }
}

const setBit = (bitmap: Uint8Array, at: number): void => {
  bitmap[at >>> 3] = (bitmap[at >>> 3] ?? 0) | (1 << (at & 7));
};

function bitmapOfEndings(endings: Iterable<number>): Uint8Array {
  const bitmap = new Uint8Array(BITMAP_BYTES);
  for (const ending of endings) setBit(bitmap, ending);
  return bitmap;
}

/** The endings of a block that is no bitmap. */
function* endingsOf(bits: Uint8Array): Generator<number> {
  for (let at = 0; at < bits.length; at += ENDING_BYTES) yield (bits[at] ?? 0) * 256 + (bits[at + 1] ?? 0);
}

const bitmapOf = (bits: Uint8Array): Uint8Array =>
  bits.length === BITMAP_BYTES ? bits : bitmapOfEndings(endingsOf(bits));

function storedBlock(bitmap: Uint8Array): Uint8Array {
  let count = 0;
  for (const byte of bitmap) count += BITS[byte] ?? 0;
  if (count > MAX_ENDINGS) return bitmap;
  const stored = new Uint8Array(count * ENDING_BYTES);
  let at = 0;
  for (const [place, byte] of bitmap.entries())
    for (let bit = 0; byte >>> bit !== 0; bit++)
      if (((byte >>> bit) & 1) === 1) {
        const ending = 8 * place + bit;
        stored[at++] = ending >>> 8;
        stored[at++] = ending & 255;
      }
  return stored;
}

/** Whether a number is in the block of its prefix. */
export function isListed(number: number, bits: Uint8Array): boolean {
  const ending = number % NUMBERS_PER_BLOCK;
  if (bits.length === BITMAP_BYTES) return ((bits[ending >>> 3] ?? 0) & (1 << (ending & 7))) !== 0;
  let [from, to] = [0, bits.length / ENDING_BYTES];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const one = (bits[ENDING_BYTES * middle] ?? 0) * 256 + (bits[ENDING_BYTES * middle + 1] ?? 0);
    if (one === ending) return true;
    if (one < ending) from = middle + 1;
    else to = middle;
  }
  return false;
}

/** Number of phones in blocks. */
export function countOf(blocks: readonly DncBlock[]): number {
  let count = 0;
  for (const { bits } of blocks)
    if (bits.length === BITMAP_BYTES) for (const byte of bits) count += BITS[byte] ?? 0;
    else count += bits.length / ENDING_BYTES;
  return count;
}

const BITS = Uint8Array.from({ length: 256 }, (_, byte) => byte.toString(2).replaceAll('0', '').length);

/** @param before null for a block that isn't there */
export function changedBits(
  before: Uint8Array | null,
  add: Uint8Array = NONE,
  remove: Uint8Array = NONE,
): Uint8Array {
  const [was, added, removed] = [bitmapOf(before ?? NONE), bitmapOf(add), bitmapOf(remove)];
  return storedBlock(was.map((byte, at) => (byte & ~(removed[at] ?? 0)) | (added[at] ?? 0)));
}

const NONE = new Uint8Array(0);

/** A list for each area code, with how many of the blocks are in it. */
export const listsOf = (
  list: Omit<DncList, 'areaCode' | 'numbers'>,
  areaCodes: readonly number[] | null,
  blocks: readonly DncBlock[],
): DncList[] => {
  if (areaCodes === null) return [{ ...list, areaCode: 0, numbers: countOf(blocks) }];
  return areaCodes.map((areaCode) => ({
    ...list,
    areaCode,
    numbers: countOf(blocks.filter((block) => areaCodeOfBlock(block) === areaCode)),
  }));
};

/** Blocks of both, by prefix. */
export function pairedBlocks(
  add: readonly DncBlock[],
  remove: readonly DncBlock[],
): Map<number, { add?: Uint8Array; remove?: Uint8Array }> {
  const pairs = new Map<number, { add?: Uint8Array; remove?: Uint8Array }>();
  for (const { prefix, bits } of add) pairs.set(prefix, { add: bits });
  for (const { prefix, bits } of remove) pairs.set(prefix, { ...pairs.get(prefix), remove: bits });
  return pairs;
}
