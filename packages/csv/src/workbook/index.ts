/** Excel workbooks (.xlsx) as CSV: an entry of its own, because it needs a reader of XML. */
export { readWorkbook, WorkbookError, type ConvertedWorkbook } from './convert.js';
