import { repairedText, withoutApostrophes } from '@skiptrace/address';
import type { OwnerContact } from './record.js';
import { storedContact } from './stored-contact.js';

/** Fast path: names with nothing to fold but the case. */
const PLAIN_NAME = /^[A-Za-z]+(?: [A-Za-z]+)*$/;

/** The words of a name with a space between them. */
function foldedName(name: string | null): string {
  if (name === null) return '';
  return PLAIN_NAME.test(name) ? name.toUpperCase() : nameWords(name).join(' ');
}

/** Letters that Unicode normalization doesn't decompose, with their usual ASCII spelling. */
const LETTERS: Readonly<Record<string, string>> = {
  Æ: 'AE',
  Œ: 'OE',
  ẞ: 'SS',
  Þ: 'TH',
  Ĳ: 'IJ',
  Đ: 'D',
  Ð: 'D',
  Ħ: 'H',
  ĸ: 'K',
  Ł: 'L',
  Ŋ: 'N',
  Ø: 'O',
  Ŧ: 'T',
};

/** Characters that normalization makes into as many as 18: a text of them would take very long. */
const WHOLE_PHRASES = /[\ufdf0-\ufdfd]/g;

/** `DOE, JANE Q` and `Jane Doe` → words; case, accents, punctuation, invisible characters and letters such as `Ł` do not count. */
export function nameWords(name: string): string[] {
  if (PLAIN_NAME.test(name)) return name.toUpperCase().split(' ');
  return withoutApostrophes(repairedText(name))
    .replace(/\p{Cf}/gu, '')
    .replace(WHOLE_PHRASES, ' ')
    .replace(/(?<!\p{L})\p{L}+(?:\.\p{L}+)+/gu, undotted)
    .replaceAll('.', '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[ÆŒẞÞĲĐÐĦĸŁŊØŦ]/g, (letter) => LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Abbreviations that are one word without their dots. */
const ABBREVIATIONS = new Set(
  'LLC LLP LLLP PLLC LP PC PA NA USA US MD PHD DDS DVM CPA RN ESQ JR SR'.split(' '),
);

/** Dots between letters divide words (`R.J.`, `ONEIL.ROBERT`), except in abbreviations (`L.L.C.`). */
function undotted(written: string): string {
  const word = written.replaceAll('.', '');
  return ABBREVIATIONS.has(word.toUpperCase()) ? word : written.replaceAll('.', ' ');
}

/** An owner's name in one line; null without a name. */
export function ownerName({
  firstName,
  lastName,
  fullName,
}: Pick<OwnerContact, 'firstName' | 'lastName' | 'fullName'>): string | null {
  return firstName !== null && lastName !== null
    ? `${firstName} ${lastName}`
    : (fullName ?? firstName ?? lastName);
}

/** Whether two names can be one person's: all words of the shorter are in the longer. A missing name contradicts nothing. */
export function samePerson(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return true;
  const [short = [], long = []] = [nameWords(one), nameWords(other)].sort((a, b) => a.length - b.length);
  return short.every((word) => long.includes(word));
}

/**
 * Identity of an owner at a property, in cells separated by a TAB: the operator's id and the name. Without either, two owners are
 * the same only if all their details are equal.
 */
export function whoIs(ownerId: string | null, contact: OwnerContact): string {
  const { firstName, lastName, fullName } = contact;
  const named = firstName !== null || lastName !== null;
  const names = named ? [foldedName(firstName), foldedName(lastName)] : [foldedName(fullName)];
  const who = [ownerId ?? '', ...names].join('\t');
  const unknown = ownerId === null && names.every((name) => name === '');
  return unknown ? `${who}\t${storedContact(contact)}` : who;
}

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
