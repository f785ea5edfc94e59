import type { ColumnMapping } from '@skiptrace/contract';
import { ConfigurationError } from '../errors.js';
import { messageOf } from '../units.js';
import { load } from './load.esm.js';

/** The part of the optional @skiptrace/csv that is used; declared here so that this package builds without it. */
export interface CsvCompanion {
  suggestMapping(head: Uint8Array, options: { atEnd: boolean }): MappingSuggestion;
  readonly CsvReader: new (options: { mappedHeaders: readonly string[] }) => {
    push(chunk: Uint8Array): unknown;
    end(): unknown;
  };
}

type MappingSuggestion =
  | {
      readonly ok: true;
      readonly columnMapping: ColumnMapping;
      readonly header: readonly string[];
      readonly warnings: readonly { code: string; message: string; headers: readonly string[] }[];
    }
  | {
      readonly ok: false;
      readonly header: readonly string[];
      readonly reasons: readonly { message: string; choices: readonly string[] }[];
    };

/** A file that can be read repeatedly, from any position. */
export interface ByteSource {
  readonly size: number;
  read(start?: number, end?: number): AsyncIterable<Uint8Array>;
}

/** The result of reading a lead file; opaque outside @skiptrace/csv, but for what may give a row another property's owner. */
export interface Leads {
  readonly apart?: { readonly header: string; readonly isMuch: boolean } | undefined;
  /** Columns that the service needs and the file lacks, made of these. */
  readonly helpers: readonly { readonly field: string; readonly sources: readonly string[] }[];
}

/** The part of @skiptrace/csv/leads that is used. */
export interface LeadsCompanion {
  propertyKeyOf(lead: Record<'address' | 'city' | 'state' | 'zip', string>): string;
  inspectLeads(source: ByteSource, options: { overrides: object; maxRows: number }): Promise<Leads>;
  paidOnce(
    source: ByteSource,
    leads: Leads,
  ): { readonly columnMapping: ColumnMapping; readonly csv: AsyncIterable<Uint8Array> | undefined };
  contentDigest(leads: Leads, options: { dedupe?: boolean; requirePhone: boolean }): Promise<string>;
  apartText(apart: NonNullable<Leads['apart']>): string;
  restored(whole: ByteSource): AsyncIterable<Uint8Array>;
}

/** @throws ConfigurationError when the package is not installed, or does not work here */
export function loadLeads(): Promise<LeadsCompanion> {
  const why = 'Paying once for a property that is named several times';
  return loaded<LeadsCompanion>('@skiptrace/csv/leads', why, ' Or pass dedupe: false to pay each time.');
}

/** @throws ConfigurationError when the package is not installed, or does not work here */
export function loadCsv(): Promise<CsvCompanion> {
  return loaded<CsvCompanion>('@skiptrace/csv', "columnMapping: 'auto'", '');
}

async function loaded<Companion>(name: string, why: string, otherwise: string): Promise<Companion> {
  try {
    return await (load(name) as Promise<Companion>);
  } catch (cause) {
    const { code } = (cause ?? {}) as { code?: unknown };
    const isAbsent = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
    throw new ConfigurationError(
      isAbsent
        ? `${why} needs @skiptrace/csv. Run: npm install @skiptrace/csv.${otherwise}`
        : `@skiptrace/csv can't be loaded here: ${messageOf(cause)}`,
      { cause },
    );
  }
}
