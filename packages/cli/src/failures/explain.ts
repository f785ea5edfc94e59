import type { AnySkipTraceError, ErrorCode, OperationId } from '@skiptrace/sdk';
import type { Account } from '../credentials/account.js';
import { EXIT, type ExitCode, type ExitName, FREE_EXITS } from '../exit-codes.js';
import { dollars } from '../money/cents.js';
import type { Receipt } from '../money/receipt.js';
import { plain } from '../terminal/text.js';
import { Failure, FAILURE_EXITS, Interruption, INTERRUPTIONS } from './failure.js';

/** Everything the end of a command has to say, ready for a person (render.ts) or for `--json`. */
export interface Explanation {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly details: readonly string[];
  readonly hint: string | undefined;
  readonly next: string | undefined;
  readonly retryable: boolean;
  readonly requestId: string | undefined;
}

type ServiceError = AnySkipTraceError;

interface Row {
  readonly exit: ExitName;
  readonly hint?: string | ((error: ServiceError, service: string) => string | undefined);
  readonly next?: readonly string[] | undefined;
}

/** The one table from the client's errors to exit codes and advice. */
const SERVICE_ERRORS: Readonly<Record<ErrorCode, Row>> = {
  aborted: { exit: 'interrupted' },
  configuration: { exit: 'usage' },
  connection: {
    exit: 'network',
    hint: (_error, service) =>
      `Is the service running at ${service}? --base-url or SKIPTRACE_BASE_URL names another place.`,
    next: ['doctor'],
  },
  timeout: { exit: 'network', hint: 'The service took too long to answer. Try again later.' },
  server_error: { exit: 'network', hint: 'The fault is at the service. Try again later.' },
  response_format: {
    exit: 'network',
    hint: (_error, service) =>
      `Something other than the service answered at ${service}. --base-url or SKIPTRACE_BASE_URL names another place.`,
    next: ['doctor'],
  },
  unknown_outcome: { exit: 'network', hint: 'The request was sent, and no answer came back.' },
  input_file: { exit: 'inputFile' },
  column_mapping: { exit: 'inputFile' },
  bulk_input: { exit: 'inputFile' },
  upload: {
    exit: 'refused',
    hint: (error) =>
      error.retryable ? 'The job waits for its file; the same command goes on with it.' : undefined,
  },
  output_exists: { exit: 'output', hint: '--force replaces it; -o names another file.' },
  output: { exit: 'output' },
  download: { exit: 'network', hint: 'The job is complete; downloading again costs nothing.' },
  cost_limit: { exit: 'overCeiling' },
  job_cancelled: { exit: 'jobFailed' },
  job_failed: { exit: 'jobFailed' },
  job_timeout: { exit: 'stillRunning', hint: 'It goes on at the service.' },
  bad_request: { exit: 'refused' },
  conflict: { exit: 'refused' },
  daily_miss_limit: {
    exit: 'refused',
    hint: 'Too many addresses without an owner today. Check the list for mistakes; the count starts anew at midnight UTC. CSV jobs (skiptrace upload) do not count.',
  },
  insufficient_balance: {
    exit: 'refused',
    hint: (error) =>
      error.code === 'insufficient_balance' && error.balanceRequiredCents !== undefined
        ? `The balance has to hold ${dollars(error.balanceRequiredCents)}. Top it up and run the command again.`
        : 'Top up the balance and run the command again.',
  },
  not_offered: { exit: 'refused' },
  not_found: { exit: 'refused', hint: 'Jobs of other accounts are not shown.', next: ['jobs', 'list'] },
  rate_limited: {
    exit: 'refused',
    hint: (error) =>
      error.code === 'rate_limited' && error.retryAt !== undefined
        ? `The service takes requests again at ${error.retryAt.toISOString()}.`
        : undefined,
  },
  unauthorized: {
    exit: 'key',
    hint: 'The key is wrong or revoked, or the account is not active.',
    next: ['auth', 'login'],
  },
};

/** What would help depends on where the key came from: logging in changes nothing for one of the environment. */
function refusedKey({ keyFrom, profileName, baseUrl }: At): Row {
  const why = `The key is wrong or revoked, or its account at ${baseUrl} is not active.`;
  switch (keyFrom.kind) {
    case 'environment':
      return {
        exit: 'key',
        hint: `${why} It is that of SKIPTRACE_API_KEY: set another, or keep one by "skiptrace auth login --profile NAME" and give that --profile.`,
      };
    case 'file':
      return { exit: 'key', hint: `${why} It is that of --api-key-file ${keyFrom.file}: put another there.` };
    case 'profile':
    case 'elsewhere':
      return {
        exit: 'key',
        hint: `${why} It is that of profile ${profileName}: log in with another.`,
        next: ['auth', 'login'],
      };
  }
}

/** Operations on a job of the account: only these can be told that there is none. */
const ON_A_JOB: ReadonlySet<string> = new Set<OperationId>([
  'getSkipTraceJob',
  'uploadSkipTraceJobFile',
  'markSkipTraceJobUploaded',
  'confirmSkipTraceJob',
  'cancelSkipTraceJob',
]);

/**
 * A 404 about a job means that there is no such job; any other 404 means that the base URL is wrong. The client refuses an id
 * that is no UUID without sending it, and a person is told the same: there is no such job.
 */
function rowOf(error: ServiceError): Row {
  const isOnAJob = error.operation !== undefined && ON_A_JOB.has(error.operation);
  if (error.code === 'configuration' && isOnAJob) return SERVICE_ERRORS.not_found;
  const isElsewhere = error.code === 'not_found' && error.operation !== undefined && !isOnAJob;
  const row = SERVICE_ERRORS[isElsewhere ? 'response_format' : error.code];
  // A storage that cannot be reached, or fails, is one more part of the service that did.
  return error.code === 'upload' && error.retryable ? { ...row, exit: 'network' } : row;
}

/** The client speaks of options that this program has not; its own limit of silence is the client's default. */
export function inOurWords({ code, message }: { code: string; message: string }): string {
  if (code === 'timeout') return `The service did not answer within ${SILENCE}.`;
  // What it cost and what to do are said in lines of their own.
  return message
    .replace(/ Nothing was sent( or charged)?\.( Is baseUrl right\?)?$/, '')
    .replace(/ \(timeoutMs\)/g, '');
}

const SILENCE = '30 s';

/** By its fields rather than its class: the client is not loaded just to explain a failure. */
function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof Error &&
    'mayHaveBeenCharged' in error &&
    'code' in error &&
    String(error.code) in SERVICE_ERRORS
  );
}

/** The account that a command worked for, as far as it was known when it failed. */
type At = Pick<Account, 'baseUrl' | 'profileName' | 'keyFrom'>;

/** The one place where a failure gets its exit code, and where a code that promises "nothing was charged" is held to it. */
export function explain(error: unknown, receipt: Receipt, at?: At): Explanation {
  const explanation = withoutKeys(describe(error, receipt, at));
  const isFree = receipt.chargedCents === 0 || !FREE_EXITS.has(explanation.exitCode);
  return isFree ? explanation : { ...explanation, exitCode: EXIT.bug };
}

/** A key that was typed in the wrong place is not repeated on the screen, where logs and screenshots are made of. */
function withoutKeys(explanation: Explanation): Explanation {
  const masked = (text: string) => text.replace(/\bpc_[\w-]{8,}/g, 'pc_…');
  const { message, details, hint, next } = explanation;
  return {
    ...explanation,
    message: masked(message),
    details: details.map(masked),
    hint: hint && masked(hint),
    next: next && masked(next),
  };
}

function describe(error: unknown, receipt: Receipt, at: At | undefined): Explanation {
  if (error instanceof Failure) {
    return {
      code: error.code,
      exitCode: EXIT[FAILURE_EXITS[error.code]],
      message: plain(error.message),
      details: error.details.map(plain),
      hint: error.hint,
      next: error.next ?? receipt.next,
      retryable: error.retryable,
      requestId: undefined,
    };
  }
  if (error instanceof Interruption) {
    const job =
      receipt.jobId === undefined ? '' : ` Job ${receipt.jobId} is ${receipt.jobStatus ?? 'unread'}.`;
    return {
      code: INTERRUPTIONS[error.signal].code,
      exitCode: EXIT[INTERRUPTIONS[error.signal].exit],
      message: `${error.message}${job}`,
      details: [],
      hint: undefined,
      next: receipt.next,
      retryable: true,
      requestId: undefined,
    };
  }
  if (isServiceError(error)) {
    const row = error.code === 'unauthorized' && at ? refusedKey(at) : rowOf(error);
    const service = at?.baseUrl ?? 'its address';
    return {
      code: error.code,
      exitCode: EXIT[row.exit],
      message: plain(inOurWords(error)),
      details: [],
      hint: typeof row.hint === 'function' ? row.hint(error, service) : row.hint,
      next: row.next === undefined ? receipt.next : receipt.suggest(...row.next),
      retryable: error.retryable,
      requestId: error.requestId,
    };
  }
  return {
    code: 'bug',
    exitCode: EXIT.bug,
    message: `A fault in skiptrace itself: ${plain(error instanceof Error ? error.message : String(error))}`,
    details: [],
    hint: 'Please report it; --debug shows where it happened.',
    next: receipt.next,
    retryable: false,
    requestId: undefined,
  };
}
