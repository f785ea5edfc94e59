/** Secondary units: what opens one, how far it goes, and what it is compared by. */
import type { Token } from '../tokens.js';
import { isDigits, stripZeros } from './number.js';

export interface UnitPart {
  /** Standard designator; empty when the identifier stood alone. */
  readonly type: string;
  readonly id: string;
}

export interface TakenUnit {
  readonly part: UnitPart;
  readonly next: number;
}

const HAS_DIGIT = /\d/;
const ORDINAL_FLOOR = /^(\d+)(?:ST|ND|RD|TH)$/;

/**
 * The unit that begins at `at`. `settled` says that the street is over already (a suffix, a comma, another unit): only
 * then do words that are also names (`FRONT`, `LOT`, `SIDE`) open one.
 */
export function unitAt(
  tokens: readonly Token[],
  at: number,
  end: number,
  settled: boolean,
): TakenUnit | undefined {
  const token = tokens[at];
  if (token === undefined || at >= end) return undefined;
  if (token.text === '#') return afterDesignator(tokens, at + 1, end, '#', true);
  const floor = floorAt(tokens, at, end);
  if (floor !== undefined) return floor;
  const designator = token.word?.unit;
  if (designator === undefined) return settled ? gluedUnit(token, at) : undefined;
  if (designator.range) {
    const taken = afterDesignator(tokens, at + 1, end, designator.code, designator.plain);
    if (taken === undefined || designator.plain || settled) return taken;
    // `12 KEY 5 RD`: an ordinary word before a number opens a unit only where nothing but units follows.
    return hasSuffixAfter(tokens, taken.next, end) ? undefined : taken;
  }
  if (!settled && !CLEAR.has(designator.code)) return undefined;
  const id = tokens[at + 1];
  if (at + 1 < end && id !== undefined && id.before !== ',' && isIdentifier(id, false)) {
    return { part: { type: designator.code, id: cleanId(id.text) }, next: at + 2 };
  }
  // `REAR ENTRANCE` is a note, `UPPER DARBY` and `FRONT ROYAL` are cities.
  const followed =
    at + 1 < end && id !== undefined && id.before === '' && id.text !== '#' && id.word?.unit === undefined;
  if (followed && (!CLEAR.has(designator.code) || NOTE_WORDS.has(id.text))) return undefined;
  return { part: { type: designator.code, id: '' }, next: at + 1 };
}

/** Designators that are no part of the name of a street or a city. */
const CLEAR = new Set(['BSMT', 'LBBY', 'OFC', 'PH', 'REAR']);
const NOTE_WORDS = new Set([
  'ENTRANCE',
  'DOOR',
  'ENTRY',
  'DESK',
  'OF',
  'ENT',
  'PARKING',
  'YARD',
  'LOBBY',
  'HALL',
  'GATE',
  'BUILDING',
]);

/** `APT4B`, `STE105`, `LT42`. */
const GLUED = /^(APT|STE|UNIT|BLDG|LOT|LT|RM|SPC|TRLR|FL|PMB)(\d+[A-Z]?)$/;
const GLUED_TYPES: Readonly<Record<string, string>> = { LT: 'LOT' };

export function gluedUnit(token: Token, at: number): TakenUnit | undefined {
  if (token.text.length < 4) return undefined;
  const glued = GLUED.exec(token.text);
  if (glued === null) return undefined;
  const [, type = '', id = ''] = glued;
  return { part: { type: GLUED_TYPES[type] ?? type, id: cleanId(id) }, next: at + 1 };
}

/** `3RD FLOOR`, `SECOND FL`. */
function floorAt(tokens: readonly Token[], at: number, end: number): TakenUnit | undefined {
  const next = at + 1 < end ? tokens[at + 1] : undefined;
  if (next?.word?.unit?.code !== 'FL' || next.before === ',') return undefined;
  // `4TH FL 3` is floor 3 on 4th Street.
  if (at + 2 < end && isDigits(tokens[at + 2]?.text ?? '') && tokens[at + 2]?.before === '') return undefined;
  const token = tokens[at];
  const number =
    ORDINAL_FLOOR.exec(token?.text ?? '')?.[1] ?? (token?.word?.ordinal ? String(token.word.ordinal) : '');
  return number === '' ? undefined : { part: { type: 'FL', id: stripZeros(number) }, next: at + 2 };
}

function afterDesignator(
  tokens: readonly Token[],
  at: number,
  end: number,
  type: string,
  plain: boolean,
): TakenUnit | undefined {
  let i = at;
  let code = type;
  // `# APT 3`, `APT # 3`, `APT NO. 3`, `UNIT APT 3`
  for (; i + 1 < end; i++) {
    const token = tokens[i];
    if (token?.text === '#' || token?.text === 'NUMBER') continue;
    if ((token?.text === 'NO' || token?.text === 'NUM') && HAS_DIGIT.test(tokens[i + 1]?.text ?? ''))
      continue;
    if (code === '#' && token?.word?.unit?.range === true) {
      code = token.word.unit.code;
      continue;
    }
    break;
  }
  const token = i < end ? tokens[i] : undefined;
  if (token === undefined || (token.before === ',' && !HAS_DIGIT.test(token.text))) return undefined;
  if (!isIdentifier(token, plain)) return undefined;
  let id = token.text;
  let next = i + 1;
  if (id === 'PH' && next < end && HAS_DIGIT.test(tokens[next]?.text ?? '')) {
    id += tokens[next]?.text ?? '';
    next++;
  } else {
    // `4 B` and `B 4` are one identifier; a direction belongs to it only where the line ends.
    const more = next < end ? tokens[next] : undefined;
    if (more !== undefined && more.before !== ',' && joins(id, more)) {
      const last = next + 1 >= end || tokens[next + 1]?.before === ',';
      if (last || ((more.word?.direction ?? '') === '' && more.text.length === 1 && isDigits(id))) {
        id += more.text;
        next++;
      }
    }
  }
  return { part: { type: code, id: cleanId(id) }, next };
}

function joins(id: string, more: Token): boolean {
  if (isDigits(id)) return more.text.length === 1 && more.text >= 'A' && more.text <= 'Z';
  return id.length === 1 && isDigits(more.text);
}

/** What may follow a designator: something with a digit, a single letter, after plain designators any short word. */
function isIdentifier(token: Token, plain: boolean): boolean {
  if (HAS_DIGIT.test(token.text)) return true;
  if (token.text.length === 1) return true;
  if (!plain) return false;
  return token.text.length <= 2 || token.word?.unit?.range === false;
}

function hasSuffixAfter(tokens: readonly Token[], from: number, end: number): boolean {
  for (let i = from; i < end && tokens[i]?.before !== ','; i++)
    if (tokens[i]?.word?.suffix?.strong === true) return true;
  return false;
}

/** An identifier without designator: `27A`, `2800`, `9E-6-01`. */
export function isBareUnit(token: Token): boolean {
  return HAS_DIGIT.test(token.text) && !token.text.includes('/') && !ORDINAL_FLOOR.test(token.text);
}

/** `4-B` and `4B` are one; the hyphen between two numbers stays, for `1-12` is not `11-2`. */
export function cleanId(id: string): string {
  if (!id.includes('-') && !id.startsWith('0')) return id;
  let clean = '';
  for (let i = 0; i < id.length; i++) {
    const c = id.charAt(i);
    if (c === '-' && !(isDigits(id.charAt(i - 1)) && isDigits(id.charAt(i + 1)))) continue;
    clean += c;
  }
  return isDigits(clean) ? stripZeros(clean) || '0' : clean;
}

/** Standard text of all levels, highest first as written: `BLDG 2 APT 1`, `4B`. */
export function unitText(parts: readonly UnitPart[]): { type: string; unit: string } {
  const last = parts[parts.length - 1];
  if (last === undefined) return { type: '', unit: '' };
  if (parts.length === 1)
    return last.id === '' ? { type: '', unit: last.type } : { type: last.type, unit: last.id };
  return {
    type: '',
    unit: parts
      .map((part) => (part.id === '' ? part.type : (part.type === '' ? '#' : part.type) + ' ' + part.id))
      .join(' '),
  };
}

/** One level is compared by its identifier, whatever the designator; several as a whole. */
export function unitKey(parts: readonly UnitPart[]): string {
  const only = parts[0];
  if (only === undefined) return '';
  if (parts.length === 1) return ALONE.has(only.type) ? only.type + only.id : only.id;
  return parts.map(({ type, id }) => (ALONE.has(type) || LEVELS.has(type) ? type : '') + id).join('/');
}

/** Designators of a level above the unit itself. */
const LEVELS = new Set(['BLDG', 'FL']);
/** Designators that name a unit without identifier: `REAR`, `PH`. */
const ALONE = new Set(['BSMT', 'FRNT', 'LBBY', 'LOWR', 'OFC', 'PH', 'REAR', 'SIDE', 'UPPR']);
