import type { AnySkipTraceError, ErrorCode, OperationId } from '@skiptrace/sdk';
import { plural, utcMinute } from './amounts.js';
import { type Account, DEFAULT_BASE_URL, urlOrigin } from './credentials/account.js';
import {
  EXIT,
  type ExitCode,
  type ExitName,
  FREE_EXITS,
  Failure,
  FAILURE_EXITS,
  Interruption,
  INTERRUPTIONS,
  type FailureCode,
} from './failures/failure.js';
import { speaksPlainHttp, withoutTls } from './failures/system-error.js';
import { shortId, waitingWords } from './jobs/words.js';
import { TOP_UP, type Receipt } from './receipt.js';
import { plain, plainJson, plainLines, type Paint, shellWord } from './terminal/text.js';
import { typedHere } from './terminal/typed-here.js';

/** Everything to report at the end of a command, ready for a person (`renderFailure`) or for `--json`. */
export interface Explanation {
  readonly code: string;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly details: readonly string[];
  readonly hint: string | undefined;
  readonly next: string | undefined;
  readonly retryable: boolean;
  readonly requestId: string | undefined;
  /** The service's own error code. */
  readonly serviceCode?: string | undefined;
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
    hint: (error, service) =>
      speaksPlainHttp(error)
        ? `The server answers http, not https. Set --base-url or SKIPTRACE_BASE_URL to ${withoutTls(service)}`
        : service === DEFAULT_BASE_URL
          ? 'No server running? Start it: npx @skiptrace/server start (with --demo to try it on made-up owners). To use another address, set --base-url.'
          : `Is the server running at ${service}? To use another address, set --base-url or SKIPTRACE_BASE_URL.`,
    next: ['doctor'],
  },
  timeout: { exit: 'network', hint: 'Try again later, or allow more time with --timeout.' },
  server_error: {
    exit: 'network',
    // The server's own sentence may say when to try again.
    hint: ({ message }) =>
      `The problem is on the server.${/\btry again\b/i.test(message) ? '' : ' Try again later.'}`,
  },
  response_format: {
    exit: 'network',
    hint: (_error, service) =>
      `Something other than a skiptrace server answered at ${service}. To use another address, set --base-url or SKIPTRACE_BASE_URL.`,
    next: ['doctor'],
  },
  unknown_outcome: { exit: 'network', hint: 'The request was sent, but no answer came back.' },
  input_file: { exit: 'inputFile' },
  column_mapping: { exit: 'inputFile' },
  bulk_input: { exit: 'inputFile' },
  upload: {
    exit: 'refused',
    hint: (error) =>
      error.retryable
        ? 'The job is waiting for its file. Run the same command again to continue.'
        : undefined,
  },
  output_exists: { exit: 'output', hint: 'Use --force to replace it, or -o to write another file.' },
  output: { exit: 'output' },
  download: { exit: 'network', hint: 'The job is done, and downloading again is free.' },
  cost_limit: { exit: 'aboveLimit' },
  job_cancelled: { exit: 'jobFailed' },
  job_failed: { exit: 'jobFailed' },
  job_timeout: { exit: 'stillRunning', hint: 'It is still running on the server.' },
  bad_request: { exit: 'refused' },
  idempotency_conflict: {
    exit: 'refused',
    hint: 'Repeat the address, or the whole list in its order. For anything else use another key.',
  },
  conflict: { exit: 'refused' },
  daily_miss_limit: { exit: 'refused', hint: dailyCap },
  insufficient_balance: {
    exit: 'refused',
    hint: `${TOP_UP} Then run the same command again.`,
  },
  not_offered: { exit: 'refused' },
  webhook: { exit: 'refused' },
  not_found: {
    exit: 'refused',
    hint: "Check the ID: you can only see your own account's jobs.",
    next: ['jobs', 'list'],
  },
  rate_limited: { exit: 'refused' },
  unauthorized: {
    exit: 'key',
    hint: 'The key is wrong or revoked, or the account is suspended.',
    next: ['auth', 'login'],
  },
};

/** The limit and its end, which a service's own sentence may not say. */
function dailyCap(error: ServiceError): string {
  if (error.code !== 'daily_miss_limit') return '';
  const { dailyMissLimit, retryAt } = error;
  const until = retryAt === undefined ? 'midnight UTC' : `${utcMinute(retryAt.getTime())} UTC`;
  return (
    `The limit is ${plural(dailyMissLimit, 'unmatched address', 'unmatched addresses')} a day; lookups go on after ${until}.\n` +
    "CSV jobs (skiptrace upload) don't count toward this limit."
  );
}

/** The service's own sentence says where terms of use are accepted: the key is right. */
const TERMS_ROW: Row = {
  exit: 'refused',
  hint: 'The key is right. Accept the terms once, then run the same command again.',
};

function rowFor(error: ServiceError, at: At | undefined): Row {
  if (error.serviceCode === 'terms_required') return TERMS_ROW;
  return error.code === 'unauthorized' && at ? refusedKey(at, error.message) : rowOf(error);
}

/** Advice for a refused key depends on its source: logging in doesn't change a key from the environment. */
function refusedKey({ keyFrom, profileName, baseUrl, urlFrom }: At, message: string): Row {
  // The key is right, and another login changes nothing; the service's own sentence says whom to ask.
  if (/suspended/i.test(message)) return { exit: 'key' };
  // The service's own sentence usually says it, and once is enough.
  const isSaid = /malformed|invalid|revoked/i.test(message);
  const reason = isSaid ? '' : ': the key is wrong or revoked, or its account is suspended';
  const why = `${baseUrl} did not accept the key${reason}.`;
  switch (keyFrom.kind) {
    case 'environment':
      return {
        exit: 'key',
        hint: `${why} It comes from SKIPTRACE_API_KEY: change it, or log in with "skiptrace auth login --profile NAME" and use that --profile.`,
      };
    case 'file':
      return { exit: 'key', hint: `${why} It comes from --api-key-file ${keyFrom.file}.` };
    case 'asked':
      return {
        exit: 'key',
        hint: `${why} Nothing was saved.`,
        next: ['auth', 'login', ...(urlFrom === 'typed' ? ['--base-url', baseUrl] : [])],
      };
    case 'profile':
    case 'elsewhere':
      return {
        exit: 'key',
        hint: `${why} It comes from profile ${profileName}. Log in with another.`,
        next: ['auth', 'login'],
      };
  }
}

/** Errors that a wrong URL or key may explain: their advice says where both come from. */
const OF_A_SERVICE: ReadonlySet<string> = new Set(['connection', 'response_format', 'unauthorized']);

function withOrigin(
  hint: string | undefined,
  { code }: ServiceError,
  at: At | undefined,
): string | undefined {
  if (hint === undefined || at === undefined || !OF_A_SERVICE.has(code)) return hint;
  const origin = code === 'unauthorized' ? '' : urlOrigin(at);
  const moved =
    at.urlFrom === 'profile' && origin !== ''
      ? ` If the server moved, log in again: skiptrace auth login --profile ${shellWord(at.profileName)}`
      : '';
  const unused = at.unusedProfile;
  const left =
    unused === undefined
      ? ''
      : `\nSKIPTRACE_API_KEY is set, so profile ${unused.name} and its URL ${unused.baseUrl} are not used. ` +
        `To use them, add --profile ${unused.name}; to use that URL with the variable's key, set SKIPTRACE_BASE_URL.`;
  return `${hint}${origin}${moved}${left}`;
}

/** Operations on a job of the account: only these can answer that there is no such job. */
const ON_A_JOB: ReadonlySet<string> = new Set<OperationId>([
  'getSkipTraceJob',
  'uploadSkipTraceJobFile',
  'markSkipTraceJobUploaded',
  'confirmSkipTraceJob',
  'cancelSkipTraceJob',
]);

/**
 * A 404 about a job means that there is no such job; any other 404 means that the base URL is wrong. The client refuses an
 * id that is not a UUID without sending it, and the user is told the same: there is no such job.
 */
function rowOf(error: ServiceError): Row {
  const isOnAJob = error.operation !== undefined && ON_A_JOB.has(error.operation);
  if (error.code === 'configuration' && isOnAJob) return SERVICE_ERRORS.not_found;
  const isElsewhere = error.code === 'not_found' && error.operation !== undefined && !isOnAJob;
  const row = SERVICE_ERRORS[isElsewhere ? 'response_format' : error.code];
  // A file storage that fails or cannot be reached counts as a failure of the service.
  return error.code === 'upload' && error.retryable ? { ...row, exit: 'network' } : row;
}

/** The client's messages name options that this program doesn't have; the silence limit is the client's default. */
export function inOurWords({ code, message }: { code: string; message: string }): string {
  if (code === 'timeout') return `The server did not answer within ${SILENCE}.`;
  // Cost and advice follow on their own lines.
  return message
    .replace(/ Nothing was (?:sent|charged|changed|looked up)(?: or (?:charged|changed))?\./g, '')
    .replace(/ Is baseUrl right\?$| Top up and try again\.$/, '')
    .replace(/ \(timeoutMs\)/g, '')
    .replace(/ \S+ did not accept the key: is apiKey .*$/, '');
}

const SILENCE = '30 s';

/** Recognized by its fields rather than its class: the client is not loaded just to explain a failure. */
function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof Error &&
    'mayHaveBeenCharged' in error &&
    'code' in error &&
    String(error.code) in SERVICE_ERRORS
  );
}

/** The account of the command, as far as it was known when it failed. */
type At = Account;

/**
 * The one place where a failure gets its exit code, and where a code that promises "nothing was charged" is
 * checked against the receipt.
 */
export function explain(error: unknown, receipt: Receipt, at?: At): Explanation {
  const explanation = withoutKeys(describe(error, receipt, at));
  const isFree = receipt.chargedCents === 0 || !FREE_EXITS.has(explanation.exitCode);
  return isFree ? explanation : { ...explanation, exitCode: EXIT.bug };
}

/** Removes keys from the explanation: one typed in the wrong place must not appear on the screen or in logs. */
const withoutKeys = (explanation: Explanation): Explanation =>
  inWords(explanation, (text) => text.replace(/\bpc_[\w-]{8,}/g, 'pc_…'));

/** The explanation with commands as they can be typed in this shell. */
export const typable = (explanation: Explanation, program: string): Explanation =>
  inWords(explanation, (text) => typedHere(text, program));

function inWords(explanation: Explanation, change: (text: string) => string): Explanation {
  const { message, details, hint, next } = explanation;
  return {
    ...explanation,
    message: change(message),
    details: details.map(change),
    hint: hint && change(hint),
    next: next && change(next),
  };
}

function describe(error: unknown, receipt: Receipt, at: At | undefined): Explanation {
  const { next } = receipt;
  const plainly = { details: [], hint: undefined, next, retryable: false, requestId: undefined };
  if (error instanceof Failure) {
    return {
      ...plainly,
      code: error.code,
      exitCode: EXIT[FAILURE_EXITS[error.code]],
      message: plain(error.message),
      details: error.details.map(plain),
      hint: error.hint,
      next: error.next ?? next,
      retryable: error.retryable,
    };
  }
  if (error instanceof Interruption) {
    const { jobId, jobStatus = 'unread' } = receipt;
    const job = jobId === undefined ? '' : ` Job ${shortId(jobId)} ${waitingWords(jobStatus)}.`;
    const { code, exit } = INTERRUPTIONS[error.signal];
    return { ...plainly, code, exitCode: EXIT[exit], message: `${error.message}${job}`, retryable: true };
  }
  if (isServiceError(error)) {
    const row = rowFor(error, at);
    const service = at?.baseUrl ?? 'its address';
    const hint = withOrigin(typeof row.hint === 'function' ? row.hint(error, service) : row.hint, error, at);
    const { code, retryable, requestId, serviceCode } = error;
    return {
      ...plainly,
      ...{ code, retryable, requestId, serviceCode },
      exitCode: EXIT[row.exit],
      message: plain(inOurWords(error)),
      hint: [hint, waitingJob(error, receipt)].filter((part) => part !== undefined).join('\n') || undefined,
      next: row.next === undefined ? next : receipt.suggest(...row.next),
    };
  }
  return {
    ...plainly,
    code: 'bug',
    exitCode: EXIT.bug,
    message: `This is a bug in skiptrace: ${plain(error instanceof Error ? error.message : String(error))}`,
    hint: 'Please report it with the output of --debug.',
  };
}

/** Errors of a service that is away for a while: its jobs wait, or go on. */
const OF_AN_OUTAGE: ReadonlySet<string> = new Set<ErrorCode>(['connection', 'timeout', 'server_error']);

/** Says what state the command's job is in. Undefined if its status or its cost is unknown. */
function waitingJob({ code }: ServiceError, { jobId, jobStatus, chargedCents }: Receipt): string | undefined {
  if (!OF_AN_OUTAGE.has(code) || chargedCents === null) return undefined;
  if (jobId === undefined || jobStatus === undefined) return undefined;
  return `Job ${shortId(jobId)} ${waitingWords(jobStatus)}: once the service is back, run the same command again.`;
}

/** For a person: what happened, why, the cost, what to run next. A usage error is two lines. */
export function renderFailure(failure: Explanation, receipt: Receipt, paint: Paint): string {
  const isWanted = SIGNALS.has(failure.exitCode) || REFUSALS.has(failure.code);
  const label = isWanted ? '' : `${paint.red('error:')} `;
  return label + plainLines(linesOf(failure, receipt).join('\n'));
}

function linesOf(failure: Explanation, receipt: Receipt): string[] {
  const next = failure.next === undefined ? [] : [`Next: ${failure.next}`];
  if (failure.exitCode === EXIT.usage) {
    const hint = failure.hint === undefined ? [] : [failure.hint];
    const details = failure.details.map((line) => `  ${line}`);
    return [failure.message, ...details, ['Nothing was charged.', ...hint, ...next].join(' '), ''];
  }
  return [
    failure.message,
    ...failure.details.map((line) => `  ${line}`),
    ...(failure.hint === undefined ? [] : [failure.hint]),
    receipt.sentence,
    ...(failure.requestId === undefined ? [] : [`Request ID (for support): ${failure.requestId}`]),
    ...next,
    '',
  ];
}

/** Exit codes of an end that was requested, which is not an error. */
const SIGNALS: ReadonlySet<number> = new Set([EXIT.interrupted, EXIT.terminated, EXIT.hungUp]);

/** A no, or a limit that held: neither is an error. */
const REFUSALS: ReadonlySet<string> = new Set(['declined', 'over_max_cost'] satisfies FailureCode[]);

/** For a program: one line of JSON with names that do not change. */
export function renderFailureJson(failure: Explanation, receipt: Receipt): string {
  const error = {
    code: failure.code,
    ...(failure.serviceCode !== undefined && { service_code: failure.serviceCode }),
    message: failure.message,
    ...(failure.details.length > 0 && { details: failure.details }),
    hint: failure.hint ?? null,
    exit_code: failure.exitCode,
    retryable: failure.retryable,
    request_id: failure.requestId ?? null,
    job_id: receipt.jobId ?? null,
    charged_cents: receipt.chargedCents,
    next: failure.next ?? null,
  };
  return `${plainJson(JSON.stringify({ error }))}\n`;
}
