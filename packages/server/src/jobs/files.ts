import type { Job } from './entities.js';

/** Names in the file store: a folder a job. */

/**
 * The upload of a job has the job's version. What arrives through us has a version of its own until it is accepted, so
 * that a refused file never replaces an accepted one.
 */
export const uploadName = (jobId: string, version: string): string => `${jobId}/upload-${version}`;

/** Facts about a file that are known before its rows are (pipeline/survey.ts). */
export const surveyName = (jobId: string): string => `${jobId}/survey`;

/**
 * Whom the rows of a part matched (pipeline/sidecar.ts), and then how long its records are (pipeline/record-sizes.ts). They stay as long as
 * the result does: it is judged by them when somebody asks to be left out.
 * @param name tells the tries of one file apart; empty for a single try
 */
export const matchesName = (jobId: string, part: number, name: string): string =>
  `${jobId}/matches-${part}${name === '' ? '' : `-${name}`}`;

/** Whether a file has the matches of a part, of whichever try. */
export const isMatches = (jobId: string, part: number, name: string): boolean =>
  name === matchesName(jobId, part, '') || name.startsWith(matchesName(jobId, part, '') + '-');

/** The properties that a preview charges for, where repeats are free. */
export const unpaidName = (jobId: string, version: string): string => `${jobId}/unpaid-${version}`;

/** The enriched rows of a part, until all of them are there. */
export const resultPartName = (jobId: string, part: number): string => `${jobId}/result-${part}`;

/** What was left out of a part because its owner asked for it after it was paid for. No such file: nothing. */
export const withheldName = (jobId: string, part: number): string =>
  `${resultPartName(jobId, part)}-withheld`;

/** The same of a result that was written again when somebody asked later. */
export const leftOutName = (jobId: string): string => `${jobId}/left-out`;

export const isResultPart = (jobId: string, name: string): boolean => name.startsWith(`${jobId}/result-`);

/** The enriched file: made again it is the same. */
export const resultName = (jobId: string): string => `${jobId}/result`;

/** Whether a file in a job's folder is one of its files. Only uploads can be others: all else has one name. */
export function belongsTo(job: Pick<Job, 'id' | 'uploadVersion'> | null, name: string): boolean {
  if (job === null) return false;
  if (!name.startsWith(uploadName(job.id, ''))) return true;
  return job.uploadVersion !== null && name === uploadName(job.id, job.uploadVersion);
}
