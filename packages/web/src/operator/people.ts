// People and their requests, for the operator's pages.
import type { AppSchemas } from '@skiptrace/contract/app';
import { plural } from '../parts/format.js';

export type PersonRequest = AppSchemas['PersonRequest'];
export type FoundPerson = AppSchemas['FoundPerson'];
export type DeletedPerson = AppSchemas['DeletedPerson'];

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
  const counted = plural(Math.abs(days), 'day');
  return {
    text: days < 0 ? `${counted} late` : days === 0 ? 'Due today' : `Due in ${counted}`,
    isUrgent: days <= 7,
  };
}

type Deed = PersonRequest['history'][number]['what'];

/** Sentences, one for each thing that the person asked for and the history doesn't show as done. A deletion also leaves the person out. */
export function undoneOf({ wants, history }: Pick<PersonRequest, 'wants' | 'history'>): string[] {
  const isDone = (...deeds: Deed[]) => history.some(({ what }) => deeds.includes(what));
  const undone: string[] = [];
  if (wants === 'leave_out' && !isDone('suppressed', 'deleted'))
    undone.push('The person has not been left out for this request yet.');
  if (wants.startsWith('know') && !isDone('exported')) undone.push('The copy has not been downloaded yet.');
  if (wants.endsWith('delete') && !isDone('deleted'))
    undone.push('Nothing has been deleted for this request yet.');
  return undone;
}
