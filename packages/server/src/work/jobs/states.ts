import type { JobStatus } from '@skiptrace/contract';

interface Transition {
  readonly from: readonly JobStatus[];
  readonly to: JobStatus;
}

/**
 * Every transition of a job's status (specification, States and transitions). Any other is a conflict. Only
 * creation has no `from`: a job begins `pending`.
 */
export const TRANSITIONS = {
  // Requested by customers
  upload: { from: ['pending'], to: 'uploaded' },
  markUploaded: { from: ['pending'], to: 'uploaded' },
  confirm: { from: ['preview'], to: 'confirmed' },
  cancel: { from: ['pending', 'uploaded', 'preview'], to: 'cancelled' },
  // Reported by workers
  startMatching: { from: ['uploaded'], to: 'processing' },
  finishMatching: { from: ['processing'], to: 'preview' },
  failMatching: { from: ['uploaded', 'processing'], to: 'failed' },
  startGenerating: { from: ['confirmed'], to: 'generating' },
  finishGenerating: { from: ['generating'], to: 'completed' },
  failGenerating: { from: ['confirmed', 'generating'], to: 'failed' },
} as const satisfies Readonly<Record<string, Transition>>;

export type Trigger = keyof typeof TRANSITIONS;

export const FIRST_STATUS: JobStatus = 'pending';

/** Statuses without a further transition. */
export const FINAL_STATUSES = ['completed', 'failed', 'cancelled'] as const satisfies readonly JobStatus[];

/** Statuses in which a worker has something to do, with the kind of its task. */
export const WORKING_STATUSES = {
  match: ['uploaded', 'processing'],
  enrich: ['confirmed', 'generating'],
} as const satisfies Readonly<Record<string, readonly JobStatus[]>>;

/** Whether a status allows a trigger. */
export function allows(status: JobStatus, trigger: Trigger): boolean {
  const { from }: Transition = TRANSITIONS[trigger];
  return from.includes(status);
}
