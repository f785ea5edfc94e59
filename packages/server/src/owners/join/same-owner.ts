import { nameWords } from '../names.js';
import type { OwnerContact } from '../record.js';

type Name = Pick<OwnerContact, 'firstName' | 'lastName' | 'fullName'>;

/**
 * Whether two sources mean the same owner of a property: the same words in any order, except that middle initials may be
 * missing in one. `John Smith` and `John Smith Jr`, or `John A` and `John B`, may be two people.
 */
export function sameOwner(one: Name, other: Name): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  // A single word is too little to identify a person.
  if (a.words.length < 2 || a.words.join(' ') !== b.words.join(' ')) return false;
  return a.initials === '' || b.initials === '' || a.initials === b.initials;
}

function wordsOf({ firstName, lastName, fullName }: Name): { words: string[]; initials: string } {
  const split = [firstName, lastName].filter((name) => name !== null).join(' ');
  const all = nameWords(firstName === null || lastName === null ? (fullName ?? split) : split).sort();
  const isInitial = (word: string): boolean => word.length === 1;
  return {
    words: all.filter((word) => !isInitial(word)),
    initials: all.filter(isInitial).join(' '),
  };
}
