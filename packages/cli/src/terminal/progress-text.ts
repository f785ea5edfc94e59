import { count } from '../amounts.js';
import { plain } from './text.js';

/** Direction of a transfer. */
export type Direction = 'upload' | 'download';

/** Name of a slow request; the other names are statuses of a job. */
export const SLOW_REQUEST = 'request';

const WAITING_TEXTS: Readonly<Record<string, string>> = {
  [SLOW_REQUEST]: 'Waiting for the service',
  pending: 'Waiting for the file',
  uploaded: 'Waiting in the queue',
  processing: 'Matching addresses',
  confirmed: 'Confirmed, waiting for its turn',
  generating: 'Building the enriched file',
};

/** Explains a status to a waiting user. A status of a newer server is shown unchanged. */
export const statusText = (status: string): string => WAITING_TEXTS[status] ?? `Job is ${plain(status)}`;

export const megabytes = (bytes: number): string =>
  bytes < 1_000_000 ? `${count(Math.ceil(bytes / 1000))} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

export const TRANSFER_LABEL: Readonly<Record<Direction, string>> = {
  upload: 'Uploading',
  download: 'Downloading',
};

/** `8 s`, `2 min 05 s`: minutes only if needed. */
export function elapsed(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** One line that fits: the bar takes the room that the words leave, and is dropped if that is too little. */
export function barText(
  direction: Direction,
  bytes: number,
  total: number | undefined,
  seconds: number,
  columns: number,
): string {
  const share = total === undefined || total === 0 ? 0 : Math.min(1, bytes / total);
  const rate = seconds > 0.2 ? ` ${megabytes(bytes / seconds)}/s` : '';
  const done = total === undefined ? megabytes(bytes) : `${Math.floor(share * 100)}% of ${megabytes(total)}`;
  return withBar(`${TRANSFER_LABEL[direction]} ${done}${rate}${timeLeft(share, seconds)}`, share, columns);
}

/** The line for a list, with counts. */
export function countText(done: number, total: number, seconds: number, columns: number): string {
  const share = total === 0 ? 0 : done / total;
  return withBar(`Looking up ${count(done)} of ${count(total)}${timeLeft(share, seconds)}`, share, columns);
}

const timeLeft = (share: number, seconds: number): string =>
  share > 0.01 && seconds > 1 ? ` ${elapsed((seconds / share) * (1 - share) * 1000)} left` : '';

function withBar(words: string, share: number, columns: number): string {
  const room = Math.min(30, columns - words.length - 4);
  if (room < 5) return words.slice(0, Math.max(1, columns - 1));
  const filled = Math.round(share * room);
  return `${words} [${'='.repeat(filled)}${' '.repeat(room - filled)}]`;
}
