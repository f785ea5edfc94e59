import { S3ServiceException } from '@aws-sdk/client-s3';
import { errorCode } from '../../error-code.js';
import { FileGoneError, StorageUnavailableError, StoreFullError } from '../file-store.js';

/** What a store that has no room calls it: Swift, MinIO, Ceph and Garage. */
const FULL = [
  'QuotaExceeded',
  'InsufficientStorage',
  'XMinioStorageFull',
  'EntityTooLarge',
  'InsufficientCapacity',
];
const FULL_STATUS = 507;
const GONE = ['NoSuchKey', 'NotFound', 'NoSuchUpload'];

/** Why a bucket can't be used, for the operator. */
const REASONS: Readonly<Record<string, string>> = {
  NoSuchBucket: 'there is no such bucket',
  AccessDenied: 'access is denied: these credentials may not read and write there',
  Forbidden: 'access is denied: these credentials may not read and write there',
  InvalidAccessKeyId: 'the access key is unknown',
  SignatureDoesNotMatch: 'the secret key is wrong',
  RequestTimeTooSkewed: "this machine's clock is wrong",
  CredentialsProviderError: 'no credentials were found (AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY)',
  ENOTFOUND: 'there is no such host',
  ECONNREFUSED: 'nobody listens there',
  TimeoutError: 'it does not answer in time',
};

export const isMissing = (error: unknown): boolean =>
  error instanceof S3ServiceException &&
  (GONE.includes(error.name) || error.$metadata.httpStatusCode === 404) &&
  error.name !== 'NoSuchBucket';

/** A sentence without a secret, for the operator. */
export function reasonOf(error: unknown): string {
  const code = errorCode(error);
  const name = error instanceof Error ? error.name : '';
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
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
  if (error instanceof S3ServiceException) {
    const isFull = FULL.includes(error.name) || error.$metadata.httpStatusCode === FULL_STATUS;
    return isFull ? new StoreFullError() : new StorageUnavailableError(reasonOf(error));
  }
  const isTransport =
    error instanceof Error &&
    (error.name === 'TimeoutError' || error.name === 'CredentialsProviderError' || isSystem(error));
  return isTransport ? new StorageUnavailableError(reasonOf(error)) : error;
}

/** The system's codes for connections that end or are not made. */
const isSystem = (error: unknown): boolean => /^E[A-Z_]+$/.test(errorCode(error) ?? '');
