import type { AppSchemas } from '@skiptrace/contract/app';
import { useAct } from '../api/act.js';
import { own } from '../api/clients.js';

export type SupportMessage = AppSchemas['SupportMessage'];
export type SupportMessageDetails = AppSchemas['SupportMessageDetails'];

/** Everything that shows a message or counts it. */
export const OF_MESSAGES = ['/operator/api/support', '/operator/api/home'];

/** Marks a message as done, open or seen. */
export const useMark = (messageId: string) =>
  useAct({
    send: (body: { isDone?: boolean; isSeen?: true }) =>
      own.PATCH('/operator/api/support/{messageId}', { params: { path: { messageId } }, body }),
    changes: OF_MESSAGES,
  });

/** Maximum length of the quoted message: mail programs cut or reject long `mailto:` links. */
const MAX_QUOTED = 1_000;

/** Link that opens a reply in the operator's mail program, with the message quoted. */
export const replyTo = ({ email, reason, message }: SupportMessage, text: string): string => {
  const beginning = message.length > MAX_QUOTED ? `${message.slice(0, MAX_QUOTED)} …` : message;
  const body = `${text.slice(0, MAX_QUOTED)}\n\n${beginning.replace(/^/gm, '> ')}`;
  const [to, subject] = [email, `Re: ${reason}`].map(encodeURIComponent);
  return `mailto:${to}?subject=${subject}&body=${encodeURIComponent(body)}`;
};
