import type { OwnerRecord } from '../owners/match/index.js';
import { areaCodeOf, isListed, prefixOf, type DncKind, type DncReads } from '../owners/dnc/dnc-store.js';

/** Status of a phone on the lists; undefined if they don't cover it, so that the owner file decides. */
export type DncSaying = 'listed' | 'not listed' | 'left out' | undefined;

/** Snapshot of the lists, at least one of which was imported. */
export interface DncView {
  /** Looks up all numbers with one query at most. @param numbers as ten digits */
  of(numbers: Iterable<number>): Promise<(number: number) => DncSaying>;
}

/** The area code of a list that covers all of them. */
const ALL = 0;
/**
 * Bytes of blocks that a process keeps: the lists of fifty large area codes. Lists that are longer are read again as their numbers come.
 */
const MOST_KEPT_BYTES = 2 ** 26;
/** Bytes of a block besides its bits. */
const BLOCK_OVERHEAD = 200;

type Block = readonly { kind: DncKind; bits: Uint8Array }[];

const NO_BLOCK: Block = [];

/** The lists of one version, of which the blocks that were asked for stay in memory: nearly all of them soon. */
class KnownLists {
  #blocks = new Map<number, Block>();
  #bytes = 0;
  readonly #covered: Promise<ReadonlySet<number>>;

  constructor(
    readonly version: number,
    private readonly reads: DncReads,
  ) {
    this.#covered = reads
      .lists()
      .then(
        (lists) => new Set(lists.flatMap(({ kind, areaCode }) => (kind === 'national' ? [areaCode] : []))),
      );
  }

  /** The area codes of the national list. */
  get covered(): Promise<ReadonlySet<number>> {
    return this.#covered;
  }

  async of(numbers: Iterable<number>): Promise<(number: number) => DncSaying> {
    const covered = await this.#covered;
    if (this.#bytes > MOST_KEPT_BYTES) {
      // Batches that still hold the others' blocks keep them.
      this.#blocks = new Map();
      this.#bytes = 0;
    }
    const blocks = this.#blocks;
    const missing = new Set<number>();
    for (const number of numbers) {
      const prefix = prefixOf(number);
      if (!blocks.has(prefix)) missing.add(prefix);
    }
    if (missing.size > 0) await this.#add([...missing], blocks);
    const coversAll = covered.has(ALL);
    return (number) => {
      let saying: DncSaying;
      for (const { kind, bits } of blocks.get(prefixOf(number)) ?? NO_BLOCK) {
        if (!isListed(number, bits)) continue;
        if (kind === 'litigator') return 'left out';
        saying = 'listed';
      }
      return saying ?? (coversAll || covered.has(areaCodeOf(number)) ? 'not listed' : undefined);
    };
  }

  async #add(prefixes: readonly number[], blocks: Map<number, Block>): Promise<void> {
    const found = await this.reads.blocks(prefixes);
    for (const prefix of prefixes) blocks.set(prefix, NO_BLOCK);
    this.#bytes += BLOCK_OVERHEAD * prefixes.length;
    for (const { prefix, kind, bits } of found) {
      blocks.set(prefix, [...(blocks.get(prefix) ?? NO_BLOCK), { kind, bits }]);
      this.#bytes += BLOCK_OVERHEAD + bits.length;
    }
  }
}

/** Answers which phones are on Do Not Call lists. An import applies to the next batch in every process. */
export class DoNotCall {
  #known: KnownLists | null = null;

  constructor(private readonly reads: DncReads) {}

  version(): Promise<number> {
    return this.reads.version();
  }

  /** Null if no list was ever imported. */
  async view(): Promise<DncView | null> {
    const version = await this.reads.version();
    if (version === 0) return null;
    if (this.#known?.version !== version) {
      const known = new KnownLists(version, this.reads);
      this.#known = known;
      known.covered.catch(() => (this.#known = null));
    }
    return this.#known;
  }
}

/** Applies the lists to the phones of owners; unchanged owners are returned as the same objects. */
export async function withSayings<T extends Pick<OwnerRecord, 'phones'>>(
  view: DncView,
  owners: readonly (T | null)[],
): Promise<(T | null)[]> {
  const sayingOf = await view.of(
    owners.flatMap((owner) => owner?.phones.map(({ number }) => Number(number)) ?? []),
  );
  return owners.map((owner) => {
    if (owner === null) return null;
    if (owner.phones.every(({ number }) => sayingOf(Number(number)) === undefined)) return owner;
    const phones = owner.phones.flatMap((phone) => saidOf(phone, sayingOf(Number(phone.number))));
    const isSame =
      phones.length === owner.phones.length && phones.every((one, at) => one === owner.phones[at]);
    return isSame ? owner : { ...owner, phones };
  });
}

function saidOf<P extends OwnerRecord['phones'][number]>(phone: P, saying: DncSaying): P[] {
  if (saying === undefined) return [phone];
  if (saying === 'left out') return [];
  const dnc = saying === 'listed';
  if (phone.dnc === dnc && phone.dncChecked === undefined) return [phone];
  const { dncChecked: _, ...checked } = phone;
  return [{ ...checked, dnc } as P];
}
