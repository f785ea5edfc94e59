import type { JobStatus } from '@skiptrace/contract';

interface Transition {
  readonly from: readonly JobStatus[];
  readonly to: JobStatus;
}

/**
 * Every way a job's status can change (specification, States and transitions). What is not here is a conflict.
 * Creation alone has no `from`: a job begins `pending`.
 */
export const TRANSITIONS = {
  // What customers ask for
  upload: { from: ['pending'], to: 'uploaded' },
  markUploaded: { from: ['pending'], to: 'uploaded' },
  confirm: { from: ['preview'], to: 'confirmed' },
  cancel: { from: ['pending', 'uploaded', 'preview'], to: 'cancelled' },
  // What workers report
  startMatching: { from: ['uploaded'], to: 'processing' },
  finishMatching: { from: ['processing'], to: 'preview' },
  failMatching: { from: ['uploaded', 'processing'], to: 'failed' },
  startGenerating: { from: ['confirmed'], to: 'generating' },
  finishGenerating: { from: ['generating'], to: 'completed' },
  failGenerating: { from: ['confirmed', 'generating'], to: 'failed' },
} as const satisfies Readonly<Record<string, Transition>>;

export type Trigger = keyof typeof TRANSITIONS;

export const FIRST_STATUS: JobStatus = 'pending';

/** Statuses that nothing leads out of. */
export const FINAL_STATUSES = ['completed', 'failed', 'cancelled'] as const satisfies readonly JobStatus[];

/** Statuses in which a worker has something to do, and with it the kind of task. */
export const WORKING_STATUSES = {
  match: ['uploaded', 'processing'],
  enrich: ['confirmed', 'generating'],
} as const satisfies Readonly<Record<string, readonly JobStatus[]>>;

/** Whether a job in this status takes the trigger. */
export function allows(status: JobStatus, trigger: Trigger): boolean {
  const { from }: Transition = TRANSITIONS[trigger];
  return from.includes(status);
}
