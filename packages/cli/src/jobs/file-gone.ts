import { Failure } from '../failures/failure.js';

/** A job stays completed when the service has removed its file. */
export function fileGone(jobId: string, more = ''): Failure {
  return new Failure('file_gone', `The service no longer has the file of job ${jobId}.`, {
    hint: `It keeps files for a limited time. ${more}`.trimEnd(),
  });
}
