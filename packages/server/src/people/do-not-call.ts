import type { OwnerRecord } from '../owners/match/index.js';
import type { DncReads } from '../owners/dnc/dnc-store.js';

/** Status of a phone on the lists; undefined if they don't cover it, so that the owner file decides. */
export type DncSaying = 'listed' | 'not listed' | 'left out' | undefined;

/** Snapshot of the lists, at least one of which was imported. */
export interface DncView {
  /** Looks up all numbers with one query. */
  of(numbers: Iterable<string>): Promise<(number: string) => DncSaying>;
}

const AREA_CODE = 3;
/** The area code of a list that covers all of them. */
const ALL = '0';

/** Answers which phones are on Do Not Call lists. An import applies to the next batch in every process. */
export class DoNotCall {
  #known: { version: number; covered: Promise<ReadonlySet<string>> } | null = null;

  constructor(private readonly reads: DncReads) {}

  version(): Promise<number> {
    return this.reads.version();
  }

  /** Null if no list was ever imported. */
  async view(): Promise<DncView | null> {
    const version = await this.reads.version();
    if (version === 0) return null;
    if (this.#known?.version !== version) {
      const covered = this.#covered();
      this.#known = { version, covered };
      covered.catch(() => (this.#known = null));
    }
    const covered = await this.#known.covered;
    return { of: (numbers) => this.#of(new Set(numbers), covered) };
  }

  /** The area codes of the national list. */
  async #covered(): Promise<ReadonlySet<string>> {
    const lists = await this.reads.lists();
    return new Set(lists.filter(({ kind }) => kind === 'national').map(({ areaCode }) => String(areaCode)));
  }

  async #of(
    numbers: ReadonlySet<string>,
    covered: ReadonlySet<string>,
  ): Promise<(number: string) => DncSaying> {
    const listed = numbers.size === 0 ? [] : await this.reads.listed([...numbers].map(Number));
    const sayings = new Map<string, DncSaying>();
    for (const { number, kind } of listed) {
      const text = String(number);
      if (kind === 'litigator') sayings.set(text, 'left out');
      else if (sayings.get(text) === undefined) sayings.set(text, 'listed');
    }
    return (number) => {
      const saying = sayings.get(number);
      if (saying !== undefined) return saying;
      return covered.has(ALL) || covered.has(number.slice(0, AREA_CODE)) ? 'not listed' : undefined;
    };
  }
}

/** Applies the lists to the phones of owners; unchanged owners are returned as the same objects. */
export async function withSayings<T extends Pick<OwnerRecord, 'phones'>>(
  view: DncView,
  owners: readonly (T | null)[],
): Promise<(T | null)[]> {
  const sayingOf = await view.of(owners.flatMap((owner) => owner?.phones.map(({ number }) => number) ?? []));
  return owners.map((owner) => {
    if (owner === null) return null;
    const phones = owner.phones.flatMap((phone) => saidOf(phone, sayingOf(phone.number)));
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
