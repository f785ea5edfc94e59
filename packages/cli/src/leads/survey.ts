import { type AddressColumns, type CsvRecord, type HeaderMapping } from '@skiptrace/csv';
import { addressKey } from './address-key.js';
import { leadZip } from './lead-zip.js';

/** Rows that are named in a warning; the rest is counted. */
const NAMED_ROWS = 5;

export interface RowPlace {
  /** As a spreadsheet counts: the header is row 1. */
  readonly row: number;
  /** As an editor counts: differs behind a cell with a line break in it. */
  readonly line: number;
}

export type DoubtKind =
  | 'blank address'
  | 'unreadable ZIP'
  | 'ZIP without its zeros'
  | 'no state for the ZIP'
  | 'too few cells'
  | 'too many cells';

/** Rows that will hardly match, or are not as they should be. */
export interface Doubt {
  readonly what: DoubtKind;
  readonly count: number;
  readonly places: readonly RowPlace[];
}

export interface SurveyResult {
  readonly rows: number;
  readonly blankAddresses: number;
  readonly uniqueAddresses: number;
  /** Cells of the longest record, header included. */
  readonly maxCells: number;
  readonly doubts: readonly Doubt[];
}

/** Counts while a lead file goes by. */
export class Survey {
  #record: number;
  #rows = 0;
  #maxCells: number;
  readonly #unique = new Set<string>();
  readonly #doubts = new Map<DoubtKind, { count: number; places: RowPlace[] }>();
  readonly #statesAreDerived: boolean;

  constructor(
    private readonly header: { readonly line: number; readonly names: readonly string[] },
    private readonly property: AddressColumns,
    mapping: HeaderMapping,
  ) {
    this.#record = header.line;
    this.#maxCells = header.names.length;
    this.#statesAreDerived = mapping.needs.includes('state') && mapping.state === undefined;
  }

  add(records: readonly CsvRecord[]): void {
    const width = this.header.names.length;
    for (const { blank, values, line, cellCount } of records) {
      this.#record++;
      if (blank) continue;
      this.#rows++;
      if (cellCount !== width) this.#doubt(cellCount < width ? 'too few cells' : 'too many cells', line);
      if (cellCount > this.#maxCells) this.#maxCells = cellCount;
      const found = this.property.read(values);
      if (found.address.trim() === '') {
        this.#doubt('blank address', line);
        continue;
      }
      this.#unique.add(addressKey(found));
      this.#lookAtZip(found, line);
    }
  }

  #lookAtZip(found: ReturnType<AddressColumns['read']>, line: number): void {
    const { zip, reported } = leadZip(found);
    if (reported) this.#doubt('unreadable ZIP', line);
    else if (zip.length > found.zip.trim().length) this.#doubt('ZIP without its zeros', line);
    else if (this.#statesAreDerived && found.state === '') this.#doubt('no state for the ZIP', line);
  }

  result(): SurveyResult {
    return {
      rows: this.#rows,
      blankAddresses: this.#doubts.get('blank address')?.count ?? 0,
      uniqueAddresses: this.#unique.size,
      maxCells: this.#maxCells,
      doubts: [...this.#doubts].map(([what, { count, places }]) => ({ what, count, places })),
    };
  }

  #doubt(what: DoubtKind, line: number): void {
    const doubt = this.#doubts.get(what) ?? { count: 0, places: [] };
    doubt.count++;
    if (doubt.places.length < NAMED_ROWS) doubt.places.push({ row: this.#record, line });
    this.#doubts.set(what, doubt);
  }
}
