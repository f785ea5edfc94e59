/** Excel workbooks (.xlsx) as CSV. For Node only, so it's an entry of its own: `@skiptrace/csv/workbook`. */
export { convertWorkbook, WorkbookError, type ConvertedWorkbook } from './convert.js';
