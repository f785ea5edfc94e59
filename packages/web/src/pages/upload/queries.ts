import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { reader } from '../../lead-file/reader.js';
import type { Decisions } from '../../lead-file/report.js';
import { listRecords, readFile, readRecord, updateRecord, type UploadRecord } from './records.js';

// What is in this browser can be asked for without a line, and as often as one likes.
const HERE = { networkMode: 'always', retry: false, staleTime: Infinity } as const;

export const recordQuery = (id: string) =>
  queryOptions({ ...HERE, queryKey: ['upload', id], queryFn: () => readRecord(id), staleTime: 0 });

/** Uploads that this browser has and the server has not. */
export const recordsQuery = (accountId: string) =>
  queryOptions({
    ...HERE,
    queryKey: ['uploads', accountId],
    queryFn: () => listRecords(accountId, Date.now()),
    staleTime: 0,
  });

/** The file of a record is not in this browser any more. */
export class FileGone extends Error {
  override readonly name = 'FileGone';
}

export async function fileOf(id: string): Promise<Blob> {
  const file = await readFile(id);
  if (file === null) throw new FileGone('The list is not in this browser any more. Choose it again.');
  return file;
}

export const lookQuery = (id: string, decisions: Decisions) =>
  queryOptions({
    ...HERE,
    queryKey: ['upload', id, 'look', decisions],
    queryFn: async () => reader.ask('look', [await fileOf(id), decisions]),
  });

export const surveyQuery = (
  id: string,
  decisions: Decisions,
  maxRows: number,
  onProgress: (fraction: number) => void,
) =>
  queryOptions({
    ...HERE,
    queryKey: ['upload', id, 'survey', decisions, maxRows],
    queryFn: async () =>
      reader.ask('survey', [{ id, csv: await fileOf(id), decisions, maxRows }], onProgress),
  });

/** Keeps what was decided about a list, and shows it at once. */
export function decide(
  queries: QueryClient,
  record: UploadRecord,
  decided: Partial<Pick<UploadRecord, 'decisions' | 'payOnce'>>,
): void {
  queries.setQueryData(recordQuery(record.id).queryKey, { ...record, ...decided });
  // What can't be kept is still decided on this page.
  updateRecord(record.id, (kept) => ({ ...kept, ...decided })).catch(() => undefined);
}
