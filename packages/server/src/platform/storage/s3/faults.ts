import { S3ServiceException } from '@aws-sdk/client-s3';
import { errorCode } from '../../lib/error-code.js';
import { FileGoneError, StorageUnavailableError, StoreFullError } from '../file-store.js';

/** Error codes of stores without room: Swift, MinIO, Ceph and Garage. */
const FULL = [
  'QuotaExceeded',
  'InsufficientStorage',
  'XMinioStorageFull',
  'EntityTooLarge',
  'InsufficientCapacity',
];
const FULL_STATUS = 507;
/** These answer 404, too, and say nothing about a file. */
const NOT_OF_A_FILE = ['NoSuchBucket', 'NoSuchUpload'];

/** Why a bucket can't be used, for the operator. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  NoSuchUpload: 'it has given up a file that was being sent',
  AccessDenied: 'access is denied: these credentials may not read and write there',
  Forbidden: 'access is denied: these credentials may not read and write there',
  InvalidAccessKeyId: 'the access key is unknown',
  SignatureDoesNotMatch: 'the secret key is wrong',
  RequestTimeTooSkewed: "this machine's clock is wrong",
  CredentialsProviderError: 'no credentials were found (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)',
  ENOTFOUND: 'there is no such host',
  ECONNREFUSED: 'nothing listens there',
  TimeoutError: 'it does not answer in time',
};

export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException && statusOf(error) === 404 && !NOT_OF_A_FILE.includes(error.name);

/** The upload was completed or aborted in the meantime. */
export const isUploadGone = (error: unknown): boolean =>
  error instanceof S3ServiceException && error.name === 'NoSuchUpload';

/** Status of any answer: a page of a proxy is no error of S3's, but has a status. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const { $metadata: metadata } = error;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}

/** A sentence without a secret, for the operator. */
export function reasonOf(error: unknown): string {
  const code = errorCode(error);
  const name = error instanceof Error ? error.name : '';
  const status = statusOf(error);
  const known =
    REASONS[name] ??
    (code === null ? undefined : REASONS[code]) ??
    (status === 403 ? REASONS.Forbidden : undefined);
  return (
    known ?? (status === undefined ? `it does not answer (${code ?? name})` : `it answers ${status} ${name}`)
  );
}

/** Our own error for what a request to the bucket failed with. */
export function faultOf(error: unknown): unknown {
  if (isMissing(error)) return new FileGoneError();
  const status = statusOf(error);
  if (error instanceof S3ServiceException || status !== undefined) {
    const isFull = (error instanceof Error && FULL.includes(error.name)) || status === FULL_STATUS;
    return isFull ? new StoreFullError() : new StorageUnavailableError(reasonOf(error));
  }
  const isTransport =
    error instanceof Error &&
    (error.name === 'TimeoutError' || error.name === 'CredentialsProviderError' || isSystem(error));
  return isTransport ? new StorageUnavailableError(reasonOf(error)) : error;
}

/** Codes of the system, of TLS and of HTTP's parser for connections that end, are not made or are not trusted. */
const isSystem = (error: unknown): boolean =>
  /^(E[A-Z_]+|HPE_.+|CERT_.+|DEPTH_ZERO_.+|SELF_SIGNED_.+|UNABLE_TO_.+)$/.test(errorCode(error) ?? '');

/** Runs a request and turns its failure into an error of the file store. @throws FileGoneError, StoreFullError, StorageUnavailableError */
export async function asked<T>(request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    throw faultOf(error);
  }
}

export const lengthUnknown = (): StorageUnavailableError =>
  new StorageUnavailableError('it does not say how long a file is');
