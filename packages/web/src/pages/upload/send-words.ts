import type { Problem } from '../../api/problem.js';
import { bytes } from '../../parts/format.js';
import type { Sent } from './sender.js';

/** What an upload does, and how far it is where there is a number. @param totalBytes of the file that is sent */
export function sendWords(sent: Sent, totalBytes: number): readonly string[] {
  if (sent.doing !== 'sending') return [WORDS[sent.doing]];
  return ['Uploading:', `${bytes(Math.min(sent.sentBytes, totalBytes))} of ${bytes(totalBytes)}`];
}

/** Why an upload waits, as the server says it, and what happens next. */
export const waitWords = ({ status, message }: Problem): string =>
  status === null
    ? 'The connection to the server dropped. The upload tries again by itself; nothing was lost or charged.'
    : `${message} The upload tries again by itself.`;

const WORDS: Record<Exclude<Sent['doing'], 'sending'>, string> = {
  starting: 'Starting…',
  elsewhere: 'Another tab of this browser is uploading this list. If you close it, this one goes on.',
  waiting: 'Waiting for the server.',
  finishing: 'The server is taking the file.',
  sent: 'Uploaded.',
  gone: 'Uploaded.',
  failed: 'The upload has stopped.',
};
