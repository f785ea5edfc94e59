import { errorCode } from '../settings/private-file.js';

const DISK_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than is allowed',
  EROFS: 'the disk is read-only',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EIO: 'the disk reports an error',
  ENOENT: 'the folder is gone',
};

/** Why the disk refused, in words; undefined for errors of another kind. The client wraps what the disk said. */
export function diskProblem(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const problem = DISK_ERRORS[errorCode(at) ?? ''];
    if (problem !== undefined) return problem;
  }
  return undefined;
}
