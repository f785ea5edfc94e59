import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { reader } from '../../lead-file/reader.js';
import {
  listRecords,
  readFile,
  readRecord,
  updateRecord,
  type UploadRecord,
} from '../../lead-file/records.js';
import type { Decisions } from '../../lead-file/report.js';

// Data in this browser needs no network and is cheap to read.
const HERE = { retry: false, staleTime: Infinity } as const;

export const recordQuery = (id: string) =>
  queryOptions({ ...HERE, queryKey: ['upload', id], queryFn: () => readRecord(id), staleTime: 0 });

/** Uploads that are only in this browser. */
export const recordsQuery = (account: string) =>
  queryOptions({
    ...HERE,
    queryKey: ['uploads', account],
    queryFn: () => listRecords(account, Date.now()),
    staleTime: 0,
  });

/** The record's file is no longer in this browser. */
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

/** Progress of a list's survey from 0 to 1, whichever page started it. */
export const surveyedQuery = (id: string, decisions: Decisions) =>
  queryOptions({
    ...HERE,
    queryKey: ['upload', id, 'surveyed', decisions],
    queryFn: () => 0,
    initialData: 0,
  });

export const surveyQuery = (id: string, decisions: Decisions, maxRows: number) =>
  queryOptions({
    ...HERE,
    queryKey: ['upload', id, 'survey', decisions, maxRows],
    queryFn: async ({ client }) => {
      const tell = (fraction: number) => client.setQueryData(surveyedQuery(id, decisions).queryKey, fraction);
      tell(0);
      return reader.ask('survey', [{ id, csv: await fileOf(id), decisions, maxRows }], tell);
    },
  });

/**
 * Saves decisions about a list and shows them at once.
 * @param decided computes the change from the latest decisions, because a second choice may come before the first is shown
 */
export async function decide(
  queries: QueryClient,
  { id }: UploadRecord,
  decided: (kept: UploadRecord) => Partial<Pick<UploadRecord, 'decisions' | 'payOnce' | 'requirePhone'>>,
): Promise<void> {
  const { queryKey } = recordQuery(id);
  // A read that started earlier would bring the old decisions back.
  await queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, (shown) => shown && { ...shown, ...decided(shown) });
  await updateRecord(id, (kept) => ({ ...kept, ...decided(kept) })).catch(() => undefined);
}
