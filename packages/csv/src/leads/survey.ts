import { joined } from '../byte-source.js';
import type { AddressColumns } from '../headers/address-columns.js';
import type { HeaderMapping } from '../headers/mapping.js';
import type { CsvHeader, Dialect } from '../records/dialect.js';
import type { CsvRecord } from '../records/record.js';
import { stateCode, stateOfZip } from '../values/state-zip.js';
import {
  type LeadKey,
  propertyKeyOf,
  readLead,
  type NoMatchReason,
  whyNoMatch,
  leadZip,
} from './property-key.js';
import {
  apartColumns,
  ApartFinder,
  cellsIn,
  isLookedAt,
  type ApartColumns,
  type RowsApart,
} from './rows-apart.js';

/** Most rows named in a warning; the others are only counted. */
const NAMED_ROWS = 5;

export interface RowPlace {
  /** Row as a spreadsheet counts: the header is row 1. */
  readonly row: number;
  /** Line as a text editor counts: a cell with a line break takes two lines. */
  readonly line: number;
}

export type DoubtKind =
  | NoMatchReason
  | 'ZIP too short'
  | 'unreadable ZIP'
  | 'ZIP without its zeros'
  | 'no state for the ZIP'
  | 'ZIP of another state'
  | 'too few cells'
  | 'too many cells';

/**
 * - `cannot-match`: no directory can have an owner for it.
 * - `repaired`: read as it was probably meant.
 * - `form`: may match, but is malformed.
 */
export type DoubtGroup = 'cannot-match' | 'repaired' | 'form';

/** Rows that can't match, or are malformed. */
export interface Doubt {
  readonly what: DoubtKind;
  readonly kind: DoubtGroup;
  readonly count: number;
  readonly places: readonly RowPlace[];
}

/** Value in `asks`: the service is asked for the row itself. */
export const IS_ASKED = 0;
/** Value in `asks`: no owner can be found for the row, so the service is not asked. */
export const CANNOT_MATCH = -1;

export interface SurveyResult {
  readonly rows: number;
  readonly blankAddresses: number;
  /** Rows that can't match, including blank addresses. */
  readonly unmatchable: number;
  /** Distinct properties that can match, together with names where these are sent. */
  readonly uniqueAddresses: number;
  /** Rows that repeat a property above them. */
  readonly repeated: number;
  /**
   * For each row, in the order of the file: `IS_ASKED`, `CANNOT_MATCH`, or the number of the row above that
   * it repeats. Rows are counted as in a spreadsheet without blank lines: the first below the header is row
   * 2.
   */
  readonly asks: readonly number[];
  /** Cells of the longest record, header included. */
  readonly maxCells: number;
  readonly doubts: readonly Doubt[];
  /** Rows that would be one property although an unread column tells them apart; undefined without such rows. */
  readonly apart: RowsApart | undefined;
}

const GROUP_OF: Readonly<Partial<Record<DoubtKind, DoubtGroup>>> = {
  'ZIP without its zeros': 'repaired',
  'unreadable ZIP': 'form',
  'no state for the ZIP': 'form',
  'ZIP of another state': 'form',
  'too few cells': 'form',
  'too many cells': 'form',
};

interface Known {
  readonly property: AddressColumns;
  readonly mapping: HeaderMapping;
  readonly key: LeadKey;
}

/** A file while it is read. */
interface SurveyedFile {
  readonly header: CsvHeader;
  readonly dialect: Dialect;
  readonly bytes: number;
}

interface LookedAt {
  readonly property: string;
  readonly row: number;
  readonly bytes: readonly Uint8Array[];
}

/** Counts rows, properties and doubtful rows while a lead file is read. */
export class Survey {
  #record: number;
  #rows = 0;
  #unmatchable = 0;
  #maxCells: number;
  /** The first row of each property. */
  readonly #firstRows = new Map<string, number>();
  readonly #asks: number[] = [];
  readonly #doubts = new Map<DoubtKind, { count: number; places: RowPlace[] }>();
  readonly #statesAreDerived: boolean;
  readonly #apartColumns: ApartColumns;
  readonly #apart: ApartFinder;

  constructor(
    private readonly file: SurveyedFile,
    private readonly known: Known,
    /** See `InspectOptions`. */
    private readonly addedRows = 0,
  ) {
    const { mapping } = known;
    const { header } = file;
    this.#record = header.line;
    this.#maxCells = header.names.length;
    this.#apartColumns = apartColumns(header.names, mapping);
    this.#apart = new ApartFinder(this.#apartColumns, 'leads');
    this.#statesAreDerived = mapping.needs.includes('state') && mapping.state === undefined;
  }

  add(records: readonly CsvRecord[]): void {
    const width = this.file.header.names.length;
    const { property, key } = this.known;
    const lookedAt: LookedAt[] = [];
    for (const { blank, values, line, cellCount, bytes, lineEnd } of records) {
      this.#record++;
      if (blank) continue;
      this.#rows++;
      if (cellCount !== width) this.#doubt(cellCount < width ? 'too few cells' : 'too many cells', line);
      if (cellCount > this.#maxCells) this.#maxCells = cellCount;
      const found = property.read(values.slice(0, property.headers.length));
      const read = readLead(found);
      const hindrance = whyNoMatch(found, read.parsed);
      if (hindrance !== undefined) {
        this.#unmatchable++;
        this.#doubt(hindrance === 'no place' && isShortZip(found.zip) ? 'ZIP too short' : hindrance, line);
        this.#asks.push(CANNOT_MATCH);
        continue;
      }
      const place = propertyKeyOf(found, read.parsed);
      if (isLookedAt(place, this.file.bytes))
        lookedAt.push({ property: place, row: this.#record - this.addedRows, bytes: [bytes, lineEnd] });
      const name = key.of(values, place);
      const first = this.#firstRows.get(name);
      if (first === undefined) this.#firstRows.set(name, this.#rows + 1);
      this.#asks.push(first ?? IS_ASKED);
      this.#lookAtZip(found, line);
    }
    this.#lookAtCells(lookedAt);
  }

  #lookAtCells(rows: readonly LookedAt[]): void {
    const cells = cellsIn(
      rows.map(({ bytes }) => joined(bytes)),
      this.file,
      this.#apartColumns.places,
    );
    rows.forEach(({ property, row }, at) => this.#apart.add(property, cells[at] ?? [], row));
  }

  #lookAtZip(found: ReturnType<AddressColumns['read']>, line: number): void {
    const { zip, reported } = leadZip(found);
    if (reported) this.#doubt('unreadable ZIP', line);
    else if (zip.length > found.zip.trim().length) this.#doubt('ZIP without its zeros', line);
    else if (this.#statesAreDerived && found.state === '') this.#doubt('no state for the ZIP', line);
    else if (areApart(found.state, zip)) this.#doubt('ZIP of another state', line);
  }

  result(): SurveyResult {
    return {
      rows: this.#rows,
      blankAddresses: this.#doubts.get('blank address')?.count ?? 0,
      unmatchable: this.#unmatchable,
      uniqueAddresses: this.#firstRows.size,
      repeated: this.#rows - this.#unmatchable - this.#firstRows.size,
      asks: this.#asks,
      maxCells: this.#maxCells,
      apart: this.#apart.result(),
      doubts: [...this.#doubts].map(([what, { count, places }]) => ({
        what,
        kind: GROUP_OF[what] ?? 'cannot-match',
        count,
        places,
      })),
    };
  }

  #doubt(what: DoubtKind, line: number): void {
    const doubt = this.#doubts.get(what) ?? { count: 0, places: [] };
    doubt.count++;
    if (doubt.places.length < NAMED_ROWS)
      doubt.places.push({ row: this.#record - this.addedRows, line: line - this.addedRows });
    this.#doubts.set(what, doubt);
  }
}

/**
 * True for a ZIP such as `1602`: a spreadsheet may have dropped the leading zero, and only the state shows whether it did.
 */
const isShortZip = (zip: string): boolean => /^\d{3,4}(?:\.0)?$/.test(zip.trim());

/** True if a state contradicts the ZIP's state; false if either is unknown. */
function areApart(state: string, zip: string): boolean {
  const [written, known] = [stateCode(state), stateOfZip(zip.slice(0, 5))];
  return written !== null && known !== null && written !== known;
}

type Said = readonly [one: string, many: string];

const SAID: Readonly<Record<DoubtKind, Said>> = {
  'blank address': ['row has no address', 'rows have no address'],
  'PO box': ['row is a PO box', 'rows are PO boxes'],
  intersection: ['row is an intersection', 'rows are intersections'],
  'mail route': [
    'row is a rural route or other mail address',
    'rows are rural routes or other mail addresses',
  ],
  'no house number': ['row has no house number', 'rows have no house number'],
  'no address': ["row's address can't be read", "rows' addresses can't be read"],
  'no place': [
    'row has no US ZIP, and no US city and state',
    'rows have no US ZIP, and no US city and state',
  ],
  'ZIP too short': [
    'row has a ZIP that lost its leading zero, and no state to tell it by',
    'rows have a ZIP that lost its leading zero, and no state to tell it by',
  ],
  'unreadable ZIP': ['row has an unreadable ZIP', 'rows have an unreadable ZIP'],
  'ZIP without its zeros': [
    'ZIP lost its leading zeros and is restored',
    'ZIPs lost their leading zeros and are restored',
  ],
  'no state for the ZIP': ['row has a ZIP that no state uses', 'rows have a ZIP that no state uses'],
  'ZIP of another state': [
    'row has a ZIP that is not in its state',
    'rows have a ZIP that is not in their state',
  ],
  'too few cells': ['row has fewer cells than the header', 'rows have fewer cells than the header'],
  'too many cells': ['row has more cells than the header', 'rows have more cells than the header'],
};

/**
 * `2 rows are PO boxes, so they can't match: rows 4, 17`, for a person.
 * @param hasEditor also give the line number if it differs from the row, for a person with a text editor
 */
export function doubtText({ what, kind, count, places }: Doubt, hasEditor = true): string {
  const more = count > places.length ? ` and ${grouped(count - places.length)} more` : '';
  const [one, many] = SAID[what];
  const cannot = kind !== 'cannot-match' ? '' : `, so ${count === 1 ? 'it' : 'they'} can't match`;
  const rows = places.length === 1 ? 'row' : 'rows';
  return `${grouped(count)} ${count === 1 ? one : many}${cannot}: ${rows} ${places.map((place) => placeText(place, hasEditor)).join(', ')}${more}`;
}

const placeText = ({ row, line }: RowPlace, hasEditor: boolean) =>
  row === line || !hasEditor ? `${row}` : `${row} (line ${line})`;

const grouped = (count: number) => count.toLocaleString('en-US');
