import { decide } from '@skiptrace/address';
import {
  looseHashes,
  matchLeads,
  type Decision,
  type Lead,
  type OpenLead,
  type Screen,
} from '../match-leads.js';
import type { OwnerIndex } from '../owner-index.js';
import { IndexCopy, type CopyView } from './index-copy.js';

/** Decides like `matchLeads`, for a process with many batches: queries the index only for leads the copy doesn't settle. */
export class MatcherWithCopy {
  readonly #copy: IndexCopy;

  /** @param maxKeys a directory with more keys is left to the index */
  constructor(
    private readonly index: OwnerIndex,
    maxKeys?: number,
    private readonly screen?: Screen,
  ) {
    this.#copy = new IndexCopy(index.copySource, maxKeys);
  }

  /** Decisions in the order of the leads. */
  match(leads: readonly Lead[]): Promise<Decision[]> {
    const settle = this.#copy.view().then((view) => (lead: OpenLead) => settledByCopy(lead, view));
    return matchLeads(this.index, leads, 'decisions', settle, this.screen);
  }
}

function settledByCopy(lead: OpenLead, view: CopyView): Decision | undefined {
  const { address, sealed, exact } = lead;
  const record = sealed === null ? undefined : view.find(sealed);
  if (record !== undefined) return { record, at: () => [address] };
  if (!view.hasNone(exact) || !view.hasNone(looseHashes(lead))) return undefined;
  // There is nothing to choose from.
  const outcome = decide(address, []);
  return outcome.matched ? undefined : { reason: outcome.reason };
}
