import type { Job } from './entities.js';

/** Names in the file store: one folder per job. */

/**
 * The upload of a job has the job's version. A file that arrives through the server has a separate version until it is accepted,
 * so that a refused file never replaces an accepted one.
 */
export const uploadName = (jobId: string, version: string): string => `${jobId}/upload-${version}`;

/** Facts about a file that are known before its rows are (pipeline/survey.ts). */
export const surveyName = (jobId: string): string => `${jobId}/survey`;

/**
 * Which owners the rows of a part matched (pipeline/sidecar.ts), followed by the sizes of its records (pipeline/part-files.ts).
 * Kept as long as the result, which is checked against them when an owner opts out.
 * @param name distinguishes attempts at one file; empty if there is a single attempt
 */
export const matchesName = (jobId: string, part: number, name: string): string =>
  `${jobId}/matches-${part}${name === '' ? '' : `-${name}`}`;

/** Whether a file has the matches of a part, from any attempt. */
export const isMatches = (jobId: string, part: number, name: string): boolean =>
  name === matchesName(jobId, part, '') || name.startsWith(matchesName(jobId, part, '') + '-');

/** The properties that a preview charges for, where repeats are free. */
export const unpaidName = (jobId: string, version: string): string => `${jobId}/unpaid-${version}`;

/** The enriched rows of a part, until all parts exist. */
export const resultPartName = (jobId: string, part: number): string => `${jobId}/result-${part}`;

/** Matches withheld from a part because their owners opted out after they were paid for. No such file: none. */
export const withheldName = (jobId: string, part: number): string =>
  `${resultPartName(jobId, part)}-withheld`;

/** Matches withheld from a result that was rewritten after a later opt-out. */
export const leftOutName = (jobId: string): string => `${jobId}/left-out`;

export const isResultPart = (jobId: string, name: string): boolean => name.startsWith(`${jobId}/result-`);

/** The enriched file; rewriting it yields the same bytes. */
export const resultName = (jobId: string): string => `${jobId}/result`;

/** Whether a file in a job's folder belongs to the job. Only uploads may be strays: every other file has one fixed name. */
export function belongsTo(job: Pick<Job, 'id' | 'uploadVersion'> | null, name: string): boolean {
  if (job === null) return false;
  if (!name.startsWith(uploadName(job.id, ''))) return true;
  return job.uploadVersion !== null && name === uploadName(job.id, job.uploadVersion);
}
