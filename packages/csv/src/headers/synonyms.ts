import { SIGNATURES } from '../generated/signatures.js';
import { SYNONYMS, type Synonym } from '../generated/synonyms.js';
import { isContactField, isPropertyField, type HeaderField } from './mapping.js';

/** Meaning of a folded header. */
export interface Meaning {
  readonly field: HeaderField;
  /** Exports in which this spelling was seen. */
  readonly seenIn: readonly string[];
  /** The header does not name the address it belongs to. */
  readonly bare: boolean;
  /** Gives way to any other name of its field. */
  readonly weak: boolean;
  /** May mean something else: counts only where the cells confirm it. */
  readonly byCells: boolean;
}

const PROPERTY_WORD = 'property ';

/** Meaning of a header by its exact key; undefined for one that is not in the table. */
export function meaningOf(header: string): Meaning | undefined {
  const key = foldHeader(header);
  table ??= makeTable();
  return table.get(key) ?? table.get(numberless(key)) ?? phoneOf(key) ?? partOf(key);
}

/** Fields of columns beside a phone, by the words that follow the phone's name. Alone, such words are about all phones of the row. */
const BESIDE_PHONES: ReadonlyMap<string, 'phoneType' | 'phoneDnc' | 'litigator' | 'wrongNumber'> = new Map([
  ['type', 'phoneType'],
  ['line type', 'phoneType'],
  ...[
    ...['dnc', 'dncflg', 'dncflag', 'donotcall', 'do not call', 'federal dnc', 'national dnc', 'state dnc'],
    ...['is', 'on'].flatMap((word) => [`${word} dnc`, `${word} do not call`]),
    ...['flag', 'flg', 'status', 'list', 'listed', 'registry', 'indicator', 'ind', 'scrub', 'check'].flatMap(
      (word) => [`dnc ${word}`, `do not call ${word}`],
    ),
  ].map((words) => [words, 'phoneDnc'] as const),
  ...[
    ...[
      'litigator',
      'known litigator',
      'serial litigator',
      'dnc litigator',
      'dnc litigator scrub',
      'litigious',
    ],
    ...[
      'tcpa',
      'is tcpa',
      'tcpa litigator',
      'is tcpa litigator',
      'dnc tcpa',
      'dnc tcpa litigator',
      'is litigator',
    ],
    ...['flag', 'status', 'scrub', 'check', 'risk', 'list'].flatMap((word) => [
      `litigator ${word}`,
      `tcpa ${word}`,
      `tcpa litigator ${word}`,
    ]),
  ].map((words) => [words, 'litigator'] as const),
  ...[
    ...['wrong number', 'is wrong number', 'wrong number flag', 'wrong', 'is wrong'],
    ...['bad number', 'invalid number', 'disconnected', 'is disconnected'],
  ].map((words) => [words, 'wrongNumber'] as const),
]);
const LONGEST_BESIDE = 4;

/** A column of a phone, or of what is said of one. */
export interface PhoneName {
  readonly field: 'phone' | 'phoneType' | 'phoneDnc' | 'litigator' | 'wrongNumber';
  /** The name of the phone without its numbers, the same for all of its columns; empty for all phones of the row. */
  readonly stem: string;
  /** `1`, `2 1`. */
  readonly numbers: string;
}

/** Reads `Phone1_Number`, `Phone 1 - Type`, `Phone Type 1`, `DNC 1` or `Litigator` by its words; any other text is the name of a phone. */
export function phoneName(header: string): PhoneName {
  const all = foldHeader(header).split(' ');
  const numbers = all.filter((word) => /^\d+$/.test(word)).join(' ');
  const words = all.filter((word) => !/^\d+$/.test(word));
  for (let count = Math.min(LONGEST_BESIDE, words.length); count > 0; count--) {
    const field = BESIDE_PHONES.get(words.slice(-count).join(' '));
    if (field !== undefined) return { field, stem: stemOf(words.slice(0, -count)), numbers };
  }
  return { field: 'phone', stem: stemOf(words), numbers };
}

/** `phone number` and `phone value` are `phone`, `cell phone` is `cell`. */
function stemOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length > 1 && ['number', 'value', 'phone'].includes(last)
    ? stemOf(words.slice(0, -1))
    : words.join(' ');
}

/**
 * Meaning of a header that begins with the name of a phone or an email, and goes on with what the column holds: `Phone 1 Number`,
 * `Phone 1 - Value`, `Phone 1 Litigator`, `Email 1 - Value`.
 */
function phoneOf(key: string): Meaning | undefined {
  const found = phoneName(key);
  const [, value = key] = /^(.+) (?:number|value|address)$/.exec(key) ?? [];
  const known = table?.get(numberless(value));
  if (found.field === 'phone')
    return value !== key &&
      (known?.field === 'phone' || (known?.field === 'email' && !key.endsWith(' number')))
      ? known
      : undefined;
  const ofPhone = [found.stem, `${found.stem} #`, `${found.stem} phone`, `${found.stem} phone #`].some(
    (name) => table?.get(name)?.field === 'phone',
  );
  const isAboutRow = found.stem === '' && found.field !== 'phoneType';
  if (!ofPhone && !isAboutRow) return undefined;
  return { field: found.field, seenIn: [], bare: false, weak: false, byCells: false };
}

/** Words before a part's own: the address that it belongs to, and what it is a part of. */
const OF = '(?:(?:property|subject|input|premises?|parcel|par|st|street|address) )*';
const NUMBER = '(?:house|(?:house |building |primary )?number(?: 1)?)';
const UNIT_WORD = '(?:unit|apt|apartment|suite|ste|space|spc|slip|trailer|trlr|room)';
const UNIT_NAME = `${UNIT_WORD}(?: (?:or )?${UNIT_WORD})*`;
const SUB = '(?:sub ?address|sub ?addr|secondary|sec|occupancy|composite unit|condo(?:minium)?|unit)';

/** A second line of an address: a unit only where its cells look like units. */
const SECOND_LINE =
  '(?<=(?:street|address) )(?:line )?2|(?:additional|addl|secondary) (?:address|location)(?: (?:line )?2)?';
const IS_SECOND_LINE = new RegExp(`^${OF}(?:${SECOND_LINE})$`);

/** True for the header of a second line, such as `Street 2` and `Additional Address`. */
export const isSecondLine = (header: string): boolean => IS_SECOND_LINE.test(foldHeader(header));

/**
 * Headers of an address's parts: counties, address standards and programs use endless names for them, and a part that is not read
 * leads to another person's door. `St Unit`, `House No Alpha`, `AddNum_Suf`, `St_PosTyp` (NENA), `HOUSEPRFX`, `ADRADD` (iasWorld),
 * `SUB_TYPE1` (Minnesota). The first that fits counts.
 */
const PARTS: readonly (readonly [HeaderField, RegExp])[] = (
  [
    [
      'numberPrefix',
      `${NUMBER} (?:prefix|pre)|address pre|prefix (?:address )?number|grid direction|direction grid`,
    ],
    [
      'numberSuffix',
      `${NUMBER} (?:suffix|alpha|letter|fraction|half|modifier|ext|extension|addition|alpha suffix|suffix alpha)|` +
        '(?:house )?fraction(?: (?:address|number))?|half (?:address|number|house)|suffix (?:address )?number|address address',
    ],
    ['houseNumber', 'house number(?: 1)?|primary number'],
    ['preModifier', '(?:name )?(?:pre|prefix) modifier'],
    [
      'preDirection',
      '(?:name )?(?:(?:pre|prefix) (?:direction|directional)|pre ?directional|direction(?: (?:prefix|pre|left|1))?|directional prefix)',
    ],
    ['preType', '(?:name )?(?:(?:pre|prefix) type|type (?:prefix|pre))'],
    ['preSeparator', '(?:name )?pre (?:type )?(?:sep|separator)|(?<=street (?:name )?)article'],
    [
      'streetSuffix',
      '(?:name )?(?:(?:post|suffix) type|type (?:suffix|post))|(?<=street (?:name )?)(?:suffix|type)',
    ],
    [
      'postDirection',
      '(?:name )?(?:(?:post|suffix) (?:direction|directional)|post ?directional|direction (?:suffix|post|right|2)|directional suffix|quadrant)',
    ],
    ['postModifier', '(?:name )?(?:post|suffix) modifier'],
    ['building', '(?:building|bldg)(?: (?:number|id|identifier|unit|letter|designator|designation))*'],
    ['floor', 'floor(?: number)?'],
    [
      'unitType',
      `(?:${UNIT_NAME}|${SUB})(?: pre| prefix)? (?:type|designator|desc|description|prefix|designation|descriptor|label)|sub type(?: 1)?`,
    ],
    [
      'unit',
      `(?:house |${SUB} )*${UNIT_NAME}(?: (?:number|id|identifier|value|name))*|sub ?addr(?:ess)?(?: (?:number|id|identifier))*|` +
        `(?:full|${SUB}) (?:unit|number|address)|lot(?: number)?|sub id(?: 1)?|${SECOND_LINE}`,
    ],
  ] as const
).map(([field, words]) => [field, new RegExp(`^${OF}(?:${words})$`)]);

const MAIL_UNIT = new RegExp(
  `^(?:(?:mailing|owner|taxpayer) )+(?:(?:st|street|address) )*${UNIT_NAME}(?: (?:number|id))*$`,
);

/** Meaning of a header made only of words for a part of an address and for the address it belongs to. */
function partOf(key: string): Meaning | undefined {
  const field = MAIL_UNIT.test(key) ? 'mailingUnit' : PARTS.find(([, words]) => words.test(key))?.[0];
  if (field === undefined) return undefined;
  return {
    seenIn: [],
    weak: true,
    byCells: false,
    field,
    bare: !/\b(?:property|subject|input|premises?|parcel|par)\b/.test(key),
  };
}

/** The word that a unit in a column with this header has before it: `LOT` for `Lot #`; '' for any other. */
export function designatorIn(header: string): string {
  const words = foldHeader(header).split(' ');
  return [...DESIGNATORS].find(([word]) => words.includes(word))?.[1] ?? '';
}

const DESIGNATORS: ReadonlyMap<string, string> = new Map([
  ['lot', 'LOT'],
  ['space', 'SPC'],
  ['spc', 'SPC'],
  ['slip', 'SLIP'],
  ['trailer', 'TRLR'],
  ['trlr', 'TRLR'],
  ['room', 'RM'],
]);

/** Built on first use: most commands never map a header. */
let table: ReadonlyMap<string, Meaning> | undefined;

function makeTable(): Map<string, Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const synonym of SYNONYMS) add(meanings, keyOf(synonym), meaning(synonym));
  for (const synonym of SYNONYMS) {
    // Without its property word an explicit name is a bare one: `House Number`.
    const key = keyOf(synonym);
    if (!isPropertyField(synonym.field) || !key.startsWith(PROPERTY_WORD)) continue;
    const bareKey = key.slice(PROPERTY_WORD.length);
    // `Location` alone may be anything.
    if (bareKey !== 'property' && !meanings.has(bareKey))
      meanings.set(bareKey, { ...meaning(synonym), bare: true });
  }
  return meanings;
}

function meaning({ field, seenIn, bare, weak, byCells }: Synonym): Meaning {
  return {
    field,
    seenIn,
    // A ZIP with its state doesn't name its address either.
    bare: bare === true || field === 'stateZip',
    weak: weak === true,
    byCells: byCells === true,
  };
}

function add(meanings: Map<string, Meaning>, key: string, added: Meaning): void {
  const known = meanings.get(key);
  if (known !== undefined && known.field !== added.field) {
    throw new Error(`the table of synonyms gives "${key}" two meanings: ${known.field}, ${added.field}`);
  }
  const seenIn = [...(known?.seenIn ?? []), ...added.seenIn];
  meanings.set(key, {
    ...added,
    seenIn,
    bare: added.bare && known?.bare !== false,
    weak: added.weak && known?.weak !== false,
    byCells: added.byCells && known?.byCells !== false,
  });
}

/** Contacts are numbered without a limit, so the numbers in their spellings stand for any number. */
function keyOf({ spelling, field }: Synonym): string {
  const key = foldHeader(spelling);
  return isContactField(field) ? numberless(key) : key;
}

function numberless(key: string): string {
  return key.replace(/\b\d{1,2}\b/g, '#');
}

/**
 * Key of a header, without differences in spelling, case, punctuation and usual abbreviations. Headers and
 * the synonym table are folded alike and match only if their keys are equal; nothing is guessed.
 */
export function foldHeader(header: string): string {
  const words = header
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/^\s*=\s*"(.*)"\s*$/, '$1')
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .replaceAll('#', ' number ')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return words
    .split(' ')
    .flatMap(piecesOf)
    .join(' ')
    .replace(PHRASE, (phrase) => PHRASES.get(phrase) ?? phrase)
    .split(' ')
    .map((word) => WORDS.get(word) ?? word)
    .map((word, at, all) => (word === 'st' && STREET_PART_WORDS.has(all[at + 1] ?? '') ? 'street' : word))
    .join(' ');
}

/** `St` alone may be a street or a state; before one of these it is a street: `St No`, `ST_NAME`. */
const STREET_PART_WORDS: ReadonlySet<string> = new Set(
  'number name direction suffix prefix type pre post designation address article mode'.split(' '),
);

/** Words that headers in capitals write without spaces: `SITUSHOUSENUM`, `ADRNO`, `STNAME`. */
const PIECES: ReadonlySet<string> = new Set(
  (
    'property prop situs site phy phys physical loc location parcel address addr adr add street str st house hse hs number num nbr no ' +
    'name nm nam direction dir pre post pos suffix suff suf sfx prefix prfx prefx pfx type typ modifier mod grid fraction frac half building bldg desc ' +
    'unit apt apartment suite id city cty town state code zip mailing mail owner own taxpayer tp full first last'
  ).split(' '),
);

/** Longer words are not glued headers. */
const LONGEST_GLUED = 40;

/** Splits a word into pieces that make up all of it; otherwise returns the word itself. */
function piecesOf(word: string): readonly string[] {
  if (PIECES.has(word) || word.length > LONGEST_GLUED) return [word];
  // For each length, the pieces that make up the beginning of that length. Long pieces first, so that `street` is not `st`.
  const made: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end++) {
    for (let start = 0; start < end && made[end] === undefined; start++) {
      const before = made[start];
      const piece = word.slice(start, end);
      if (before !== undefined && PIECES.has(piece)) made[end] = [...before, piece];
    }
  }
  return made[word.length] ?? [word];
}

/** Two-word phrases with one meaning. */
const PHRASES: ReadonlyMap<string, string> = new Map([
  ['zip code', 'zip'],
  ['zip cd', 'zip'],
  ['postal code', 'zip'],
  ['postal cd', 'zip'],
  ['e mail', 'email'],
]);

const PHRASE = new RegExp(`\\b(?:${[...PHRASES.keys()].join('|')})\\b`, 'g');

/** The closed list of abbreviations. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ...['prop', 'situs', 'site', 'phy', 'phys', 'physical', 'loc', 'location'].map((word): [string, string] => [
    word,
    'property',
  ]),
  ...['addr', 'adr', 'add'].map((word): [string, string] => [word, 'address']),
  ['zipcode', 'zip'],
  ['zipcd', 'zip'],
  ['postalcode', 'zip'],
  ['mail', 'mailing'],
  ['own', 'owner'],
  ...['tp', 'taxpyr', 'txpyr', 'tpayer'].map((word): [string, string] => [word, 'taxpayer']),
  ['num', 'number'],
  ['no', 'number'],
  ['nbr', 'number'],
  ['nam', 'name'],
  ['nm', 'name'],
  ['str', 'street'],
  ['hse', 'house'],
  ['hs', 'house'],
  ['dir', 'direction'],
  ...['suf', 'suff', 'sfx', 'sufix'].map((word): [string, string] => [word, 'suffix']),
  ...['pfx', 'prefx', 'prfx'].map((word): [string, string] => [word, 'prefix']),
  ['pos', 'post'],
  ['mod', 'modifier'],
  ['frac', 'fraction'],
  ['typ', 'type'],
  ['eml', 'email'],
  ['ph', 'phone'],
  ['tel', 'phone'],
  ['telephone', 'phone'],
  ['firstname', 'first name'],
  ['lastname', 'last name'],
  ['fullname', 'full name'],
]);

/** An export recognized by its headers, with facts that the headers do not state. */
export interface Vendor {
  readonly name: string;
  /** Not a list of properties at all. */
  readonly notLeads?: true;
  /** The state of every row. */
  readonly state?: string;
  /** The street line may hold the whole address. */
  readonly oneLineAddress?: true;
}

const FACTS: Readonly<Record<string, Omit<Vendor, 'name'>>> = {
  'Building permits': { notLeads: true },
  'Florida NAL': { state: 'FL' },
  TitlePro: { oneLineAddress: true },
};

/** The vendor of an export with this header. The longest signature wins. */
export function findVendor(header: readonly string[]): Vendor | undefined {
  const keys = new Set(header.map(foldHeader));
  const [signature] = SIGNATURES.filter(({ allOf }) =>
    allOf.every((name) => keys.has(foldHeader(name))),
  ).sort((a, b) => b.allOf.length - a.allOf.length);
  return signature === undefined ? undefined : { name: signature.vendor, ...FACTS[signature.vendor] };
}

/** True if the vendor's exports are known to have this spelling. */
export function isSpelledBy(vendor: Vendor | undefined, { seenIn }: Meaning): boolean {
  return (
    vendor !== undefined && seenIn.some((name) => name === vendor.name || name.startsWith(`${vendor.name} `))
  );
}
