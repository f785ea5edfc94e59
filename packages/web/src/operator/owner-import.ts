import { queryOptions } from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own, pageHeaders } from '../api/clients.js';
import { pagedQuery } from '../api/paged-query.js';
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
    queryKey: ['operator', 'owners', 'import', importId],
    queryFn: () =>
      bodyOf(own.GET('/operator/api/owners/imports/{importId}', { params: { path: { importId } } })),
    refetchInterval: ({ state: { data, error } }) => {
      const isGone = error instanceof Problem && !error.isPassing;
      return isGone || (data !== undefined && data.state !== 'running') ? false : ASK_EVERY_MS;
    },
    staleTime: 0,
  });

export const RUN_STATES = ['all', 'running', 'done', 'failed'] as const;
type RunState = (typeof RUN_STATES)[number];

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

/** Imports and checks of the last 30 days, newest first. */
export const importsQuery = (state: RunState) =>
  pagedQuery(
    ['operator', 'owners', 'imports', state],
    (page) => bodyOf(own.GET('/operator/api/owners/imports', { params: { query: { state, ...page } } })),
    { staleTime: 0 },
  );

/** Uploaded files that haven't been imported: they can still be tried, imported or discarded. */
export const waitingFilesQuery = queryOptions({
  queryKey: ['operator', 'owners', 'files'],
  queryFn: () => bodyOf(own.GET('/operator/api/owners/files')),
  staleTime: 0,
});

/** How to read a file: the row with the column names, and the sheet. Missing values are detected. */
export type OwnerFileReading = Pick<OwnerImportRequest, 'headerRow' | 'sheet'>;

export const ownerFileQuery = (fileId: string, { headerRow, sheet }: OwnerFileReading = {}) =>
  queryOptions({
    queryKey: ['operator', 'owners', 'files', fileId, headerRow ?? null, sheet ?? null],
    queryFn: () => {
      const query = { ...(headerRow !== undefined && { headerRow }), ...(sheet !== undefined && { sheet }) };
      return bodyOf(own.GET('/operator/api/owners/files/{fileId}', { params: { path: { fileId }, query } }));
    },
    // An uploaded file never changes. If it is discarded meanwhile, starting its import fails with an explanation.
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The owners that the first rows of a file become; nothing is stored. */
export const ownerPreviewQuery = (fileId: string, body: OwnerPreviewRequest) =>
  queryOptions({
    queryKey: ['operator', 'owners', 'files', fileId, 'preview', body],
    queryFn: () =>
      bodyOf(own.POST('/operator/api/owners/files/{fileId}/preview', { params: { path: { fileId } }, body })),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const startImport = (fileId: string, body: OwnerImportRequest) =>
  bodyOf(own.POST('/operator/api/owners/files/{fileId}/imports', { params: { path: { fileId } }, body }));

export const throwAway = (fileId: string) =>
  bodyOf(own.DELETE('/operator/api/owners/files/{fileId}', { params: { path: { fileId } } }));

export const rejectsUrl = (importId: string): string =>
  `/operator/api/owners/imports/${encodeURIComponent(importId)}/rejects.csv`;

/** The first rejected rows of an import that wait to be corrected. */
export const rejectedRowsQuery = (importId: string) =>
  queryOptions({
    queryKey: ['operator', 'owners', 'import', importId, 'rejects'],
    queryFn: () =>
      bodyOf(own.GET('/operator/api/owners/imports/{importId}/rejects', { params: { path: { importId } } })),
    staleTime: 0,
  });

/** A rejected row of a file with its changed cells: column, from 0 → new text. */
export interface CorrectedRow {
  line: number;
  cells: Record<string, string>;
}

/** Imports corrected rows as a further part of their import. */
export const correctRows = (importId: string, rows: CorrectedRow[]) =>
  bodyOf(
    own.POST('/operator/api/owners/imports/{importId}/corrections', {
      params: { path: { importId } },
      body: { rows },
    }),
  );

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
