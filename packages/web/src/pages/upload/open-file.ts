import type { QueryClient } from '@tanstack/react-query';
import type { OnProgress } from '../../lead-file/lead-list.js';
import { reader } from '../../lead-file/reader.js';
import { forgetUnsent, keepRecord, type UploadRecord } from '../../lead-file/records.js';
import { NOTHING_DECIDED, type Decisions } from '../../lead-file/report.js';
import { settingsQuery } from '../../session/sessions.js';
import { lookQuery, recordQuery } from './queries.js';
import { rememberedFor } from './remembered.js';
import { requireSize } from './require-size.js';

/** The workbooks of this tab, by the list that was read from them: they have other sheets. */
const workbooks = new Map<string, File>();

/** Undefined after a reload: the browser has only the list. */
export const workbookOf = (listId: string): File | undefined => workbooks.get(listId);

/**
 * Reads a file as a list and keeps it in this browser.
 * @param sheet of a workbook; null: the one that has addresses
 * @throws ListError
 */
export async function openFile(
  queries: QueryClient,
  { file, account, sheet }: { file: File; account: string; sheet: string | null },
  onProgress?: OnProgress,
): Promise<UploadRecord> {
  const { csv, ...opened } = await reader.ask('open', [file, file.name, sheet], onProgress);
  // The file to send is at least as large.
  requireSize(csv, (await queries.query({ ...settingsQuery, staleTime: 'static' })).maxUploadBytes);
  const id = crypto.randomUUID();
  const remembered = await rememberedChoices(queries, id, csv);
  const record: UploadRecord = {
    ...opened,
    id,
    account,
    name: file.name,
    startedAt: Date.now(),
    decisions: remembered ?? NOTHING_DECIDED,
    isRemembered: remembered !== null,
    payOnce: true,
    requirePhone: false,
    sending: null,
  };
  await keepRecord(record, csv);
  // A file that is opened again replaces its earlier copy, so that no choice among copies is left.
  await forgetUnsent(account, ({ id, name }) => name === record.name && id !== record.id);
  if (opened.sheet !== null) workbooks.set(record.id, file);
  queries.setQueryData(recordQuery(record.id).queryKey, record);
  return record;
}

/** A list opens as if it were the first of its kind where they can't be had. */
async function rememberedChoices(queries: QueryClient, id: string, csv: Blob): Promise<Decisions | null> {
  try {
    const look = await reader.ask('look', [csv, NOTHING_DECIDED]);
    // The page needs it next.
    queries.setQueryData(lookQuery(id, NOTHING_DECIDED).queryKey, look);
    return await rememberedFor(look);
  } catch {
    return null;
  }
}
