import { plain } from '../terminal/text.js';
import type { JobStatus } from '@skiptrace/sdk';

/** The contract's statuses, in a job's order. Written out here: help shows them and loads nothing. */
export const JOB_STATUSES: readonly JobStatus[] = [
  'pending',
  'uploaded',
  'processing',
  'preview',
  'confirmed',
  'generating',
  'completed',
  'failed',
  'cancelled',
];

/** Short name of a job for people; commands accept it as well. */
export const shortId = (id: string): string => id.slice(0, 8);

/** Description of a job with this status, as the end of a sentence: `Job 3ba94cff is waiting for your approval.` */
export function waitingWords(status: string): string {
  return WORDS[status] ?? `is ${plain(status)}`;
}

const WORDS: Readonly<Record<string, string>> = {
  pending: 'is waiting for its file',
  uploaded: 'is waiting its turn',
  processing: 'is being matched',
  preview: 'is waiting for your approval',
  confirmed: 'is paid and waiting its turn',
  generating: 'is paid and being written',
  completed: 'is done',
};
