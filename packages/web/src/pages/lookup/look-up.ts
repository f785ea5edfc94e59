import type { SkipTraceMatch } from '@skiptrace/contract';
import type { AppSchemas } from '@skiptrace/contract/app';
import { own } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { findSaved, type LookupOnFile } from '../../session/saved-lookups.js';
import type { Corrected } from './address.js';
import { closeQuestion, isOpen, questionFor, type Question, type SameProperty } from './questions.js';

/** An address with its answer. */
export interface Lookup {
  /** The address as typed, or in standard form if it comes from a saved lookup. */
  line: string;
  /** Null for a miss. */
  match: SkipTraceMatch | null;
  /** The other owners of the property. */
  coOwners: AppSchemas['CoOwners'];
  /** For a miss: units on file in the building. */
  units: readonly string[];
  /** Milliseconds since the epoch. */
  at: number;
  /** Last UTC day on which another lookup of a saved answer's property is free; null if it is charged. */
  freeUntil: string | null;
}

export type Outcome =
  /** Not sent: the line can match no owner, for this reason. */
  { kind: 'incomplete'; missing: string } | { kind: 'answered'; answered: Answered };

export interface Answered {
  lookup: Lookup;
  /**
   * `now`: this request was answered. `a repeat`: an earlier request with the same idempotency key was answered as well, and
   * only that one was charged. `before`: nothing was looked up, because the answer is saved.
   */
  from: 'now' | 'a repeat' | 'before';
  /** Differences between the line and the matched address. */
  corrected: Corrected | null;
}

export interface Wish {
  line: string;
  /** Look up again, even if the answer is already saved. */
  payAgain: boolean;
  /** Price per match shown on the page; the server refuses a lookup at any other price. */
  priceCents: number;
}

export const addressRules = () => import('./address.js');

/** Looks up an address, unless it can't match any owner or would be charged again without consent. @throws Problem */
export async function lookUp(account: string, { line, payAgain, priceCents }: Wish): Promise<Outcome> {
  const { missing, isSame, corrected } = await read(line);
  if (missing !== null) return { kind: 'incomplete', missing };
  const answered = (lookup: Lookup, from: Answered['from']): Outcome => ({
    kind: 'answered',
    answered: { lookup, from, corrected: lookup.match && corrected(lookup.match) },
  });
  // A question still without an answer is sent again: its response says what it cost.
  if (!payAgain && account.startsWith('live:') && !isOpen(account, line, isSame)) {
    const saved = await findSaved(line);
    // As typed now: another lookup asks this spelling, not the first one.
    if (saved !== null) return answered({ ...lookupOf(saved), line }, 'before');
  }
  const { question, isRepeated } = questionFor(account, line, isSame);
  try {
    const { match, coOwners, units, isReplayed } = await ask(question, priceCents);
    // The server saves the answer in the same commit as the charge, so closing the page now loses nothing that was paid for.
    closeQuestion(account, question);
    return answered(
      { line: question.line, match, coOwners, units, at: Date.now(), freeUntil: null },
      isReplayed ? 'a repeat' : 'now',
    );
  } catch (error) {
    // This request was refused, but for a repeated question an earlier request may have succeeded.
    if (!isRepeated && error instanceof Problem && error.isNothingDone) closeQuestion(account, question);
    throw error;
  }
}

export const lookupOf = ({ address, match, coOwners, lookedUpAt, freeUntil }: LookupOnFile): Lookup => ({
  line: address,
  match,
  coOwners,
  units: [],
  at: Date.parse(lookedUpAt),
  freeUntil,
});

interface Read {
  missing: string | null;
  isSame: SameProperty;
  corrected: (match: SkipTraceMatch) => Corrected | null;
}

async function read(line: string): Promise<Read> {
  // If the rules can't be loaded because the connection dropped, the server reports what it can't look up.
  const rules = await addressRules().catch(() => null);
  return {
    missing: rules?.missingParts(line) ?? null,
    isSame: rules?.isSameProperty ?? ((one, other) => one === other),
    corrected: ({ contact }) => rules?.corrected(line, contact) ?? null,
  };
}

async function ask({ line, idempotencyKey }: Question, priceCents: number) {
  let isReplayed = false;
  const { answer, coOwners, units } = await own.POST('/app/api/lookups', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: { address: line },
    headers: { 'Skiptrace-Price': String(priceCents) },
    fetch: async (request) => {
      const response = await fetch(request);
      isReplayed = response.headers.get('Idempotency-Replayed') === 'true';
      return response;
    },
  });
  return { match: answer.found ? answer : null, coOwners, units, isReplayed };
}
