import { SYNONYMS, type Synonym } from '../generated/synonyms.js';
import { isContactField, isPropertyField, type HeaderField } from './fields.js';
import { foldHeader } from './fold.js';

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
  return table.get(key) ?? table.get(numberless(key)) ?? unitOf(key);
}

const UNIT_WORD = '(?:unit|apt|apartment|suite|ste)';
const UNIT_NAME = `${UNIT_WORD}(?: (?:or )?${UNIT_WORD})*(?: (?:number|id))*`;
/**
 * `St Unit`, `Address Apt Number`, `Suite #`: counties use endless names for it, and a unit that is not read
 * leads to another person's door.
 */
const UNIT = new RegExp(
  `^(?:(?:property|subject|input|st|street|address|house|secondary|sec) )*${UNIT_NAME}$`,
);
const MAIL_UNIT = new RegExp(`^(?:(?:mailing|owner|taxpayer) )+(?:(?:st|street|address) )*${UNIT_NAME}$`);

/** Meaning of a header made only of words for a unit and for the address it belongs to. */
function unitOf(key: string): Meaning | undefined {
  const isUnit = UNIT.test(key);
  if (!isUnit && !MAIL_UNIT.test(key)) return undefined;
  return {
    ...{ seenIn: [], weak: true, byCells: false },
    field: isUnit ? 'unit' : 'mailingUnit',
    bare: !/\b(?:property|subject|input)\b/.test(key),
  };
}

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
