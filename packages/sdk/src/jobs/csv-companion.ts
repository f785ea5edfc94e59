import { ConfigurationError } from '../errors/index.js';

/** What is used of @skiptrace/csv, an optional companion: described here, so that this package builds without it. */
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
      readonly columnMapping: SuggestedColumns;
      readonly header: readonly string[];
      readonly warnings: readonly { code: string; message: string; headers: readonly string[] }[];
    }
  | {
      readonly ok: false;
      readonly header: readonly string[];
      readonly reasons: readonly { message: string; choices: readonly string[] }[];
    };

interface SuggestedColumns {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
  readonly firstName?: string;
  readonly lastName?: string;
}

/** @throws ConfigurationError when it is not installed, or does not work here */
export async function loadCsv(): Promise<CsvCompanion> {
  try {
    return await load('@skiptrace/csv');
  } catch (cause) {
    const { code } = (cause ?? {}) as { code?: unknown };
    const isAbsent = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
    throw new ConfigurationError(
      isAbsent
        ? "columnMapping: 'auto' needs @skiptrace/csv. Run: npm install @skiptrace/csv"
        : `@skiptrace/csv can't be loaded here: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  }
}

/** The name comes as an argument, so that bundlers do not look for a package that need not be there. */
function load(name: string): Promise<CsvCompanion> {
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name) as Promise<CsvCompanion>;
}
