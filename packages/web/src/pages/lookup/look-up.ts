import { bodyOf, contract } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import type { SkipTraceMatch } from '@skiptrace/contract';
import { findSaved, type SavedLookup } from '../../session/saved-lookups.js';
import type { Corrected } from './address.js';
import { closeQuestion, isOpen, questionFor, type Question, type SameProperty } from './questions.js';

/** An address with its answer. */
export interface Lookup {
  /** The address as it was typed, or in standard form where it was saved. */
  line: string;
  /** Null for a miss. */
  match: SkipTraceMatch | null;
  /** Milliseconds since the epoch. */
  at: number;
}

export type Outcome =
  /** Not sent: the line can match no owner, for this reason. */
  { kind: 'incomplete'; missing: string } | { kind: 'answered'; answered: Answered };

export interface Answered {
  lookup: Lookup;
  /**
   * `now`: this request was answered. `a repeat`: so was an earlier one of the same question, which alone was charged.
   * `before`: nothing was looked up, because the answer is saved.
   */
  from: 'now' | 'a repeat' | 'before';
  /** Words of the line that the property is not written with. */
  corrected: Corrected | null;
}

export interface Wish {
  line: string;
  /** Although the answer may be saved already. */
  payAgain: boolean;
  /** Price of a match, as the page shows it: the server looks nothing up at another price. */
  priceCents: number;
}

export const addressRules = () => import('./address.js');

/** Looks up an address, unless it can match no owner, or would be charged again without consent. @throws Problem */
export async function lookUp(account: string, { line, payAgain, priceCents }: Wish): Promise<Outcome> {
  const { missing, isSame, corrected } = await read(line);
  if (missing !== null) return { kind: 'incomplete', missing };
  const answered = (lookup: Lookup, from: Answered['from']): Outcome => ({
    kind: 'answered',
    answered: { lookup, from, corrected: lookup.match && corrected(lookup.match) },
  });
  // A question without an answer is sent again: its answer says what it cost.
  if (!payAgain && account.startsWith('live:') && !isOpen(account, line, isSame)) {
    const saved = await findSaved(line);
    if (saved !== null) return answered(lookupOf(saved), 'before');
  }
  const { question, isRepeated } = questionFor(account, line, isSame);
  try {
    const { match, isReplayed } = await ask(question, priceCents);
    // The server has saved it in the commit that charged for it: a page that goes away now loses nothing that was paid for.
    closeQuestion(account, question);
    return answered({ line: question.line, match, at: Date.now() }, isReplayed ? 'a repeat' : 'now');
  } catch (error) {
    // When a question is repeated, this request was refused and an earlier one may not have been.
    if (!isRepeated && error instanceof Problem && error.isNothingDone) closeQuestion(account, question);
    throw error;
  }
}

export const lookupOf = ({ address, match, lookedUpAt }: SavedLookup): Lookup => ({
  line: address,
  match,
  at: Date.parse(lookedUpAt),
});

interface Read {
  missing: string | null;
  isSame: SameProperty;
  corrected: (match: SkipTraceMatch) => Corrected | null;
}

async function read(line: string): Promise<Read> {
  // Without the rules, on a line that dropped, the server says what it cannot look up.
  const rules = await addressRules().catch(() => null);
  return {
    missing: rules?.missingParts(line) ?? null,
    isSame: rules?.isSameProperty ?? ((one, other) => one === other),
    corrected: ({ contact }) => rules?.corrected(line, contact) ?? null,
  };
}

async function ask({ line, idempotencyKey }: Question, priceCents: number) {
  const asking = contract.POST('/api/v1/skip-trace', {
    params: { header: { 'Idempotency-Key': idempotencyKey } },
    body: { address: line },
    headers: { 'Skiptrace-Price': String(priceCents) },
  });
  const body = await bodyOf(asking);
  const { response } = await asking;
  return {
    match: body.found ? body : null,
    isReplayed: response.headers.get('Idempotency-Replayed') === 'true',
  };
}
