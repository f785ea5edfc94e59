/** Secondary units: which words open one, where it ends, and the key it is compared by. */
import { tellingDesignators, unitDesignators, unitKinds } from '../data/units.js';
import { cardinals } from '../lexicon.js';
import { at, isBreak, type Word, type Words } from '../words.js';
import { stripZeros } from './number.js';

export interface UnitPart {
  /** Standard designator; empty when the identifier was written alone. */
  readonly type: string;
  readonly id: string;
}

export interface TakenUnit {
  readonly part: UnitPart;
  readonly next: number;
}

const ORDINAL = /^(\d+)(?:ST|ND|RD|TH)$/;
/** Designators that are never part of a street or city name. */
const CLEAR = /^(?:BSMT|LBBY|OFC|PH|REAR)$/;
const NOTE_WORDS = /^(?:ENTRANCE|DOOR|ENTRY|DESK|OF|ENT|PARKING|YARD|HALL|GATE)$/;

/**
 * The unit that begins at `i`. `settled` says that the street has ended (with a suffix, a comma, another
 * unit): only then words that are also names (`FRONT`, `LOT`, `SIDE`) open a unit.
 */
export function unitAt(words: Words, i: number, settled: boolean): TakenUnit | undefined {
  const { text, is } = at(words, i);
  const next = at(words, i + 1);
  if (text === '#') {
    // `# REAR 5`
    const named = next.is.unit !== '' && !next.is.needsIdentifier ? unitAt(words, i + 1, true) : undefined;
    return named ?? identifier(words, i + 1, '#', true);
  }
  if (next.is.unit === 'FL' && next.before !== ',') {
    const floor = floorAt(words, i);
    if (floor !== undefined) return floor;
  }
  if (is.unit === '') {
    // `2ND` at the end of a field that was too narrow for `2ND FLOOR`
    if (settled && isLast(next)) {
      const floor = ordinalAt(words, i);
      if (floor !== '') return { part: { type: 'FL', id: floor }, next: i + 1 };
      if (is.cardinal > 0) return { part: { type: '', id: String(is.cardinal) }, next: i + 1 };
    }
    if (settled && is.mark && next.before !== ',' && isBareUnit(next))
      return identifier(words, i + 1, '#', true);
    return gluedUnit(words, i, settled);
  }
  if (!settled && (is.local || isInName(words, i))) return undefined;
  if (is.needsIdentifier && !is.local) {
    const taken = identifier(words, i + 1, is.unit, is.plain);
    if (taken === undefined || is.plain || settled) return taken;
    // `12 KEY 5 RD`: an ordinary word before a number opens a unit only where no suffix follows.
    for (let j = taken.next; at(words, j).text !== '' && at(words, j).before !== ','; j++)
      if (at(words, j).is.strong) return undefined;
    return taken;
  }
  const clear = CLEAR.test(is.unit);
  // `POST OFFICE RD` is a street.
  if (!settled && (!clear || next.is.suffix !== '')) return undefined;
  // `PH 2`, `TOWER # 2`
  const identified = next.before === ',' ? undefined : identifier(words, i + 1, is.unit, false);
  if (identified !== undefined) return identified;
  // `REAR ENTRANCE` is a note, `UPPER DARBY`, `FRONT ROYAL` and `HOUSE SPRINGS` are cities.
  const followed = next.text !== '' && next.before === '' && next.text !== '#' && next.is.unit === '';
  if (is.needsIdentifier || (followed && (!clear || NOTE_WORDS.test(next.text)))) return undefined;
  return { part: { type: is.unit, id: '' }, next: i + 1 };
}

/** True for a designator before the suffix that ends the line: `AMES TRAILER CT`, `OLD TRAILER PARK RD`. */
export function isInName(words: Words, i: number): boolean {
  let last = i + 1;
  while (at(words, last + 1).is.suffix !== '' && !isBreak(at(words, last + 1))) last++;
  const after = at(words, last + 1);
  const isEnd =
    after.text === '' ||
    isBreak(after) ||
    after.is.unit !== '' ||
    after.is.direction !== '' ||
    after.text === '#';
  return (
    i > 0 &&
    !isBreak(at(words, i + 1)) &&
    at(words, i + 1).is.suffix !== '' &&
    at(words, last).is.strong &&
    isEnd
  );
}

/** True for a designator at `i` without an identifier, which says nothing: `20 ELM ST, APT`. */
export function isEmptyDesignator(words: Words, i: number): boolean {
  const { is } = at(words, i);
  const empty = isMark(words, i) || (is.direction === '' && is.mark) || (is.plain && EMPTY.test(is.unit));
  return empty && unitAt(words, i, true) === undefined;
}

/** True for `#`, `NO` or `NUMBER` before an identifier; the `NO` of `NO DOVER` is a direction. */
export function isMark(words: Words, i: number): boolean {
  const { text, is } = at(words, i);
  return is.mark && (text === '#' || isMarked(at(words, i + 1)));
}

function isMarked({ text, digit }: Word): boolean {
  return digit || text.length === 1;
}

const EMPTY = /^(?:APT|UNIT|STE)$/;

/**
 * `APT4B`, `APTB2`, `STE105`, `LT42`, `UNIT36-1190`, and `2FL`. If the street may go on (not `settled`), only designators that no road has:
 * `FL 2` and `RM 2` are roads, too.
 */
export function gluedUnit(words: Words, i: number, settled: boolean): TakenUnit | undefined {
  const { text, digit, number } = at(words, i);
  if (!digit || number) return undefined;
  const floor = settled ? FLOOR.exec(text)?.[1] : undefined;
  if (floor !== undefined) return { part: { type: 'FL', id: stripZeros(floor) }, next: i + 1 };
  const [, letters = '', letter = '', id = ''] = GLUED.exec(text) ?? [];
  const whole = unitDesignators.get(letters);
  // `APTB2` is `APT B2`.
  const designator = whole ?? unitDesignators.get(letters.slice(0, -1));
  if (designator === undefined) return undefined;
  const { code, needsIdentifier, local } = designator;
  const isUnit = settled ? !local && (needsIdentifier || code === 'PH') : OF_NO_ROAD.test(code);
  if (!isUnit) return undefined;
  const first = whole === undefined ? letters.slice(-1) : letter;
  return { part: { type: code, id: cleanId(first + id) }, next: i + 1 };
}

const FLOOR = /^(\d{1,3})FL(?:R|OOR)?$/;
const GLUED = /^([A-Z]{2,})-?(?:([A-Z])-?)?(\d[\dA-Z-]*)$/;
const OF_NO_ROAD = /^(?:APT|UNIT|STE|BLDG|LOT|SPC|TRLR)$/;

/** `3RD FLOOR`, `SECOND FL`; `4TH FL 3` is floor 3 on 4th Street. */
function floorAt(words: Words, i: number): TakenUnit | undefined {
  const after = at(words, i + 2);
  if (after.number && after.before === '') return undefined;
  const id = ordinalAt(words, i);
  return id === '' ? undefined : { part: { type: 'FL', id }, next: i + 2 };
}

/** The digits of `3RD` or `THIRD`. */
function ordinalAt(words: Words, i: number): string {
  const { text, is, digit } = at(words, i);
  if (is.ordinal > 0) return String(is.ordinal);
  return digit ? stripZeros(ORDINAL.exec(text)?.[1] ?? '') : '';
}

/** True if nothing follows in the same part. */
function isLast(next: Word): boolean {
  return next.text === '' || isBreak(next);
}

function identifier(words: Words, from: number, designator: string, plain: boolean): TakenUnit | undefined {
  let i = from;
  let type = designator;
  let takesWords = plain;
  // `# APT 3`, `APT # 3`, `APT NO. 3`
  for (; at(words, i + 1).text !== ''; i++) {
    const { is } = at(words, i);
    if (isMark(words, i)) continue;
    if (type !== '#' || !(is.needsIdentifier || is.local)) break;
    type = is.unit;
    takesWords &&= !is.local;
  }
  const word = at(words, i);
  const more = at(words, i + 1);
  // `APT, 4` and `APT, B` continue after the comma, `APT, N DOVER` does not.
  const isAnother =
    word.before === ',' && !word.digit && !(takesWords && (more.text === '' || more.before === ','));
  // `# PS 5` is not unit `PS`.
  const isLetters = word.text.length === 2 && !word.digit && word.text !== 'PH';
  const goesOn = isLetters && more.text !== '#' && more.before === '' && isMarked(more);
  if (isAnother || goesOn || !isIdentifier(word, takesWords)) return undefined;
  const listed = listOfUnits(words, i);
  if (listed !== undefined) return { part: { type, id: listed.id }, next: listed.next };
  const joined = more.before !== ',' && joins(word, more, at(words, i + 2));
  return {
    part: { type, id: cleanId(joined ? word.text + more.text : word.text) },
    next: joined ? i + 2 : i + 1,
  };
}

/** `UNITS 4 & 5` are one property, `4&5`. */
function listOfUnits(words: Words, from: number): { id: string; next: number } | undefined {
  let id = cleanId(at(words, from).text);
  let next = from + 1;
  while (at(words, next).text === 'AND' && isIdentifier(at(words, next + 1), false)) {
    id += '&' + cleanId(at(words, next + 1).text);
    next += 2;
  }
  return next === from + 1 ? undefined : { id, next };
}

/** True if two words are one identifier: `4 B`, `B 4`, `PH 2`. A direction belongs to it only at the end of the line. */
function joins(word: Word, more: Word, afterMore: Word): boolean {
  if (word.text === 'PH') return more.digit;
  const isEnd = afterMore.text === '' || afterMore.before === ',';
  if (word.number)
    return more.text.length === 1 && !more.digit && more.text !== '#' && (isEnd || more.is.direction === '');
  return word.text.length === 1 && more.number && isEnd;
}

/**
 * True for an identifier after a designator: a word with a digit, a single letter, and after plain
 * designators any short word.
 */
function isIdentifier({ text, digit, is }: Word, plain: boolean): boolean {
  if (digit || (text.length === 1 && text !== '#')) return true;
  if (!plain || text === '' || text === '#') return false;
  return text.length <= 2 || is.cardinal > 0 || (is.unit !== '' && !is.needsIdentifier);
}

/** An identifier without designator: `27A`, `2800`, `9E-6-01`. */
export function isBareUnit({ text, digit }: Word): boolean {
  return digit && !text.includes('/') && !ORDINAL.test(text);
}

/** Removes the hyphen of `4-B`, which is `4B`. Any other hyphen stays, for `1-12` is not `11-2` and `1A-2` is not `1-A2`. */
export function cleanId(id: string): string {
  const spelled = cardinals.get(id);
  if (spelled !== undefined) return String(spelled);
  const clean = ONE_JOINT.test(id) ? id.replace('-', '') : id;
  return clean.startsWith('0') && /^\d+$/.test(clean) ? stripZeros(clean) || '0' : clean;
}

const ONE_JOINT = /^(?:\d+-[A-Z]+|[A-Z]+-\d+)$/;

/** Standard text of all levels, as written: `BLDG 2 APT 1`, `4B`. */
export function unitText(parts: readonly UnitPart[]): UnitPart {
  const [only] = parts;
  if (only === undefined) return { type: '', id: '' };
  if (parts.length === 1) return only.id === '' ? { type: '', id: only.type } : only;
  return { type: '', id: parts.map(({ type, id }) => ((type || '#') + ' ' + id).trim()).join(' ') };
}

/** Order of levels: `APT 1 BLDG A` is `BLDG A APT 1`, `APT 5 TOWER 2` is `TOWER 2 APT 5`. */
function levelOf({ type }: UnitPart): number {
  if (type === 'BLDG') return 0;
  if (type === 'FL') return 2;
  return unitDesignators.get(type)?.local === true ? 1 : 3;
}

/**
 * Key of a unit: `4` or `LOT:4`, and `BLDG2/4` for several levels. Units of one level with the same identifier may match although their
 * kinds (before the colon) differ, if no other unit of the building contradicts it (match/agreement.ts).
 */
export function unitKey(parts: readonly UnitPart[]): string {
  const [only] = parts;
  if (only === undefined) return '';
  if (parts.length === 1)
    return only.type === 'BLDG' || only.type === 'FL' ? only.type + ':' + only.id : keyOf(only);
  return [...parts]
    .sort((a, b) => levelOf(a) - levelOf(b))
    .map(keyOf)
    .join('/');
}

function keyOf({ type, id }: UnitPart): string {
  if (tellingDesignators.has(type)) return type + id;
  const kind = unitKinds.get(type) ?? '';
  return kind === '' ? id : kind + ':' + id;
}
