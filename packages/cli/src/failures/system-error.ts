import { Failure } from './failure.js';

/** Code such as `ENOENT`; undefined for errors of another kind. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const DISK_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EFBIG: 'the file would be larger than is allowed',
  EROFS: 'the disk is read-only',
  EACCES: 'there is no permission',
  EPERM: 'there is no permission',
  EIO: 'the disk reports an error',
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of its path is a file',
};

/** Reason why the disk refused, in words; undefined for errors of another kind. The client wraps disk errors. */
export function diskProblem(error: unknown): string | undefined {
  for (let at = error; at instanceof Error; at = at.cause) {
    const problem = DISK_ERRORS[errorCode(at) ?? ''];
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Reason why a file can't be read, in words. */
export const readProblem = (error: unknown): string => {
  const code = errorCode(error);
  if (code === 'ENOENT') return 'there is no such file';
  if (code === 'EISDIR') return 'it is a folder';
  return diskProblem(error) ?? code ?? 'unknown error';
};

/** True if TLS failed because the other side answered in plain text: an https URL for an http server. */
export function speaksPlainHttp(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause)
    if (
      errorCode(at) === 'ERR_SSL_WRONG_VERSION_NUMBER' ||
      errorCode(at) === 'ERR_SSL_PACKET_LENGTH_TOO_LONG'
    )
      return true;
  return false;
}

export const withoutTls = (url: string): string => url.replace(/^https:/i, 'http:');

/** A disk error as a failure with exit code 12; undefined for errors of another kind. */
export function asOutputFailure(error: unknown, what: string): Failure | undefined {
  const problem = error instanceof Failure ? undefined : diskProblem(error);
  if (problem === undefined) return undefined;
  return new Failure('output_unwritable', `${what} cannot be written: ${problem}.`, { cause: error });
}

/** Runs work that writes into a folder; if the disk refuses, the failure names the folder. */
export async function writingIn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asOutputFailure(error, folder) ?? error;
  }
}
