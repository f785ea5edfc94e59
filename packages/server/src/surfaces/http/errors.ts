import { errorCode } from '../../platform/lib/error-code.js';

/** An error as sent: openapi.yaml#/components/schemas/Error and its headers. */
export interface ErrorAnswer {
  status: number;
  body: { error: string; balanceRequired?: number; dailyMissLimit?: number };
  headers: Record<string, string>;
}

/** Fields of domain errors that the contract shows. */
interface KnownError extends Error {
  code: string;
  balanceRequiredCents?: number;
  dailyMissLimit?: number;
  retryAfterSeconds?: number;
}

/** Errors of the contract's operations, by the codes of X-Error-Code: openapi.yaml#/components/headers/X-Error-Code. */
const CONTRACT_ERRORS = {
  invalid_request: 400,
  invalid_idempotency_key: 400,
  idempotency_conflict: 400,
  invalid_upload: 400,
  price_changed: 400,
  unauthorized: 401,
  terms_required: 403,
  insufficient_balance: 402,
  job_not_found: 404,
  job_status_conflict: 409,
  rate_limited: 429,
  account_limit: 429,
  daily_miss_limit: 429,
  // Every unexpected error.
  server_error: 500,
  // Server errors with a message for the client.
  reservation_expired: 500,
  storage_full: 500,
  storage_unavailable: 500,
  database_unavailable: 500,
  // Not 500, because the contract's 500 states that nothing was charged; this request may have been.
  commit_unknown: 503,
} as const satisfies Record<string, number>;

/** Codes of errors that are answered with a page. */
const PAGE_ERRORS = ['unknown_path', 'method_not_allowed'] as const;
export type PageError = (typeof PAGE_ERRORS)[number];

/** Every code of the contract. */
export const CONTRACT_ERROR_CODES: readonly string[] = [...Object.keys(CONTRACT_ERRORS), ...PAGE_ERRORS];

/** The header with an error's code, for programs. */
export const ERROR_CODE_HEADER = 'X-Error-Code';

/**
 * HTTP status by code, for every domain error. An error with a code that is missing here is a bug in the server: the client gets a
 * 500 without the message.
 */
const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ...CONTRACT_ERRORS,
  // Errors of the web app and of signed links, which are outside the contract.
  same_name: 409,
  webhooks_off: 409,
  unusable_webhook: 400,
  unknown_webhook: 404,
  invalid_cursor: 400,
  suppression: 400,
  unnamed_person: 400,
  owner_details: 400,
  unknown_owner: 404,
  unknown_correction: 404,
  unusable_proof: 400,
  requests_off: 404,
  request_gone: 404,
  unknown_suppression: 404,
  request_state: 409,
  unusable_terms: 400,
  unusable_acceptance: 400,
  unusable_name: 400,
  unusable_credit: 400,
  balance_limit: 400,
  owner_upload: 400,
  dnc_import: 400,
  dnc_cut_off: 400,
  // Signed links are outside the contract: 403 if altered or expired, 404 if the file is gone (readings 22, 32).
  invalid_link: 403,
  foreign_page: 403,
  test_session: 403,
  file_gone: 404,
  unknown_account: 404,
  unknown_transaction: 404,
  unknown_key: 404,
  unknown_source: 404,
  message_not_found: 404,
  owner_upload_gone: 404,
  owner_run_gone: 404,
  account_made_before: 409,
  key_limit: 409,
  key_made_before: 409,
  owners_busy: 409,
  owner_correction: 409,
  thread_full: 409,
};

/** Sentences for a page, where the error's own tells what to type in a shell. */
const ON_PAGES: Readonly<Record<string, string>> = {
  unknown_source: 'There is no such source any more. Nothing was changed; reload the list.',
};

const UNEXPECTED =
  'Server error. Failed lookups are never charged; for a job, check its status. ' +
  'If this keeps happening, contact support with the X-Request-Id.';

export function errorAnswer(error: unknown): ErrorAnswer {
  const status = isKnown(error) ? STATUS_BY_CODE[error.code] : undefined;
  if (!isKnown(error) || status === undefined)
    return { status: 500, body: { error: UNEXPECTED }, headers: { [ERROR_CODE_HEADER]: 'server_error' } };
  const { message, balanceRequiredCents, dailyMissLimit, retryAfterSeconds } = error;
  return {
    status,
    body: {
      error: ON_PAGES[error.code] ?? message,
      ...(balanceRequiredCents === undefined ? {} : { balanceRequired: balanceRequiredCents }),
      ...(dailyMissLimit === undefined ? {} : { dailyMissLimit }),
    },
    headers: {
      [ERROR_CODE_HEADER]: error.code,
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    },
  };
}

const isKnown = (error: unknown): error is KnownError => errorCode(error) !== null;
