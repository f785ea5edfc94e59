import { cellText } from './cells.js';

/** Word order of a column of full names. */
export type NameOrder =
  /** Stored as it is. */
  | 'as-written'
  /** `DOE, JANE A & JOHN`: what stands before the comma is the last name. */
  | 'comma'
  /** `DOE JANE A`, too. */
  | 'last-first'
  /** `Jane A Doe`, `John & Jane Doe`. Only where a person says so: a file of such names doesn't tell. */
  | 'first-last';

export interface OrderedName {
  firstName: string | null;
  lastName: string | null;
  fullName: string;
}

/** Why a file's names are read in an order. */
export interface OrderFound {
  order: NameOrder;
  /** A sentence, or null for the usual order. */
  reason: string | null;
  /** A doubt that only a person can settle. */
  warning: string | null;
}

export interface OrderEvidence {
  /** The header of the column of whole names; undefined where the file has none. */
  header: string | undefined;
  vendor: string | undefined;
  /** Names of the first rows. */
  names: readonly string[];
}

/** Matches a header in which each run of other characters than letters and digits was replaced by one space. */
const LAST_FIRST_HEADER = /last ?(?:name ?)?(?:(?:and|then) ?)?first/i;
const LAST_FIRST_VENDORS = ['Florida NAL'];
/** Share of the telling names that must agree on the order. */
const AGREEMENT = 0.9;

/** Detects the order of a whole file's names from its header and commas. No row is judged by itself. */
export function nameOrderOf({ header, vendor, names }: OrderEvidence): OrderFound {
  if (header === undefined) return { order: 'as-written', reason: null, warning: null };
  if (LAST_FIRST_HEADER.test(header.replace(/\W+/g, ' ')))
    return found('last-first', `"${header}" says that last names come first.`);
  if (vendor !== undefined && LAST_FIRST_VENDORS.includes(vendor))
    return found('last-first', `${vendor} files write last names first.`);
  const people = names.map(cellText).filter((name): name is string => name !== null && !isNoPerson(name));
  const withComma = people.filter((name) => name.includes(','));
  const lastFirst = withComma.filter((name) => reorder(name, 'comma') !== null);
  // Without names such as `DOE, JANE`, the comma may stand between two people.
  const isTold = lastFirst.some((name) => /^[^ ]+,/.test(name));
  if (isTold && lastFirst.length >= AGREEMENT * withComma.length)
    return found('comma', `Names such as "${lastFirst[0] ?? ''}" have the last name before a comma.`);
  const doubted = people.find((name) => isLastFirstLike(name));
  const warning =
    doubted === undefined || people.some((name) => MIDDLE_INITIAL.test(name))
      ? null
      : `Names such as "${doubted}" may have the last name first.`;
  return { order: 'as-written', reason: null, warning };
}

const MIDDLE_INITIAL = /^\p{L}{2,} \p{L}\.? \p{L}{2,}$/u;

/** County rolls are in capitals, and an initial at the end is hardly a last name. */
const isLastFirstLike = (name: string): boolean =>
  /^\p{Lu}{2,} \p{Lu}{2,}$/u.test(name) || /^\p{L}+ \p{L}{2,} \p{L}$/u.test(name);

const found = (order: NameOrder, reason: string): OrderFound => ({ order, reason, warning: null });

/** The one or two people a cell names. If unclear, the cell as written: a wrong name is worse than one in an unusual order. */
export function peopleOf(cell: string, order: NameOrder): OrderedName[] {
  const text = cellText(cell);
  if (text === null) return [];
  const ordered = order === 'as-written' || isNoPerson(text) ? null : reorder(text, order);
  return ordered ?? [{ firstName: null, lastName: null, fullName: text }];
}

/** Matches a cell's text, which has single spaces. */
const AND = / ?& ?| and /i;
const SUFFIX = /^(?:jr|sr|ii|iii|iv|v)\.?$/i;
const INITIAL = /^\p{L}\.?$/u;
/** Letters of a name, with the apostrophe of O'Neil and the hyphen of Smith-Jones. */
const WORD = /^\p{L}[\p{L}'’.-]*$/u;
/** First words of last names that have several. */
const PARTICLE =
  /^(?:van|von|der|den|de|del|della|di|da|dos|du|la|le|los|las|st|saint|san|santa|mac|mc|o|al|el|bin|ben)$/i;
const MAX_LAST_NAME_WORDS = 3;

/** Companies, trusts, estates and other text that is not just a person's name. */
const NO_PERSON =
  /[\d%/()]|\b(?:l\.?l\.?c|l\.?l\.?p|l\.?p|inc|corp|corporation|co|company|ltd|limited|pllc|plc|trust|trustees?|trs?|living|revocable|revoc|irrevocable|rev|family|fam|estate|est|heirs?|etal|et|ux|vir|life|bank|n\.?a|church|county|city|town|state|united|states|department|dept|district|authority|association|assn|assoc|hoa|school|university|college|properties|property|holdings?|investments?|partners|partnership|group|enterprises?|homes|housing|land|realty|ventures?|capital|management|mgmt|development|services|fund|foundation|society|ministr(?:y|ies)|club|of|the|care|unknown|owner|current|dba|aka|fka|ttee)\b/i;

const isNoPerson = (text: string): boolean => NO_PERSON.test(text);

/** Null where the name is not clearly in that order. */
function reorder(text: string, order: Exclude<NameOrder, 'as-written'>): OrderedName[] | null {
  const [one = '', other, third] = text.split(AND);
  if (third !== undefined) return null;
  const first = personOf(one, order) ?? spouseBefore(one, other, order);
  if (first === null) return null;
  if (other === undefined) return [first];
  const second = spouseOf(other, first, order);
  return second === null ? null : [first, second];
}

function personOf(text: string, order: Exclude<NameOrder, 'as-written'>): OrderedName | null {
  if (text.includes(',')) {
    const [last = '', given = '', suffix, ...more] = text.split(',').map((part) => part.trim());
    if (suffix !== undefined && (!SUFFIX.test(suffix) || more.length > 0)) return null;
    const words = given.split(' ');
    // A single `V` is an initial.
    const end = words.length > 1 && (words.at(-1)?.length ?? 0) > 1 && SUFFIX.test(words.at(-1) ?? '');
    if (end && suffix !== undefined) return null;
    const surname = last.split(' ');
    // `DOE JOHN, DOE JANE` and `DOE JOHN, JANE DOE` are two people.
    if (surname.length > 1 && words.some((word) => surname.some((other) => same(word, other)))) return null;
    return named(end ? words.slice(0, -1) : words, surname, suffix ?? (end ? words.at(-1) : undefined), true);
  }
  if (order === 'comma') return null;
  const words = text.trim().split(' ');
  const suffix = words.length > 2 && SUFFIX.test(words.at(-1) ?? '') ? words.pop() : undefined;
  if (order === 'first-last') {
    const lastAt = INITIAL.test(words[1] ?? '') ? 2 : 1;
    return PARTICLE.test(words[0] ?? '') ? null : named(words.slice(0, lastAt), words.slice(lastAt), suffix);
  }
  const [last = '', ...given] = words;
  // `GARCIA LOPEZ MARIA` and `SMITH JOHN ALAN` look alike, so the third word has to be an initial.
  const isClear = given.length === 1 || (given.length === 2 && INITIAL.test(given[1] ?? ''));
  return isClear && !PARTICLE.test(last) ? named(given, [last], suffix) : null;
}

/** `John` and `John B` before `& Jane Doe`. */
function spouseBefore(
  text: string,
  other: string | undefined,
  order: Exclude<NameOrder, 'as-written'>,
): OrderedName | null {
  if (order !== 'first-last' || other === undefined) return null;
  const words = text.trim().split(' ');
  const last =
    personOf(other, order)
      ?.lastName?.split(' ')
      .filter((word) => !SUFFIX.test(word)) ?? [];
  return isGiven(words) ? named(words, last) : null;
}

const isGiven = (words: readonly string[]): boolean =>
  words.length === 1 || (words.length === 2 && INITIAL.test(words[1] ?? ''));

/** `MARY` and `MARY B` have the last name of the first person; `DOE MARY` repeats it. Any other form is ambiguous. */
function spouseOf(
  text: string,
  first: OrderedName,
  order: Exclude<NameOrder, 'as-written'>,
): OrderedName | null {
  if (text.includes(',')) return personOf(text, order);
  const words = text.trim().split(' ');
  const last = first.lastName?.split(' ').filter((word) => !SUFFIX.test(word)) ?? [];
  const saysItAgain = words.length > last.length && last.every((word, at) => same(word, words[at]));
  if (order !== 'first-last' && saysItAgain) return named(words.slice(last.length), last, undefined, true);
  if (isGiven(words)) return named(words, last, undefined, true);
  return order === 'first-last' ? personOf(text, order) : null;
}

const same = (one: string, other: string | undefined): boolean => one.toUpperCase() === other?.toUpperCase();

function named(
  given: readonly string[],
  last: readonly string[],
  suffix?: string,
  byComma = false,
): OrderedName | null {
  const isSuffixOfLast = last.length > 1 && SUFFIX.test(last.at(-1) ?? '');
  const surname = isSuffixOfLast ? last.slice(0, -1) : last;
  // `HERRERA RIOS, ESPERANZA`, but `JOHN DOE, MARY ROE` may be two people.
  if (surname.length > 1 && !(byComma && isGiven(given)) && !PARTICLE.test(surname[0] ?? '')) return null;
  const isName =
    given.length <= 3 &&
    surname.length <= MAX_LAST_NAME_WORDS &&
    [...given, ...surname].every((word) => WORD.test(word)) &&
    (given[0]?.length ?? 0) > 0 &&
    surname.length > 0 &&
    !given.some((word) => SUFFIX.test(word) && word.length > 1);
  if (!isName) return null;
  const end = suffix ?? (isSuffixOfLast ? last.at(-1) : undefined);
  const firstName = given.join(' ');
  const lastName = [...surname, ...(end === undefined ? [] : [end])].join(' ');
  return { firstName, lastName, fullName: `${firstName} ${lastName}` };
}
