import type { AddressInput, BulkItem } from '@skiptrace/sdk';

/** Takes results in the order of the list. `end` is called once, also when the run stopped early. */
export interface BulkOutput {
  add(item: BulkItem<AddressInput>): Promise<void>;
  end(): Promise<void>;
}

type Write = (text: string | Uint8Array) => Promise<void>;

/** What a program gets for one address. */
export function shownItem(item: BulkItem<AddressInput>): Record<string, unknown> {
  const { input, outcome } = item;
  switch (outcome) {
    case 'match':
    case 'miss': {
      const { contact, phones, emails } = item.result;
      return { input, outcome, chargedCents: item.chargedCents, contact, phones, emails };
    }
    case 'rejected':
      return { input, outcome, chargedCents: 0, problems: item.problems };
    case 'unknown':
      return {
        input,
        outcome,
        chargedCents: null,
        error: { code: item.error.code, message: item.error.message },
      };
    case 'not-sent':
      return {
        input,
        outcome,
        chargedCents: 0,
        error: { code: item.error.code, message: item.error.message },
      };
  }
}

export function ndjsonOutput(write: Write): BulkOutput {
  return { add: (item) => write(`${JSON.stringify(shownItem(item))}\n`), end: () => Promise.resolve() };
}

/** A JSON array, one element a line; it is closed also when the run stopped early. */
export function jsonOutput(write: Write): BulkOutput {
  let first = true;
  return {
    add(item) {
      const before = first ? '[\n' : ',\n';
      first = false;
      return write(before + JSON.stringify(shownItem(item)));
    },
    end: () => write(first ? '[]\n' : '\n]\n'),
  };
}
