import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  type AddressColumns,
  type CsvHeader,
  CsvReader,
  type CsvRecord,
  type Dialect,
  type HeaderMapping,
  type HelperColumn,
  helperColumns,
  mapHeaders,
  type MapOptions,
  propertyColumns,
} from '@skiptrace/csv';
import type { ColumnMapping } from '@skiptrace/sdk';
import { Failure } from '../failures/failure.js';
import { plain } from '../terminal/text.js';
import { inputFailure } from './failures.js';
import { type LeadKey, leadKey } from './lead-key.js';
import { readSample } from './sample.js';
import type { Source } from './source.js';
import { Survey, type SurveyResult } from './survey.js';
import { UnclearMapping } from './unclear.js';

/** Rows the service takes in one job (specification, Limits 5). */
export const MAX_ROWS = 250_000;

/** What is known of a lead file before anything is sent. */
export interface Leads extends SurveyResult {
  /** SHA-256 of the whole file. */
  readonly digest: string;
  readonly dialect: Dialect;
  readonly header: CsvHeader;
  readonly mapping: HeaderMapping;
  /** Where the property's address of a row comes from. */
  readonly property: AddressColumns;
  /** The columns the service needs and the file has not. */
  readonly helpers: readonly HelperColumn[];
  /** What the service is told. */
  readonly columnMapping: ColumnMapping;
}

export interface InspectOptions {
  readonly overrides: NonNullable<MapOptions['overrides']>;
  readonly state: string | undefined;
  readonly delimiter?: string | undefined;
  /** Default: what the service takes in one job. */
  readonly maxRows?: number;
}

interface Known {
  readonly mapping: HeaderMapping;
  readonly property: AddressColumns;
  readonly key: LeadKey;
  readonly helpers: readonly HelperColumn[];
}

/** Reads the file once, whole: mapping, rows, quotes, digest. Every complaint names the row. */
export async function inspectLeads(
  source: Source,
  options: InspectOptions,
  signal: AbortSignal,
): Promise<Leads> {
  let known: Known | undefined;
  const sample = await readSample(source, options.delimiter);
  const reader = new CsvReader({
    maxRows: options.maxRows ?? MAX_ROWS,
    ...(options.delimiter !== undefined && { delimiter: options.delimiter }),
    mappedHeaders: (names) => {
      known = knowHeader(source, names, sample?.rows ?? [], options);
      return known.key.headers;
    },
  });
  const hash = createHash('sha256');
  let header: CsvHeader | undefined;
  let survey: Survey | undefined;
  const take = (records: readonly CsvRecord[]) => {
    // Copied now: its bytes are a view of a buffer that the reader overwrites with the next chunk.
    if (reader.header) header ??= ownCopy(reader.header);
    if (header && known) survey ??= new Survey(header, known, source.addedRows);
    survey?.add(records);
  };
  try {
    // In small pieces, so that Ctrl-C is noticed between two of them.
    for await (const chunk of createReadStream(source.path, { highWaterMark: 64 * 1024, signal })) {
      hash.update(chunk as Buffer);
      take(reader.push(chunk as Buffer));
    }
    take(reader.end());
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw inputFailure(source, error);
  }
  const { dialect } = reader;
  if (!dialect || !header || !known || !survey) throw new Failure('input_empty', `${source.shown} is empty.`);
  return {
    digest: hash.digest('hex'),
    dialect,
    header,
    mapping: known.mapping,
    property: known.property,
    helpers: known.helpers,
    columnMapping: columnMappingOf(known),
    ...survey.result(),
  };
}

function knowHeader(
  source: Source,
  names: readonly string[],
  samples: readonly (readonly string[])[],
  { overrides, state }: InspectOptions,
): Known {
  const mapping = mapHeaders(names, { overrides, samples, ...(state !== undefined && { state }) });
  if (mapping.errors.length > 0) throw new UnclearMapping(source, mapping, names, samples);
  const own = mapping.mapping.state ?? mapping.build.state?.[0];
  if (state !== undefined && mapping.state === undefined && own !== undefined) {
    throw new Failure(
      'usage',
      `${source.shown} has a state column, "${plain(own)}". Leave out --state ${state}.`,
    );
  }
  const property = propertyColumns(mapping);
  return { mapping, property, key: leadKey({ mapping, property }), helpers: helperColumns(mapping, names) };
}

function ownCopy(header: CsvHeader): CsvHeader {
  const { bytes, lineEnd, preamble } = header;
  return { ...header, bytes: bytes.slice(), lineEnd: lineEnd.slice(), preamble: preamble.slice() };
}

function columnMappingOf({
  mapping: { mapping },
  helpers,
}: Pick<Known, 'mapping' | 'helpers'>): ColumnMapping {
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
