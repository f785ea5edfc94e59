import type { SplitAddress } from '@skiptrace/csv';
import { propertyKeyOf, whyNoMatch, type NoMatchReason } from '@skiptrace/csv/leads';
import type { AddressInput, BulkItem } from '@skiptrace/sdk';
import { inShape, type JsonWish } from '../../json.js';
import { plainJson } from '../../terminal/text.js';

type Item = BulkItem<AddressInput>;

/** Result of an address that was not sent, because no owner can be found at it. */
export interface UnmatchableItem {
  readonly outcome: 'cannot-match';
  readonly index: number;
  readonly input: AddressInput;
  readonly reason: NoMatchReason;
  readonly chargedCents: 0;
}

export type PlannedItem = Item | UnmatchableItem;

/** Decides which addresses of a list are sent, and which answer each address gets. */
export class BulkPlan {
  /** The addresses to send, in the order of the list. */
  readonly sent: readonly AddressInput[];
  readonly unmatchable: number;
  /** Number of different properties. */
  readonly different: number;
  /** Number of addresses that repeat a property above them. */
  readonly repeated: number;
  readonly #fates: readonly (number | NoMatchReason)[];

  constructor(
    private readonly list: readonly AddressInput[],
    { dedupe, sendAll }: { readonly dedupe: boolean; readonly sendAll: boolean },
  ) {
    const sent: AddressInput[] = [];
    const places = new Map<string, number>();
    this.#fates = list.map((input) => {
      const lead = asLead(input);
      const hindrance = sendAll ? undefined : whyNoMatch(lead);
      if (hindrance !== undefined) return hindrance;
      const key = propertyKeyOf(lead);
      const known = places.get(key);
      if (known !== undefined && dedupe) return known;
      if (known === undefined) places.set(key, sent.length);
      return sent.push(input) - 1;
    });
    this.sent = sent;
    this.different = places.size;
    this.unmatchable = this.#fates.filter((fate) => typeof fate === 'string').length;
    this.repeated = list.length - this.unmatchable - this.different;
  }

  /** Every address of the list in order, with its answer. @param answers in the order of `sent` */
  async *itemsFrom(answers: AsyncIterable<Item>): AsyncGenerator<PlannedItem> {
    const last = new Map(this.#fates.map((fate, index) => [fate, index]));
    // Holds only answers that are still to be repeated.
    const kept = new Map<number, { item: Item; first: number }>();
    const source = answers[Symbol.asyncIterator]();
    try {
      for (const [index, fate] of this.#fates.entries()) {
        const input = this.list[index];
        if (input === undefined) return;
        if (typeof fate === 'string') {
          yield { outcome: 'cannot-match', index, input, reason: fate, chargedCents: 0 };
          continue;
        }
        const known = kept.get(fate);
        if (known !== undefined) {
          if (last.get(fate) === index) kept.delete(fate);
          yield copyOf(known.item, index, input, known.first);
          continue;
        }
        const next = await source.next();
        if (next.done === true) return;
        if (last.get(fate) !== index) kept.set(fate, { item: next.value, first: index });
        yield { ...next.value, index, input };
      }
    } finally {
      await source.return?.();
    }
  }
}

/** The paid answer again, for another address of the same property. */
function copyOf(item: Item, index: number, input: AddressInput, duplicateOf: number): Item {
  const copied = { ...item, index, input, duplicateOf };
  return copied.outcome === 'match' ? { ...copied, chargedCents: 0 } : copied;
}

function asLead({ address, city = '', state = '', zip = '' }: AddressInput): SplitAddress {
  return { address, city, state, zip };
}

/** Takes results in the order of the list. `end` is called once, also if the run stopped early. */
export interface BulkOutput {
  add(item: PlannedItem): Promise<void>;
  end(): Promise<void>;
}

type Write = (text: string | Uint8Array) => Promise<void>;

/** The JSON fields of one address, the same for every outcome. */
function shownItem(item: PlannedItem) {
  const { input, outcome } = item;
  const nothing = { contact: null, phones: [], emails: [], problems: [], error: null };
  switch (outcome) {
    case 'match':
    case 'miss': {
      const { contact, phones, emails } = item.result;
      return { input, outcome, chargedCents: item.chargedCents, ...nothing, contact, phones, emails };
    }
    case 'cannot-match':
      return { input, outcome: 'miss', chargedCents: 0, ...nothing, problems: [`not sent: ${item.reason}`] };
    case 'rejected':
      return { input, outcome, chargedCents: 0, ...nothing, problems: item.problems };
    case 'unknown':
    case 'failed':
    case 'not-sent': {
      const { code, message } = item.error;
      const chargedCents = outcome === 'unknown' ? null : 0;
      return { input, outcome, chargedCents, ...nothing, error: { code, message } };
    }
  }
}

export function ndjsonOutput(write: Write): BulkOutput {
  return {
    add: (item) => write(`${plainJson(JSON.stringify(shownItem(item)))}\n`),
    end: () => Promise.resolve(),
  };
}

/** A JSON array, one element a line; it is closed also if the run stopped early. */
export function jsonOutput(write: Write, wish: JsonWish | undefined): BulkOutput {
  let first = true;
  return {
    add(item) {
      const before = first ? '[\n' : ',\n';
      first = false;
      const shown = shownItem(item);
      return write(before + plainJson(JSON.stringify(wish?.only ? inShape(shown, wish) : shown)));
    },
    end: () => write(first ? '[]\n' : '\n]\n'),
  };
}
