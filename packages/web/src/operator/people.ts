// People and their requests, for the operator's pages.
import { queryOptions } from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../api/clients.js';
import { pagedQuery } from '../api/paged-query.js';

export type PersonRequest = AppSchemas['PersonRequest'];
export type FoundPerson = AppSchemas['FoundPerson'];
export type DeletedPerson = AppSchemas['DeletedPerson'];

export const REQUEST_STATES = ['open', 'unconfirmed', 'closed', 'all'] as const;
export type RequestStates = (typeof REQUEST_STATES)[number];

export const REQUESTS = ['operator', 'requests'];

export const requestsQuery = (state: RequestStates) =>
  pagedQuery([...REQUESTS, 'list', state], (page) =>
    bodyOf(own.GET('/operator/api/requests', { params: { query: { state, ...page } } })),
  );

export const requestQuery = (requestId: string) =>
  queryOptions({
    queryKey: [...REQUESTS, 'one', requestId],
    queryFn: () => bodyOf(own.GET('/operator/api/requests/{requestId}', { params: { path: { requestId } } })),
  });

export const WISH_WORDS = {
  leave_out: 'Leave out',
  know: 'Copy',
  delete: 'Delete',
  know_and_delete: 'Copy, then delete',
} as const satisfies Record<PersonRequest['wants'], string>;

export const STATE_WORDS = {
  unconfirmed: { label: 'Unconfirmed', color: 'gray' },
  open: { label: 'Open', color: 'blue' },
  done: { label: 'Done', color: 'green' },
  refused: { label: 'Refused', color: 'orange' },
} as const satisfies Record<PersonRequest['state'], { label: string; color: string }>;

const MS_PER_DAY = 86_400_000;

/** "Due in 3 days" or "2 days late"; nothing for closed requests. */
export function dueWords({ dueAt, state }: Pick<PersonRequest, 'dueAt' | 'state'>, nowMs: number) {
  if (state === 'done' || state === 'refused') return null;
  const days = Math.floor(Date.parse(dueAt) / MS_PER_DAY) - Math.floor(nowMs / MS_PER_DAY);
  const counted = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`;
  return {
    text: days < 0 ? `${counted} late` : days === 0 ? 'Due today' : `Due in ${counted}`,
    isUrgent: days <= 7,
  };
}

/** Saves a document through the browser's downloads. */
export function saveDocument(name: string, document_: unknown): void {
  const url = URL.createObjectURL(
    new Blob([`${JSON.stringify(document_, null, 2)}\n`], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then, the download has begun.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
