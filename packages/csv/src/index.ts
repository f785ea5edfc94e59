export { CsvInputError, type CsvInputErrorCode } from './errors.js';
export { blobSource, readWhole, type ByteSource } from './byte-source.js';
export { CsvReader, type CsvReaderOptions } from './records/reader.js';
export type { CsvRecord } from './records/record.js';
export { detectDialect, openCsv, type OpenedCsv, type OpenOptions } from './records/open.js';
export {
  MAX_CELLS,
  MAX_HEAD_BYTES,
  MAX_RECORD_BYTES,
  findColumn,
  type CsvHeader,
  type Dialect,
} from './records/dialect.js';
export { foreignFormat, noListText, type ForeignFormat } from './text/foreign-format.js';
export { bytesPerUnit, type Encoding, encodeText, foldToEncoding } from './text/encoding.js';
export {
  EnrichedCsv,
  type EnrichedCsvOptions,
  type EnrichedRecord,
  type OriginalRecord,
  NO_WIDTHS,
  widen,
  widerOwners,
  type EnrichedWidths,
} from './enriched/enriched-csv.js';
export {
  dncStatus,
  type ContactWidths,
  type DncStatus,
  type EnrichedOwner,
  type EnrichedPhone,
  type OwnerBytes,
  type OwnerDetails,
  type PhoneKind,
} from './enriched/added-columns.js';
export { csvLine, safeCell, unguardedCell, writtenCell } from './enriched/cells.js';
export { isAbsentee } from './values/absentee.js';
export { isSentinel } from './values/sentinel.js';
export { STATE_NAMES, stateCode, stateOfZip, cleanZip, type CleanZip } from './values/state-zip.js';
export {
  dncFlag,
  flagOf,
  isFlagged,
  partBeside,
  phoneDigits,
  phonesIn,
  phoneType,
  saidByAPart,
} from './values/phone.js';
export { sampleCsv, SAMPLE_ROWS, type CsvSample } from './records/sample.js';
export { columnName, uniqueNames } from './content.js';
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
export { cellsByHeader, type ColumnCells, splitStreet, type SplitStreet } from './headers/by-cells.js';
export { mapHeaders } from './headers/map-headers.js';
export {
  unusedColumns,
  mailingColumns,
  propertyColumns,
  type AddressColumns,
  type FieldSource,
} from './headers/address-columns.js';
export type {
  FieldChoice,
  HeaderMapping,
  MappedField,
  MapOptions,
  MappingError,
  MappingWarning,
  PhoneColumns,
  ChosenField,
  ContactField,
  HeaderField,
  JobField,
  RequiredField,
  SingleField,
} from './headers/mapping.js';
export { chosenHeaders } from './headers/mapping.js';
export { helperColumns, type HelperColumn, HelperCsv, withoutHelperCells } from './helper-csv.js';
export {
  onOneLine,
  splitCityState,
  splitOneLine,
  splitStateZip,
  type SplitAddress,
  joinStreet,
  STREET_PARTS,
  UNIT_PARTS,
  withUnit,
  type StreetCells,
  type StreetPart,
  type UnitPart,
} from './values/address-lines.js';
