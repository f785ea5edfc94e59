import type { SkipTraceMatch } from '@skiptrace/contract';
import { queryOptions } from '@tanstack/react-query';
import { KeptList, LOOKUPS } from '../../session/kept-list.js';
import type { SameProperty } from './questions.js';

/** An address with its answer. */
export interface Lookup {
  /** The address as it was typed. */
  line: string;
  /** Null for a miss. */
  match: SkipTraceMatch | null;
  /** Milliseconds since the epoch. */
  at: number;
}

const DAY_MS = 24 * 60 * 60 * 1_000;
const keptLookups = new KeptList<Lookup>(LOOKUPS, 200, DAY_MS);

/** The answers of this browser, newest first; one for each property. */
export const lookupsQuery = (account: string) =>
  queryOptions({
    queryKey: ['lookups', account],
    queryFn: () => keptLookups.read(account),
    networkMode: 'always',
    staleTime: 0,
  });

export const keepLookup = (account: string, lookup: Lookup, isSame: SameProperty): void =>
  keptLookups.write(account, [
    lookup,
    ...keptLookups.read(account).filter((other) => !isSame(other.line, lookup.line)),
  ]);

/** The answer that this account has paid for and still has in this browser. */
export const paidLookup = (account: string, line: string, isSame: SameProperty): Lookup | undefined =>
  keptLookups.read(account).find((lookup) => (lookup.match?.charged ?? 0) > 0 && isSame(lookup.line, line));
