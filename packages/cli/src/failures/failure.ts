import type { ExitName } from '../exit-codes.js';

/** Every failure of a command, and its exit code. The codes are stable: scripts read them. */
export const FAILURE_EXITS = {
  bug: 'bug',
  usage: 'usage',
  confirmation_needed: 'confirmationNeeded',
  no_api_key: 'key',
  credentials_file: 'key',
  declined: 'declined',
  over_max_cost: 'overCeiling',
  price_changed: 'overCeiling',
  insufficient_balance: 'refused',
  input_missing: 'inputFile',
  input_unreadable: 'inputFile',
  input_empty: 'inputFile',
  input_not_text: 'inputFile',
  input_broken: 'inputFile',
  input_too_big: 'inputFile',
  mapping_unclear: 'inputFile',
  not_enriched: 'inputFile',
  job_failed: 'jobFailed',
  job_cancelled: 'jobFailed',
  still_running: 'stillRunning',
  timeout: 'network',
  wrong_status: 'refused',
  file_gone: 'refused',
  unknown_job: 'refused',
  unknown_path: 'refused',
  not_offered: 'refused',
  no_endpoint: 'refused',
  busy: 'busy',
  output_exists: 'output',
  output_unwritable: 'output',
} as const satisfies Record<string, ExitName>;

export type FailureCode = keyof typeof FAILURE_EXITS;

export interface Advice {
  /** One or two sentences: the reason, or where to look. */
  readonly hint?: string | undefined;
  /** The complete command to run next. */
  readonly next?: string | undefined;
  /** Lines to show under the message: row numbers, choices. */
  readonly details?: readonly string[] | undefined;
  readonly retryable?: boolean;
  readonly cause?: unknown;
}

/** A command cannot continue, for a reason that its user can act on. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly hint: string | undefined;
  readonly next: string | undefined;
  readonly details: readonly string[];
  readonly retryable: boolean;

  constructor(
    readonly code: FailureCode,
    message: string,
    advice: Advice = {},
  ) {
    super(message, advice.cause === undefined ? undefined : { cause: advice.cause });
    this.hint = advice.hint;
    this.next = advice.next;
    this.details = advice.details ?? [];
    this.retryable = advice.retryable ?? false;
  }
}

/** Signals that end a command: Ctrl-C, the system, and a terminal that was closed or lost. */
export const INTERRUPTIONS = {
  SIGINT: { code: 'interrupted', exit: 'interrupted', message: 'Interrupted.' },
  SIGTERM: { code: 'terminated', exit: 'terminated', message: 'Terminated.' },
  SIGHUP: { code: 'hung_up', exit: 'hungUp', message: 'The terminal was closed.' },
} as const satisfies Record<string, { code: string; exit: ExitName; message: string }>;

export type InterruptSignal = keyof typeof INTERRUPTIONS;

/** The user, or the system, asked the program to stop. */
export class Interruption extends Error {
  override readonly name = 'Interruption';
  constructor(readonly signal: InterruptSignal) {
    super(INTERRUPTIONS[signal].message);
  }
}
