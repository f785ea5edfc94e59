import { plainJson } from '../../terminal/text.js';
import type { PlannedItem } from './plan.js';
import { inShape, type JsonWish } from '../../json.js';

/** Takes results in the order of the list. `end` is called once, also if the run stopped early. */
export interface BulkOutput {
  add(item: PlannedItem): Promise<void>;
  end(): Promise<void>;
}

type Write = (text: string | Uint8Array) => Promise<void>;

/** The JSON fields of one address, the same for every outcome. */
export function shownItem(item: PlannedItem) {
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
