import type { OwnerDetails, PhoneKind } from '@skiptrace/csv';
import { batched } from '../../platform/lib/batches.js';
import { withPhones } from '../contact-counts.js';
import { areaCodeOf, isListed, prefixOf, type DncKind, type DncReads } from '../dnc/dnc-store.js';
import type { OwnerRecord } from '../record.js';
import { isErasedIn, numberIn, PHONES_AT } from '../stored-contact.js';
import { withContents, type MatchResult } from './match-leads.js';
import type { OwnerIndex } from './owner-index.js';

/** Status of a phone on the lists; undefined if they don't cover it, so that the owner file decides. */
export type DncStatus = 'listed' | 'not listed' | 'left out' | undefined;

/** Snapshot of the lists, at least one of which was imported. */
export interface DncView {
  /** Looks up all numbers with one query at most. @param numbers as ten digits */
  of(numbers: Iterable<number>): Promise<(number: number) => DncStatus>;
}

/** The area code of a list that covers all of them. */
const ALL = 0;
/**
 * Bytes of blocks that a process keeps: the lists of fifty large area codes. Lists that are longer are read again as their numbers come.
 */
const MOST_KEPT_BYTES = 2 ** 26;
/** Bytes of a block besides its bits. */
const BLOCK_OVERHEAD = 200;

/** Lookups that share a read of the version. */
const MOST_TOGETHER = 1_000;

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

  async of(numbers: Iterable<number>): Promise<(number: number) => DncStatus> {
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
      let status: DncStatus;
      for (const { kind, bits } of blocks.get(prefixOf(number)) ?? NO_BLOCK) {
        if (!isListed(number, bits)) continue;
        if (kind === 'litigator') return 'left out';
        status = 'listed';
      }
      return status ?? (coversAll || covered.has(areaCodeOf(number)) ? 'not listed' : undefined);
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
  /** Reads the version of the lists once for all lookups that arrive together; the read begins after them. */
  readonly #versionFor = batched<null, number>(async (lookups) => {
    const value = await this.reads.version();
    return lookups.map(() => ({ value }));
  }, MOST_TOGETHER);

  constructor(private readonly reads: DncReads) {}

  version(): Promise<number> {
    return this.#versionFor(null);
  }

  /**
   * Null if no list was ever imported.
   * @param edition that was read with the owners; without it, it is read now
   */
  async view(edition?: number): Promise<DncView | null> {
    const version = edition ?? (await this.version());
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
export async function withDncStatus<T extends Pick<OwnerRecord, 'phones'>>(
  view: DncView,
  owners: readonly (T | null)[],
): Promise<(T | null)[]> {
  const statusOf = await view.of(
    owners.flatMap((owner) => owner?.phones.map(({ number }) => Number(number)) ?? []),
  );
  return owners.map((owner) => {
    if (owner === null) return null;
    if (owner.phones.every(({ number }) => statusOf(Number(number)) === undefined)) return owner;
    const phones = owner.phones.flatMap((phone) => withStatus(phone, statusOf(Number(phone.number))));
    const isSame =
      phones.length === owner.phones.length && phones.every((one, at) => one === owner.phones[at]);
    return isSame ? owner : { ...owner, phones };
  });
}

function withStatus<P extends OwnerRecord['phones'][number]>(phone: P, status: DncStatus): P[] {
  if (status === undefined) return [phone];
  if (status === 'left out') return [];
  const dnc = status === 'listed';
  if (phone.dnc === dnc && phone.dncChecked === undefined) return [phone];
  const { dncChecked: _, ...checked } = phone;
  return [{ ...checked, dnc } as P];
}

// Do Not Call lists over owners as jobs read them: bytes of the stored records (directory/stored-contact.ts).

/** Applies the lists to the phones of owners as bytes, which stay in place. */
async function setInDetails(dnc: DncView, details: Map<number, OwnerDetails | null>): Promise<void> {
  const statusesOf = await statusesOn(dnc, details);
  for (const [id, one] of details) {
    const statuses = statusesOf(id);
    if (one !== null && statuses !== null) details.set(id, withStatuses(one, statuses));
  }
}

/** Statuses on the lists of each owner's phones; null where the lists cover none of them. */
async function statusesOn(
  dnc: DncView,
  details: ReadonlyMap<number, OwnerDetails | null>,
): Promise<(id: number) => DncStatus[] | null> {
  const numbers = new Map<number, number[]>();
  for (const [id, one] of details) if (one !== null) numbers.set(id, numbersIn(one));
  const statusOf = await dnc.of([...numbers.values()].flat());
  const isCovered = (number: number): boolean => statusOf(number) !== undefined;
  return (id) => {
    const own = numbers.get(id) ?? [];
    return own.some(isCovered) ? own.map(statusOf) : null;
  };
}

function numbersIn(details: OwnerDetails): number[] {
  if (!('bytes' in details)) return details.phones.map(({ number }) => Number(number));
  const { bytes, places } = details;
  return details.phones.map((_, at) =>
    numberIn(bytes, places[PHONES_AT + 2 * at] ?? 0, places[PHONES_AT + 2 * at + 1] ?? 0),
  );
}

/** @param statuses of each phone */
function withStatuses(details: OwnerDetails, statuses: readonly DncStatus[]): OwnerDetails {
  const isKept = (at: number): boolean => statuses[at] !== 'left out';
  const withStatusAt = <P extends PhoneKind>(phone: P, at: number): P => {
    if (statuses[at] === undefined) return phone;
    const { dncChecked: _, ...checked } = phone;
    return { ...checked, dnc: statuses[at] === 'listed' } as P;
  };
  if (!('bytes' in details)) {
    return { ...details, phones: details.phones.map(withStatusAt).filter((_, at) => isKept(at)) };
  }
  const { bytes, places } = details;
  const phones = details.phones.map(withStatusAt);
  const end = PHONES_AT + 2 * phones.length;
  return {
    bytes,
    phones: phones.filter((_, at) => isKept(at)),
    places: places.filter((_, at) => at < PHONES_AT || at >= end || isKept((at - PHONES_AT) >> 1)),
  };
}

/** Owners in bytes by record id, as they may be handed out: null for one who may not. */
export async function passedDetails(
  lists: Pick<DoNotCall, 'view'> | null,
  details: Map<number, OwnerDetails>,
): Promise<Map<number, OwnerDetails | null>> {
  const passed: Map<number, OwnerDetails | null> = details;
  for (const [id, one] of details) if (isErasedIn(one)) passed.set(id, null);
  const dnc = await lists?.view();
  if (dnc !== null && dnc !== undefined) await setInDetails(dnc, passed);
  return passed;
}

/** Matches for a job's preview with their contents, and with what the lists say of their phones. */
export async function passedResults(
  lists: Pick<DoNotCall, 'view'>,
  index: Pick<OwnerIndex, 'records' | 'details'>,
  results: readonly MatchResult[],
): Promise<readonly MatchResult[]> {
  const known = await withContents(index, results);
  const dnc = await lists.view();
  if (dnc === null) return known;
  const ids = known.flatMap((one) => (one.matched && one.phoneCount > 0 ? [one.ownerRecordId] : []));
  const details = await index.details(ids);
  const statusesOf = await statusesOn(dnc, details);
  return known.map((result) => {
    if (!result.matched || result.phoneCount === 0) return result;
    const owner = details.get(result.ownerRecordId);
    if (owner === undefined) throw new Error('an owner record that was just found is gone');
    const statuses = statusesOf(result.ownerRecordId);
    if (statuses === null) return result;
    const phones = phonesOn(owner, statuses);
    return { ...result, phoneCount: phones.length, contents: withPhones(result.contents, phones) };
  });
}

/** The phones that the lists leave in, with their status by the lists, else by the owner file. */
const phonesOn = (owner: OwnerDetails, statuses: readonly DncStatus[]): PhoneKind[] =>
  owner.phones.flatMap((phone, at) => {
    const status = statuses[at];
    if (status === 'left out') return [];
    if (status !== undefined) return [{ type: phone.type, dnc: status === 'listed' }];
    return [phone];
  });
