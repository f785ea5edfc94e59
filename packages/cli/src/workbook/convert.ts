import { fileSource, writeChunks } from '@skiptrace/csv/files';
import { listScore } from '@skiptrace/csv/leads';
import { type ConvertedWorkbook, readWorkbook, WorkbookError } from '@skiptrace/csv/workbook';
import { Failure } from '../failures/failure.js';

/**
 * The sheet of a workbook that looks most like a list, or else its first one, as a CSV file.
 * @param shown the file name to show people
 * @param wanted the name of the sheet to take
 */
export async function convertWorkbook(
  workbook: string,
  shown: string,
  destination: string,
  wanted?: string,
): Promise<Pick<ConvertedWorkbook, 'sheet' | 'others'> & { notes: string[] }> {
  try {
    const choice = wanted === undefined ? { rate: listScore } : { sheet: wanted };
    const { sheet, others, csv, notes } = await readWorkbook(await fileSource(workbook), choice);
    await writeChunks(destination, csv);
    return { sheet, others, notes: notes() };
  } catch (error) {
    throw error instanceof WorkbookError ? failureOf(error, shown) : error;
  }
}

function failureOf(cause: WorkbookError, shown: string): Failure {
  switch (cause.code) {
    case 'empty_sheet':
      return new Failure('input_empty', `${shown}: ${cause.message}.`, { cause });
    case 'no_such_sheet':
      return new Failure('usage', `${shown}: ${cause.message}.`, { cause });
    case 'too_large':
      return new Failure('input_too_big', `${shown} is too big for a lead list: ${cause.message}.`, {
        hint: 'Open it in a spreadsheet and save the sheet with the list as CSV.',
        cause,
      });
    case 'not_a_workbook':
      return new Failure('input_not_text', `${shown} can't be read as an Excel workbook.`, {
        hint: 'Open it in a spreadsheet and save it as CSV.',
        cause,
      });
  }
}
