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
