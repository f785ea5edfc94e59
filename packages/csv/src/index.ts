export { CsvInputError, type CsvInputErrorCode } from './errors.js';
export { CsvReader, type CsvReaderOptions, type CsvRecord } from './records/reader.js';
export { detectDialect, openCsv, type OpenedCsv, type OpenOptions } from './records/open.js';
export {
  MAX_CELLS,
  MAX_HEADER_BYTES,
  MAX_RECORD_BYTES,
  type CsvHeader,
  type Dialect,
} from './records/dialect.js';
export { foreignFormat, type ForeignFormat } from './text/format.js';
export type { Encoding } from './text/encoding.js';
export { EnrichedCsv, type EnrichedCsvOptions, type OriginalRecord } from './enriched/enriched-csv.js';
export type { EnrichedOwner, EnrichedPhone } from './enriched/owner.js';
export { NO_WIDTHS, widen, type EnrichedWidths } from './enriched/widths.js';
export { safeCell, writtenCell } from './enriched/cells.js';
