// Texts about jobs and their statuses, for customers.
import { Badge } from '@mantine/core';
import type { JobStatus, SkipTraceJob } from '@skiptrace/contract';
import { count, localDate, money, share } from '../parts/format.js';

interface Words {
  /** Shown on the badge and in the filter. */
  label: string;
  color: string;
}

export const JOB_WORDS = {
  pending: { label: 'Waiting for file', color: 'gray' },
  uploaded: { label: 'In the queue', color: 'blue' },
  processing: { label: 'Matching', color: 'blue' },
  preview: { label: 'Needs approval', color: 'orange' },
  confirmed: { label: 'Approved', color: 'blue' },
  generating: { label: 'Building file', color: 'blue' },
  completed: { label: 'Ready', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
  cancelled: { label: 'Cancelled', color: 'gray' },
} as const satisfies Record<JobStatus, Words>;

/** The choices of a filter by status. */
export const JOB_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(JOB_WORDS).map(([status, { label }]) => [status, label]),
);

/** Text and color of a job's badge. A completed job without a file any more isn't shown as ready. */
const badgeOf = ({ status, downloadUrl }: Pick<SkipTraceJob, 'status' | 'downloadUrl'>): Words =>
  status === 'completed' && (downloadUrl ?? null) === null
    ? { label: 'File deleted', color: 'gray' }
    : JOB_WORDS[status];

/** Statuses that the server advances by itself. */
export const WORKING: ReadonlySet<JobStatus> = new Set(['uploaded', 'processing', 'confirmed', 'generating']);
const CANCELABLE: ReadonlySet<JobStatus> = new Set(['pending', 'uploaded', 'preview']);
const PAID: ReadonlySet<JobStatus> = new Set(['confirmed', 'generating', 'completed']);

export const isWorking = ({ status }: SkipTraceJob): boolean => WORKING.has(status);
export const canCancel = ({ status }: SkipTraceJob): boolean => CANCELABLE.has(status);
export const isApproved = ({ status }: SkipTraceJob): boolean => PAID.has(status);

const MS_PER_DAY = 24 * 60 * 60 * 1_000;

/**
 * Whether a cancelled list waited too long, rather than being cancelled by a person: the server cancels a list without a file
 * after a day, and one that isn't approved after `previewDays`.
 */
const hasExpired = ({ totalRows, createdAt, updatedAt }: SkipTraceJob, previewDays: number): boolean =>
  Date.parse(updatedAt) - Date.parse(createdAt) >=
  MS_PER_DAY * (typeof totalRows === 'number' ? previewDays : 1);

/** The job's status, its cost so far, and what happens next. @param previewDays how long a list waits for its approval */
export function situationOf(job: SkipTraceJob, previewDays: number): string {
  const price = job.totalChargeCents ?? 0;
  const kept = priceOf(job) ?? 0;
  // A test job is free although it has matches.
  const isWithoutOwners = job.matchedRows === 0;
  switch (job.status) {
    case 'pending':
      return 'We’re waiting for the file. Nothing has been charged.';
    case 'uploaded':
      return 'Your file is in the queue. You can close this page; matching continues.';
    case 'processing':
      return 'We’re matching your rows. You can close this page; matching continues.';
    case 'preview':
      if (isWithoutOwners) return 'We found no owners, so this list is free.';
      return price === 0
        ? job.repeatRows === job.matchedRows
          ? 'You already paid for every property in this list, so it is free.'
          : 'Matching is done. This list is free.'
        : 'Matching is done. Review the price. You won’t be charged until you approve.';
    case 'confirmed':
    case 'generating':
      return price === 0
        ? 'We’re building your results. They are free.'
        : `You paid ${money(price)}. We’re building your results.`;
    case 'completed':
      return (job.downloadUrl ?? null) === null
        ? `The file was deleted at the end of its retention, so you can’t download it again.${paid(kept)}`
        : isWithoutOwners
          ? 'Your file is ready, but we found no owners. It was free.'
          : `Your results are ready.${paid(kept)}`;
    case 'failed':
      return job.refundCents === null || job.refundCents === undefined
        ? 'Nothing has been charged.'
        : `We refunded ${money(job.refundCents)} to your balance.`;
    case 'cancelled':
      return !hasExpired(job, previewDays)
        ? `You cancelled this list on ${localDate(job.updatedAt)}. Nothing was charged.`
        : `This list expired on ${localDate(job.updatedAt)}, because ${
            typeof job.totalRows === 'number' ? 'it wasn’t approved in time' : 'its file never arrived'
          }. Nothing was charged.`;
  }
}

const paid = (cents: number) => (cents === 0 ? ' It was free.' : ` Total: ${money(cents)}.`);

/**
 * Rows that were looked up; null until known. Rows without an address aren't looked up: `paidOnce` empties it in rows that
 * repeat a property above or can't match. Match rates are of these rows, on every page and on the command line.
 */
export function lookedUpOf({
  matchedRows,
  nonMatchCount,
}: Pick<SkipTraceJob, 'matchedRows' | 'nonMatchCount'>): number | null {
  if (typeof matchedRows !== 'number' || typeof nonMatchCount !== 'number') return null;
  return matchedRows + nonMatchCount;
}

/** Matches of the rows looked up, in words; null until known. */
export function matchesOf(job: SkipTraceJob): string | null {
  const lookedUp = lookedUpOf(job);
  return lookedUp === null ? null : `${count(job.matchedRows ?? 0)} of ${count(lookedUp)}`;
}

/** Contacts on file for the matches of a job, before and after it is paid; empty if the server doesn't send them. */
export function contentsOf({
  matchedRows,
  resultSummary: summary,
}: Pick<SkipTraceJob, 'matchedRows' | 'resultSummary'>): (readonly [name: string, value: string])[] {
  if (summary === undefined) return [];
  return [
    ['With a phone', `${count(summary.phoneRows)} (${share(summary.phoneRows, matchedRows ?? 0)})`],
    ['You can call', count(summary.callableRows)],
    ['On a mobile', count(summary.mobileRows)],
    ['On a landline', count(summary.landlineRows)],
    ['Only on Do Not Call', count(summary.dncOnlyRows)],
    ['Not checked', count(summary.notCheckedRows)],
    ['With an email', count(summary.emailRows)],
    ['With a mailing address', count(summary.mailingRows)],
    ['Absentee owners', count(summary.absenteeRows)],
  ];
}

/** Why rows have no match, for those reasons that occur; empty if the server doesn't say. */
export function missesOf({
  missReasons: reasons,
}: Pick<SkipTraceJob, 'missReasons'>): (readonly [name: string, value: string])[] {
  if (reasons === undefined) return [];
  const rows: readonly (readonly [string, number])[] = [
    [MISS_WORDS.notOnFile, reasons.notOnFileRows],
    [MISS_WORDS.severalFit, reasons.severalFitRows],
    [MISS_WORDS.unit, reasons.unitRows],
    [MISS_WORDS.incomplete, reasons.incompleteRows],
    [MISS_WORDS.noPhone, reasons.noPhoneRows],
  ];
  return rows.flatMap(([name, value]) => (value > 0 ? [[name, count(value)] as const] : []));
}

/** Why a row has no match. */
export const MISS_WORDS = {
  notOnFile: 'Address not on file',
  severalFit: 'Several properties fit',
  unit: 'Unit missing or not on file',
  incomplete: 'Address incomplete, or not a property',
  noPhone: 'Owner without a phone',
} as const;

/** Price of the job in cents, less what was given back; null until known, and if nothing will ever be paid. */
export const priceOf = ({
  status,
  totalChargeCents: charged,
  refundCents,
}: Pick<SkipTraceJob, 'status' | 'totalChargeCents' | 'refundCents'>): number | null =>
  status === 'cancelled' || status === 'failed' || typeof charged !== 'number'
    ? null
    : charged - (refundCents ?? 0);

/** Steps to a finished file. A job that ended early has done only some of them. */
export const STEPS = ['Created', 'File received', 'Rows matched', 'Approved', 'File ready'] as const;

const STEPS_DONE: Record<JobStatus, number> = {
  pending: 1,
  uploaded: 2,
  processing: 2,
  preview: 3,
  confirmed: 4,
  generating: 4,
  completed: 5,
  failed: 1,
  cancelled: 1,
};

/** Number of STEPS the job has done; for a job that ended early, as far as its data shows. */
export function stepsDone(job: SkipTraceJob): number {
  if (job.status !== 'failed' && job.status !== 'cancelled') return STEPS_DONE[job.status];
  if (typeof job.refundCents === 'number') return STEPS_DONE.confirmed;
  return typeof job.totalRows === 'number' ? STEPS_DONE.preview : STEPS_DONE[job.status];
}

/** Badge with the status of a customer's job. */
export const JobBadge = ({ job }: { job: SkipTraceJob }) => <StatusBadge {...badgeOf(job)} />;

/** Badge with a job's status for operators, who don't see whether the file is still kept. */
export const JobStatusBadge = ({ status }: Pick<SkipTraceJob, 'status'>) => (
  <StatusBadge {...JOB_WORDS[status]} />
);

const StatusBadge = ({ label, color }: { label: string; color: string }) => (
  <Badge color={color}>{label}</Badge>
);
