import { bodyOf, contract } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { keepLookup, paidLookup, type Lookup } from './lookups.js';
import { closeQuestion, questionFor, type Question, type SameProperty } from './questions.js';

export type Outcome =
  /** Not sent: the line can match no owner, for this reason. */
  { kind: 'incomplete'; missing: string } | { kind: 'answered'; answered: Answered };

export interface Answered {
  lookup: Lookup;
  /**
   * `now`: this request was answered. `a repeat`: so was an earlier one of the same question, which alone was charged.
   * `before`: nothing was sent, because the answer is here and paid.
   */
  from: 'now' | 'a repeat' | 'before';
}

export interface Wish {
  line: string;
  /** Although the answer may be here already. */
  payAgain: boolean;
  /** Price of a match, as the page shows it: the server looks nothing up at another price. */
  priceCents: number;
}

export const addressRules = () => import('./address.js');

/** Looks up an address, unless it can match no owner, or would be charged again without consent. @throws Problem */
export async function lookUp(account: string, { line, payAgain, priceCents }: Wish): Promise<Outcome> {
  const { missing, isSame } = await read(line);
  if (missing !== null) return { kind: 'incomplete', missing };
  const before = payAgain ? undefined : paidLookup(account, line, isSame);
  if (before !== undefined) return { kind: 'answered', answered: { lookup: before, from: 'before' } };
  const { question, isRepeated } = questionFor(account, line, isSame);
  try {
    const { match, isReplayed } = await ask(question, priceCents);
    const lookup = { line: question.line, match, at: Date.now() };
    // The answer is kept before its question is closed: a page that goes away in between loses nothing that was paid for.
    keepLookup(account, lookup, isSame);
    closeQuestion(account, question);
    return { kind: 'answered', answered: { lookup, from: isReplayed ? 'a repeat' : 'now' } };
  } catch (error) {
    // When a question is repeated, this request was refused and an earlier one may not have been.
    if (!isRepeated && error instanceof Problem && error.isNothingDone) closeQuestion(account, question);
    throw error;
  }
}

async function read(line: string): Promise<{ missing: string | null; isSame: SameProperty }> {
  // Without the rules, on a line that dropped, the server says what it cannot look up.
  const rules = await addressRules().catch(() => null);
  return {
    missing: rules?.missingParts(line) ?? null,
    isSame: rules?.isSameProperty ?? ((one, other) => one === other),
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
