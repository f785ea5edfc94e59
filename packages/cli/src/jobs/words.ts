import type { JobStatus, SkipTraceJob } from '@skiptrace/sdk';
import { count, dollars, plural } from '../amounts.js';
import type { Receipt } from '../receipt.js';
import { plain } from '../terminal/text.js';

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

/** Statuses in which the price of the job has been charged. */
const PAID: ReadonlySet<string> = new Set(['confirmed', 'generating', 'completed']);

const isPaid = ({ status }: SkipTraceJob): boolean => PAID.has(status);

/**
 * Cents the account has paid for this job, by its record. A job that failed after payment is refunded in
 * full, a completed one for rows that its result lacks.
 */
export function paidCents(job: SkipTraceJob): number {
  return isPaid(job) ? (job.totalChargeCents ?? 0) - (job.refundCents ?? 0) : 0;
}

/** `$0.08 was charged`, or `$0.08 was charged, and $0.04 given back`. */
export function paidText({ totalChargeCents, refundCents }: SkipTraceJob): string {
  const back = refundCents ?? 0;
  return `${dollars(totalChargeCents ?? 0)} was charged${back > 0 ? `, and ${dollars(back)} given back` : ''}`;
}

/** Sentence about the price that was given back; undefined if none was. */
export function givenBackLine({ status, refundCents }: SkipTraceJob): string | undefined {
  const back = refundCents ?? 0;
  return status === 'completed' && back > 0
    ? `${dollars(back)} of the price was given back: by the operator, or for owners who asked to be left out of the file.`
    : undefined;
}

/** Notes the job and its whole cost on the receipt, separately from this run's charge: an earlier run may have paid. */
export function noteJob(receipt: Receipt, job: SkipTraceJob): void {
  receipt.job(job.id, job.status, paidCents(job));
}

/**
 * `196 matches × $0.04 = $7.84 (of 255 that can match)`, or `196 matches, 6 already paid for: 190 × …`
 * @param ofWhat description of the rows that were looked up
 */
export function priceLine(job: SkipTraceJob, ofWhat = 'looked up'): string {
  const rate = dollars(job.pricePerRowCents ?? 0);
  const { matchedRows, repeatRows, requirePhone } = job;
  const matched = matchedRows ?? 0;
  const repeats = repeatRows ?? 0;
  const charged = repeats > 0 ? `, ${count(repeats)} already paid for: ${count(matched - repeats)}` : '';
  const withPhone = requirePhone === true ? ' with a phone' : '';
  const found = `${plural(matched, 'match', 'matches')}${withPhone}`;
  const asked = lookedUpOf(job);
  const ofAll = asked === null ? '' : ` (of ${count(asked)} ${ofWhat})`;
  // The price is 0 in test mode.
  if (job.pricePerRowCents === 0 && previewedCents(job) === 0) return `${found}${ofAll}: nothing to pay`;
  return `${found}${charged} × ${rate} = ${dollars(previewedCents(job))}${ofAll}`;
}

/** Lines about a job's rows without a match, then about its matches. */
export const detailLines = (job: SkipTraceJob): string[] => [...missesLines(job), ...contentsLines(job)];

/**
 * Lines about the owner data on file for a job's matches; empty if the service does not report it (reading 43):
 *
 *     157 of 395 owners have a number you may call; 120 have listed numbers only; 20 have numbers that are not checked
 *     Callable numbers: a mobile for 140, a landline for 32
 *     Emails for 238, mailing addresses for 380, absentee owners 122
 */
function contentsLines({ matchedRows, resultSummary: summary }: SkipTraceJob): string[] {
  if (summary === undefined) return [];
  const { callableRows, mobileRows, landlineRows, dncOnlyRows, notCheckedRows } = summary;
  const { emailRows, mailingRows, absenteeRows } = summary;
  return [
    [
      `${count(callableRows)} of ${plural(matchedRows ?? 0, 'owner')} ${have(matchedRows === 1 ? 1 : callableRows)} a number you may call`,
      ...(dncOnlyRows > 0 ? [`${count(dncOnlyRows)} ${have(dncOnlyRows)} listed numbers only`] : []),
      ...(notCheckedRows > 0
        ? [`${count(notCheckedRows)} ${have(notCheckedRows)} numbers that are not checked`]
        : []),
    ].join('; '),
    callableRows === 0
      ? 'Callable numbers: none'
      : `Callable numbers: a mobile for ${count(mobileRows)}, a landline for ${count(landlineRows)}`,
    `Emails for ${count(emailRows)}, mailing addresses for ${count(mailingRows)}, absentee owners ${count(absenteeRows)}`,
  ];
}

const have = (owners: number): string => (owners === 1 ? 'has' : 'have');

/**
 * Line about why rows found no owner; empty if all did, or the service does not say (reading 49):
 *
 *     No match for 59: 40 not on file, 9 fit several properties, 10 with a unit missing or not on file
 */
function missesLines({ nonMatchCount, missReasons: reasons }: SkipTraceJob): string[] {
  if (reasons === undefined || typeof nonMatchCount !== 'number' || nonMatchCount === 0) return [];
  const parts: readonly (readonly [number, string])[] = [
    [reasons.notOnFileRows, 'not on file'],
    [reasons.severalFitRows, 'fit several properties'],
    [reasons.unitRows, 'with a unit missing or not on file'],
    [reasons.incompleteRows, 'incomplete or not a property'],
    [reasons.noPhoneRows, 'with an owner without a phone'],
  ];
  const words = parts.flatMap(([rows, what]) => (rows > 0 ? [`${count(rows)} ${what}`] : []));
  return [`No match for ${count(nonMatchCount)}: ${words.join(', ')}`];
}

/**
 * Number of rows that were looked up; null before that is known. Rows without an address are not looked up:
 * `paidOnce` leaves it empty if a row repeats a property above it, or can't match. Match rates are of these
 * rows, here and in the web app.
 */
export function lookedUpOf({ matchedRows, nonMatchCount }: SkipTraceJob): number | null {
  if (typeof matchedRows !== 'number' || typeof nonMatchCount !== 'number') return null;
  return matchedRows + nonMatchCount;
}

/** `196 of 255`: matched and looked-up rows; null before that is known. */
export function matchesOf(job: SkipTraceJob): string | null {
  const lookedUp = lookedUpOf(job);
  return lookedUp === null ? null : `${count(job.matchedRows ?? 0)} of ${count(lookedUp)}`;
}

/** Cents that confirming charges. A preview without a price is a fault of the service and is never confirmed. */
export function previewedCents(job: SkipTraceJob): number {
  if (typeof job.totalChargeCents !== 'number')
    throw new TypeError(`job ${job.id} is in preview but has no price`);
  return job.totalChargeCents;
}
