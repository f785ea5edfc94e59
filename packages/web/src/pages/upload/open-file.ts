import type { AppSchemas } from '@skiptrace/contract/app';
import type { QueryClient } from '@tanstack/react-query';
import { own } from '../../api/clients.js';
import type { OnProgress } from '../../lead-file/lead-list.js';
import { reader, ListError } from '../../lead-file/reader.js';
import { forgetUnsent, keepRecord, type UploadRecord } from '../../lead-file/records.js';
import { NOTHING_DECIDED, type Decisions, type Look } from '../../lead-file/report.js';
import { bytes } from '../../parts/format.js';
import { settingsQuery } from '../../session/sessions.js';
import { hasDecided, isCertain } from './column-uses.js';
import { lookQuery, recordQuery } from './queries.js';

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

/** @throws ListError if the file is too large for the server */
export function requireSize(csv: Blob, maxBytes: number): void {
  if (csv.size <= maxBytes) return;
  throw new ListError({
    code: 'too_large',
    message: `The list is ${bytes(csv.size)}, and this server takes up to ${bytes(maxBytes)}.`,
    hint: 'Leave out columns that are not needed, or split the list.',
  });
}

/** Timeout: after it, the list opens without remembered decisions. */
const PATIENCE_MS = 2_000;

/**
 * Choices for an earlier list with the same columns, saved on the server for the account; null if there are none. The default state is
 * not saved: rows of another list may be in another state and would match other people's houses.
 */
export async function rememberedFor(look: Look): Promise<Decisions | null> {
  const headers = await digestOf(look);
  if (headers === null) return null;
  const { choices } = await own.GET('/app/api/column-choices/{headers}', {
    params: { path: { headers } },
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  return choices === null ? null : { ...NOTHING_DECIDED, ...choices };
}

/**
 * Saves the decisions about a list that is being uploaded, and the agreement to columns that weren't certain;
 * deletes them if nothing is left to agree to.
 */
export async function remember(queries: QueryClient, record: UploadRecord): Promise<void> {
  const { id, decisions, isRemembered = false } = record;
  const { noHeader, state: _, ...choices } = decisions;
  const ofColumns = { ...decisions, state: null };
  if (noHeader) return;
  const look = await queries.query({ ...lookQuery(id, NOTHING_DECIDED), staleTime: 'static' });
  const isNeeded = hasDecided(ofColumns) || !isCertain(look, ofColumns);
  const headers = await digestOf(look);
  if (headers === null || (!isNeeded && !isRemembered)) return;
  const body: { choices: AppSchemas['ColumnChoices'] | null } = {
    choices: isNeeded ? choices : null,
  };
  await own.PUT('/app/api/column-choices/{headers}', { params: { path: { headers } }, body });
}

/** Digest of the column names; null for a list without a header, so that no row data is sent. */
async function digestOf({ shape, columns }: Look): Promise<string | null> {
  if (shape !== 'table' && shape !== 'below-title') return null;
  const names = new TextEncoder().encode(JSON.stringify(columns.map(({ name }) => name)));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', names));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
