import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { reader } from '../../lead-file/reader.js';
import type { Decisions } from '../../lead-file/report.js';
import {
  listRecords,
  readFile,
  readRecord,
  updateRecord,
  type UploadRecord,
} from '../../lead-file/records.js';

// Data in this browser needs no network and is cheap to read.
const HERE = { networkMode: 'always', retry: false, staleTime: Infinity } as const;

export const recordQuery = (id: string) =>
  queryOptions({ ...HERE, queryKey: ['upload', id], queryFn: () => readRecord(id), staleTime: 0 });

/** Uploads that this browser has and the server has not. */
export const recordsQuery = (account: string) =>
  queryOptions({
    ...HERE,
    queryKey: ['uploads', account],
    queryFn: () => listRecords(account, Date.now()),
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

/** How far a list is surveyed, from 0 to 1: told while a survey runs, whichever page asked for it. */
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
 * Keeps what was decided about a list, and shows it at once.
 * @param decided made of what was decided before: a second choice may come before the first one is shown
 */
export async function decide(
  queries: QueryClient,
  { id }: UploadRecord,
  decided: (kept: UploadRecord) => Partial<Pick<UploadRecord, 'decisions' | 'payOnce' | 'requirePhone'>>,
): Promise<void> {
  const { queryKey } = recordQuery(id);
  // A reading that began before would show again what was decided before.
  await queries.cancelQueries({ queryKey, exact: true });
  queries.setQueryData(queryKey, (shown) => shown && { ...shown, ...decided(shown) });
  await updateRecord(id, (kept) => ({ ...kept, ...decided(kept) })).catch(() => undefined);
}
