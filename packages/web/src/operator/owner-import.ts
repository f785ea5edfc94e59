import type { AppSchemas } from '@skiptrace/contract/app';
import { queryOptions } from '@tanstack/react-query';
import { given, own, pageHeaders, query } from '../api/clients.js';
import { Problem } from '../api/problem.js';
import { send } from '../api/send.js';

export type OwnerFile = AppSchemas['OwnerFile'];
export type OwnerImport = AppSchemas['OwnerImport'];
export type OwnerImportRequest = AppSchemas['OwnerImportRequest'];
export type OwnerImportSummary = AppSchemas['OwnerImportSummary'];
export type OwnerPreview = AppSchemas['OwnerPreview'];
export type OwnerPreviewRequest = AppSchemas['OwnerPreviewRequest'];
export type RejectedOwnerRows = AppSchemas['RejectedOwnerRows'];
export type WaitingOwnerFile = AppSchemas['WaitingOwnerFile'];

const ASK_EVERY_MS = 1_000;
/** Timeout: the server reads a whole workbook, of up to 4 GB and perhaps from a bucket, before it answers. */
const READ_MS = 15 * 60_000;

/** State of an import, polled every second until the import has ended or no longer exists. */
export const importQuery = (importId: string) =>
  queryOptions({
    ...query('/operator/api/owners/imports/{importId}', { params: { path: { importId } } }),
    refetchInterval: ({ state: { data, error } }) => {
      const isGone = error instanceof Problem && !error.isPassing;
      return isGone || (data !== undefined && data.state !== 'running') ? false : ASK_EVERY_MS;
    },
    staleTime: 0,
  });

export const RUN_WORDS = {
  running: { label: 'Under way', color: 'blue' },
  done: { label: 'Done', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
} as const satisfies Record<OwnerImport['state'], { label: string; color: string }>;

/** Describes the task of an import. */
export function importWords({ dryRun, request, summary }: OwnerImport): string {
  const source = request === null ? '' : ` into "${request.source}"`;
  if (dryRun) return `Check only, nothing stored${request === null ? '' : `, for "${request.source}"`}`;
  if (summary?.status === 'unchanged') return `Import${source}, which had this file already`;
  return `Import${source}${request?.replace === true ? ', replacing what it had' : ''}`;
}

/** How to read a file: the row with the column names, and the sheet. Missing values are detected. */
export const ownerFileQuery = (
  fileId: string,
  { headerRow, sheet }: Pick<OwnerImportRequest, 'headerRow' | 'sheet'> = {},
) =>
  queryOptions({
    ...query('/operator/api/owners/files/{fileId}', {
      params: {
        path: { fileId },
        query: given({ headerRow, sheet }),
      },
    }),
    // An uploaded file never changes. If it is discarded meanwhile, starting its import fails with an explanation.
    staleTime: Infinity,
  });

/** The rejected rows of an import that wait to be corrected, and what changes them. */
export const rejectsOf = (importId: string) =>
  query('/operator/api/owners/imports/{importId}/rejects', { params: { path: { importId } } });

/** A rejected row of a file with its changed cells: column, from 0 → new text. */
export interface CorrectedRow {
  line: number;
  cells: Record<string, string>;
}

/** Starts an import or a trial run. */
export const startImport = (fileId: string, body: OwnerImportRequest) =>
  own.POST('/operator/api/owners/files/{fileId}/imports', { params: { path: { fileId } }, body });

/**
 * Uploads a file unchanged.
 * @param onSent called with the bytes sent so far
 * @throws Problem
 */
export async function sendOwnerFile(
  file: File,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<OwnerFile> {
  const url = `/operator/api/owners/files?name=${encodeURIComponent(file.name)}`;
  const headers = { 'Content-Type': 'application/octet-stream', ...pageHeaders() };
  const answerMs = READ_MS;
  const answer = await send({ method: 'POST', url, headers, body: file, signal, answerMs, onSent }).catch(
    (error: unknown) => {
      throw signal.aborted ? new Problem('The upload was stopped. Nothing was kept.', null) : error;
    },
  );
  return answer as OwnerFile;
}
