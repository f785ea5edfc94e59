import { count, money } from '../parts/format.js';
import { TERM_NAMES } from './terms-fields.js';

type Term = (typeof TERM_NAMES)[number];

export const TERM_WORDS: Readonly<Record<Term, string>> = {
  priceCents: 'Price per match',
  dailyMisses: 'Free misses a day',
  singlePerMinute: 'Single lookups a minute',
  bulkPerMinute: 'Bulk lookups a minute',
  freeRepeatDays: 'Days of free repeats',
};

/** A term's value; null is the server's default. */
export const termWords = (term: Term, value: unknown): string =>
  typeof value !== 'number' ? 'the default' : term === 'priceCents' ? money(value) : count(value);

/** The changes of an entry of the log, such as "Price per match: from the default to $0.03". */
export function changesOf(details: Readonly<Record<string, unknown>>): string[] {
  const was = (details['was'] ?? {}) as Readonly<Record<string, unknown>>;
  return TERM_NAMES.filter((term) => term in details).map((term) => {
    const now = termWords(term, details[term]);
    return term in was
      ? `${TERM_WORDS[term]}: from ${termWords(term, was[term])} to ${now}`
      : `${TERM_WORDS[term]}: ${now}, when the account was created`;
  });
}
