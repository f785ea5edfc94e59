import type { Problem } from '../../api/problem.js';
import { bytes } from '../../parts/format.js';
import type { Sent } from './sender.js';

/** Upload status text, plus progress while sending. @param totalBytes of the file that is sent */
export function sendWords(sent: Sent, totalBytes: number): readonly string[] {
  if (sent.doing !== 'sending') return [WORDS[sent.doing]];
  return ['Uploading:', `${bytes(Math.min(sent.sentBytes, totalBytes))} of ${bytes(totalBytes)}`];
}

/** The reason why an upload waits, and what happens next. */
export const waitWords = ({ status, message }: Problem): string =>
  status === null
    ? 'Connection lost. We’ll keep retrying. Nothing was lost or charged.'
    : `${message} We’ll keep retrying.`;

const WORDS: Record<Exclude<Sent['doing'], 'sending'>, string> = {
  starting: 'Starting…',
  elsewhere: 'Another tab is uploading this list. If you close it, this tab continues.',
  waiting: 'Waiting for the server…',
  finishing: 'Finishing upload…',
  sent: 'Uploaded.',
  gone: 'Uploaded.',
  failed: 'The upload has stopped.',
};
