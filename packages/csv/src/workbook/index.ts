/** Excel workbooks (.xlsx) as CSV: an entry of its own, because it needs an XML parser. */
export { readWorkbook, WorkbookError, type ConvertedWorkbook } from './convert.js';
