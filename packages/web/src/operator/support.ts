import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { bodyOf, own } from '../api/clients.js';
import { homeQuery } from '../api/operator-home.js';

export type SupportMessage = AppSchemas['SupportMessage'];
export type SupportMessageDetails = AppSchemas['SupportMessageDetails'];

export const INBOX = ['operator', 'support'] as const;

export const messageQuery = (messageId: string) =>
  queryOptions({
    queryKey: ['operator', 'message', messageId],
    queryFn: () => bodyOf(own.GET('/operator/api/support/{messageId}', { params: { path: { messageId } } })),
    staleTime: 0,
  });

/** Refetches everything that shows a message or counts it, after a change to it. */
export async function messageChanged(queries: QueryClient, messageId: string): Promise<void> {
  void queries.invalidateQueries({ queryKey: homeQuery.queryKey });
  void queries.invalidateQueries({ queryKey: INBOX });
  await queries.invalidateQueries({ queryKey: messageQuery(messageId).queryKey });
}

/** Marks a message as done, open or seen. */
export function useMark(messageId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { isDone?: boolean; isSeen?: true }) =>
      bodyOf(own.PATCH('/operator/api/support/{messageId}', { params: { path: { messageId } }, body })),
    onSuccess: () => messageChanged(queries, messageId),
  });
}

/** Keeps a note or a reply once, however often it is sent with this key. */
export const addEntry = (messageId: string, body: { kind: 'note' | 'reply'; text: string }, key: string) =>
  bodyOf(
    own.POST('/operator/api/support/{messageId}/entries', {
      params: { path: { messageId }, header: { 'Idempotency-Key': key } },
      body,
    }),
  );

/** Maximum length of the quoted message: mail programs cut or reject long `mailto:` links. */
const MAX_QUOTED = 1_000;

/** Link that opens a reply in the operator's mail program, with the message quoted. */
export const replyTo = ({ email, reason, message }: SupportMessage, text = ''): string => {
  const beginning = message.length > MAX_QUOTED ? `${message.slice(0, MAX_QUOTED)} …` : message;
  const quoted = beginning.replace(/^/gm, '> ');
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${reason}`)}&body=${encodeURIComponent(`${text.slice(0, MAX_QUOTED)}\n\n${quoted}`)}`;
};
