import type { QueryClient } from '@tanstack/react-query';
import type { OnProgress } from '../../lead-file/lead-list.js';
import { reader } from '../../lead-file/reader.js';
import { forgetUnsent, keepRecord, type UploadRecord } from '../../lead-file/records.js';
import { NOTHING_DECIDED, type Decisions } from '../../lead-file/report.js';
import { settingsQuery } from '../../session/sessions.js';
import { lookQuery, recordQuery } from './queries.js';
import { rememberedFor } from './remembered.js';
import { requireSize } from './require-size.js';

/** Workbooks opened in this tab, by list id, for choosing another sheet. */
const workbooks = new Map<string, File>();

/** Undefined after a reload, because only the list is saved. */
export const workbookOf = (listId: string): File | undefined => workbooks.get(listId);

/**
 * Opens a file as a list and saves it in this browser.
 * @param sheet of a workbook; null picks the one with addresses
 * @throws ListError
 */
export async function openFile(
  queries: QueryClient,
  { file, account, sheet }: { file: File; account: string; sheet: string | null },
  onProgress?: OnProgress,
): Promise<UploadRecord> {
  const { csv, ...opened } = await reader.ask('open', [file, file.name, sheet], onProgress);
  // The file to send will be at least as large.
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
  // Opening a file again replaces its earlier draft.
  await forgetUnsent(account, ({ id, name }) => name === record.name && id !== record.id);
  if (opened.sheet !== null) workbooks.set(record.id, file);
  queries.setQueryData(recordQuery(record.id).queryKey, record);
  return record;
}

/** Choices for an earlier list with the same columns; null without earlier choices, or if they can't be loaded. */
async function rememberedChoices(queries: QueryClient, id: string, csv: Blob): Promise<Decisions | null> {
  try {
    const look = await reader.ask('look', [csv, NOTHING_DECIDED]);
    // Cached, because the page needs it next.
    queries.setQueryData(lookQuery(id, NOTHING_DECIDED).queryKey, look);
    return await rememberedFor(look);
  } catch {
    return null;
  }
}
