import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  type AddressColumns,
  cleanZip,
  CsvInputError,
  type CsvInputErrorCode,
  CsvReader,
  type CsvRecord,
  type Dialect,
  type HeaderMapping,
  type HelperColumn,
  helperColumns,
  mapHeaders,
  type MappingError,
  type MapOptions,
  propertyColumns,
} from '@skiptrace/csv';
import type { ColumnMapping } from '@skiptrace/sdk';
import { Failure, type FailureCode } from '../failures/failure.js';
import { shellWord } from '../terminal/text.js';
import { type Source, unreadable } from './source.js';

/** Rows the service takes in one job (interface specification, limits). */
export const MAX_ROWS = 250_000;

/** Lines that are named in a warning; the rest is counted. */
const NAMED_LINES = 5;

/** What is known of a lead file before anything is sent. */
export interface Leads {
  /** SHA-256 of the whole file. */
  readonly digest: string;
  readonly rows: number;
  readonly blankAddresses: number;
  readonly uniqueAddresses: number;
  readonly dialect: Dialect;
  readonly mapping: HeaderMapping;
  /** Where the property's address of a row comes from. */
  readonly property: AddressColumns;
  /** The columns the service needs and the file has not. */
  readonly helpers: readonly HelperColumn[];
  /** What the service is told. */
  readonly columnMapping: ColumnMapping;
  /** Rows that will hardly match, by line. */
  readonly doubts: readonly Doubt[];
}

export interface Doubt {
  readonly what: 'blank address' | 'unreadable ZIP' | 'no state for the ZIP';
  readonly count: number;
  readonly lines: readonly number[];
}

export interface InspectOptions {
  readonly overrides: NonNullable<MapOptions['overrides']>;
  readonly state: string | undefined;
  readonly delimiter?: string | undefined;
  /** Default: what the service takes in one job. */
  readonly maxRows?: number;
}

/** Reads the file once, whole: mapping, rows, quotes, digest. Every complaint names the line. */
export async function inspectLeads(
  source: Source,
  options: InspectOptions,
  signal: AbortSignal,
): Promise<Leads> {
  let mapping: HeaderMapping | undefined;
  let property: AddressColumns | undefined;
  let helpers: HelperColumn[] = [];
  const reader = new CsvReader({
    maxRows: options.maxRows ?? MAX_ROWS,
    ...(options.delimiter !== undefined && { delimiter: options.delimiter }),
    mappedHeaders: (header) => {
      mapping = mapHeaders(header, {
        overrides: options.overrides,
        ...(options.state !== undefined && { state: options.state }),
      });
      if (mapping.errors.length > 0) throw unclearMapping(source, mapping.errors);
      property = propertyColumns(mapping);
      helpers = helperColumns(mapping, header);
      return property.headers;
    },
  });
  const hash = createHash('sha256');
  const survey = new Survey();
  const take = (records: readonly CsvRecord[]) => {
    if (mapping && property) survey.add(records, property, mapping);
  };
  try {
    for await (const chunk of createReadStream(source.path, { highWaterMark: 1 << 20, signal })) {
      hash.update(chunk as Buffer);
      take(reader.push(chunk as Buffer));
    }
    take(reader.end());
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    if (error instanceof CsvInputError) throw inputFailure(source, error);
    throw error instanceof Failure ? error : unreadable(source.name, error);
  }
  const { dialect } = reader;
  if (!dialect || !mapping || !property) throw new Failure('input_empty', `${source.name} is empty.`);
  return {
    digest: hash.digest('hex'),
    dialect,
    mapping,
    property,
    helpers,
    columnMapping: columnMappingOf(mapping, helpers),
    ...survey.result(),
  };
}

function columnMappingOf({ mapping }: HeaderMapping, helpers: readonly HelperColumn[]): ColumnMapping {
  const sent = (field: HelperColumn['field']) =>
    helpers.find((helper) => helper.field === field)?.name ?? mapping[field] ?? '';
  const { firstName, lastName } = mapping;
  return {
    address: sent('address'),
    city: sent('city'),
    state: sent('state'),
    zip: sent('zip'),
    ...(firstName !== undefined && { firstName }),
    ...(lastName !== undefined && { lastName }),
  };
}

/** Counts while the file goes by. */
class Survey {
  #rows = 0;
  readonly #unique = new Set<string>();
  readonly #doubts = new Map<Doubt['what'], { count: number; lines: number[] }>();

  add(
    records: readonly CsvRecord[],
    property: AddressColumns,
    { needs, state: constant }: HeaderMapping,
  ): void {
    const statesAreDerived = needs.includes('state') && constant === undefined;
    for (const { blank, values, line } of records) {
      if (blank) continue;
      this.#rows++;
      const { address, city, state, zip } = property.read(values);
      if (address.trim() === '') {
        this.#doubt('blank address', line);
        continue;
      }
      if (cleanZip(zip, state).reported) this.#doubt('unreadable ZIP', line);
      else if (statesAreDerived && state === '') this.#doubt('no state for the ZIP', line);
      this.#unique.add(`${address}\n${city}\n${state}\n${zip}`.toLowerCase());
    }
  }

  result(): Pick<Leads, 'rows' | 'blankAddresses' | 'uniqueAddresses' | 'doubts'> {
    return {
      rows: this.#rows,
      blankAddresses: this.#doubts.get('blank address')?.count ?? 0,
      uniqueAddresses: this.#unique.size,
      doubts: [...this.#doubts].map(([what, { count, lines }]) => ({ what, count, lines })),
    };
  }

  #doubt(what: Doubt['what'], line: number): void {
    const doubt = this.#doubts.get(what) ?? { count: 0, lines: [] };
    doubt.count++;
    if (doubt.lines.length < NAMED_LINES) doubt.lines.push(line);
    this.#doubts.set(what, doubt);
  }
}

const FAILURE_OF: Partial<Record<CsvInputErrorCode, FailureCode>> = {
  empty: 'input_empty',
  no_rows: 'input_empty',
  not_text: 'input_not_text',
  too_many_rows: 'input_too_big',
  missing_column: 'mapping_unclear',
  duplicate_column: 'mapping_unclear',
};

const HINT_OF: Partial<Record<CsvInputErrorCode, string>> = {
  not_text: 'Open it in a spreadsheet and save it as CSV.',
  too_many_rows: 'Split it; each part is a job of its own.',
  unclosed_quote: 'Close the quote, or take it out, and run the command again.',
};

function inputFailure(source: Source, error: CsvInputError): Failure {
  return new Failure(FAILURE_OF[error.code] ?? 'input_broken', `${source.name}: ${error.message}`, {
    hint: HINT_OF[error.code],
    cause: error,
  });
}

/** Ready `--map` lines, one for each column it could be. */
function unclearMapping(source: Source, errors: readonly MappingError[]): Failure {
  const details = errors.flatMap(({ message, field, choices, code }) => [
    message,
    ...(field === undefined || code === 'duplicate_header' || code === 'unknown_field'
      ? []
      : choices.slice(0, 8).map((header) => `  --map ${shellWord(`${field}=${header}`)}`)),
  ]);
  return new Failure('mapping_unclear', `${source.name}: which column is which is not clear.`, {
    details,
    hint: 'Run the command again with one of these, or with the header you mean.',
  });
}
