import { EXIT } from '../exit-codes.js';
import type { FailureCode } from '../failures/failure.js';
import type { Receipt } from '../money/receipt.js';
import type { Paint } from '../terminal/paint.js';
import { plainJson, plainLines } from '../terminal/text.js';
import type { Explanation } from './explain.js';

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
