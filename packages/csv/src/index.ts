export { CsvInputError, type CsvInputErrorCode } from './errors.js';
export { blobSource, readWhole, type ByteSource } from './source/byte-source.js';
export { CsvReader, type CsvReaderOptions } from './records/reader.js';
export type { CsvRecord } from './records/record.js';
export { detectDialect, openCsv, type OpenedCsv, type OpenOptions } from './records/open.js';
export {
  MAX_CELLS,
  MAX_HEAD_BYTES,
  MAX_RECORD_BYTES,
  type CsvHeader,
  type Dialect,
} from './records/dialect.js';
export { foreignFormat, noListText, type ForeignFormat } from './text/format.js';
export { type Encoding, encodeText, foldToEncoding } from './text/encoding.js';
export {
  EnrichedCsv,
  type EnrichedCsvOptions,
  type OriginalRecord,
  NO_WIDTHS,
  widen,
  type EnrichedWidths,
} from './enriched/enriched-csv.js';
export type { EnrichedOwner, EnrichedPhone, OwnerBytes, OwnerDetails, PhoneKind } from './enriched/owner.js';
export { safeCell, unguardedCell, writtenCell } from './enriched/cells.js';
export { isSentinel } from './values/sentinel.js';
export { STATE_NAMES, stateCode, stateOfZip } from './values/state.js';
export { cleanZip, type CleanZip } from './values/zip.js';
export { dncFlag, phoneDigits, phoneType } from './values/phone.js';
export { sampleCsv, SAMPLE_ROWS, type CsvSample } from './records/sample.js';
export { columnName, uniqueNames } from './content/name-columns.js';
export { type FileShape, type ShapeOptions } from './headers/header-row.js';
export {
  tableOf,
  type Table,
  suggestMapping,
  type MappingRefusal,
  type MappingSuggestion,
  type SuggestedColumns,
  type SuggestOptions,
} from './headers/suggest-mapping.js';
export { cellsByHeader, type ColumnCells } from './headers/by-cells.js';
export { splitStreet, type SplitStreet } from './headers/house-numbers.js';
export { mapHeaders } from './headers/map-headers.js';
export { unusedColumns } from './headers/mapped-fields.js';
export type {
  FieldChoice,
  HeaderMapping,
  MappedField,
  MapOptions,
  MappingError,
  MappingWarning,
  PhoneColumns,
} from './headers/mapping.js';
export type {
  ChosenField,
  ContactField,
  HeaderField,
  JobField,
  RequiredField,
  SingleField,
} from './headers/fields.js';
export {
  mailingColumns,
  propertyColumns,
  type AddressColumns,
  type FieldSource,
} from './headers/address-columns.js';
export { helperColumns, type HelperColumn, HelperCsv, withoutHelperCells } from './helpers/helper-csv.js';
export { splitCityState, splitOneLine, splitStateZip, type SplitAddress } from './values/one-line.js';
export { joinStreet, withUnit } from './values/street-line.js';
