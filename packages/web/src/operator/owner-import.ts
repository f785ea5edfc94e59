import { queryOptions } from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { APP_HEADER, bodyOf, own } from '../api/clients.js';
import { Problem } from '../api/problem.js';

export type OwnerFile = AppSchemas['OwnerFile'];
export type OwnerImport = AppSchemas['OwnerImport'];
export type OwnerImportRequest = AppSchemas['OwnerImportRequest'];
export type OwnerImportSummary = AppSchemas['OwnerImportSummary'];

export type WaitingOwnerFile = AppSchemas['WaitingOwnerFile'];

const ASK_EVERY_MS = 1_000;

/** How an import goes; asked again until it is over. */
export const importQuery = (importId: string) =>
  queryOptions({
    queryKey: ['operator', 'owners', 'import', importId],
    queryFn: () =>
      bodyOf(own.GET('/operator/api/owners/imports/{importId}', { params: { path: { importId } } })),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.state === 'running' ? ASK_EVERY_MS : false,
    staleTime: 0,
  });

/** Files that were sent and not imported yet. */
export const waitingFilesQuery = queryOptions({
  queryKey: ['operator', 'owners', 'files'],
  queryFn: () => bodyOf(own.GET('/operator/api/owners/files')),
  staleTime: 0,
});

export const ownerFileQuery = (fileId: string) =>
  queryOptions({
    queryKey: ['operator', 'owners', 'files', fileId],
    queryFn: () => bodyOf(own.GET('/operator/api/owners/files/{fileId}', { params: { path: { fileId } } })),
    // It never changes; it can only be gone, which its import says.
    staleTime: Number.POSITIVE_INFINITY,
  });

export const startImport = (fileId: string, body: OwnerImportRequest) =>
  bodyOf(own.POST('/operator/api/owners/files/{fileId}/imports', { params: { path: { fileId } }, body }));

export const throwAway = (fileId: string) =>
  bodyOf(own.DELETE('/operator/api/owners/files/{fileId}', { params: { path: { fileId } } }));

export const rejectsUrl = (importId: string): string =>
  `/operator/api/owners/imports/${encodeURIComponent(importId)}/rejects.csv`;

/**
 * Sends a file as it is. fetch tells no progress of what it sends, so this is an XMLHttpRequest.
 * @param onProgress with a part from 0 to 1
 * @throws Problem
 */
export function sendOwnerFile(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<OwnerFile> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `/operator/api/owners/files?name=${encodeURIComponent(file.name)}`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    for (const [name, value] of Object.entries(APP_HEADER)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onerror = () => reject(Problem.notReached(new Error('the file could not be sent')));
    request.onabort = () => reject(new Problem('The upload was stopped. Nothing was kept.', null));
    request.onload = () => {
      const body = parsed(request.responseText);
      if (request.status === 201) resolve(body as OwnerFile);
      else reject(new Problem(sentenceIn(body) ?? `The server answered ${request.status}.`, request.status));
    };
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const sentenceIn = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string'
    ? body.error
    : null;
