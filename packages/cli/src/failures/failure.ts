import leven from 'leven';

/** Every failure of a command, and its exit code. The codes are stable: scripts read them. */
export const FAILURE_EXITS = {
  bug: 'bug',
  usage: 'usage',
  confirmation_needed: 'confirmationNeeded',
  no_api_key: 'key',
  credentials_file: 'key',
  declined: 'declined',
  over_max_cost: 'aboveLimit',
  price_changed: 'aboveLimit',
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

/** Exit codes, `$?` in scripts. Stable: a number never changes its meaning. */
export const EXIT = {
  done: 0,
  bug: 1,
  usage: 2,
  confirmationNeeded: 3,
  key: 4,
  declined: 5,
  aboveLimit: 6,
  inputFile: 7,
  refused: 8,
  network: 9,
  jobFailed: 10,
  stillRunning: 11,
  output: 12,
  busy: 13,
  hungUp: 129,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitName = keyof typeof EXIT;
export type ExitCode = (typeof EXIT)[ExitName];

const NOTHING = 'Nothing was charged.';

/**
 * One line each, for help pages. `money` says what the exit code means for the cost; a command that has spent
 * money never ends with one of NOTHING.
 */
export const EXIT_MEANINGS: Readonly<Record<ExitName, { means: string; money: string }>> = {
  done: { means: 'Done.', money: 'The cost, if any, was shown.' },
  bug: { means: 'A bug in this program. Please report it.', money: 'The message says what is known.' },
  usage: { means: 'The command line is wrong.', money: NOTHING },
  confirmationNeeded: {
    means: 'It costs money, and there was no terminal to confirm on. The command to run was printed.',
    money: NOTHING,
  },
  key: {
    means: 'No API key, or the server refused it.',
    money: 'What was refused was not charged.',
  },
  declined: { means: 'You answered no.', money: NOTHING },
  aboveLimit: {
    means: 'It costs more than --max-cost, or the price changed after it was shown.',
    money: NOTHING,
  },
  inputFile: {
    means: 'Something is wrong with the input file.',
    money: 'Nothing was charged for what is wrong; after a bulk the message says what the rest cost.',
  },
  refused: {
    means: 'The service refused: low balance, wrong status, unknown job, limit reached.',
    money: 'What was refused was not charged.',
  },
  network: {
    means: 'The service could not be reached, or answered with an error of its own.',
    money: 'The message says what is known.',
  },
  jobFailed: {
    means: 'The job failed or was cancelled.',
    money: "A failed job isn't charged; if it was, it's refunded.",
  },
  stillRunning: {
    means: 'The job was still running when --timeout ran out. It is still running on the server.',
    money: 'The message says what is known.',
  },
  output: {
    means: 'The output already exists or cannot be written.',
    money: 'Checked before anything is uploaded; the message says if the job was paid.',
  },
  busy: {
    means: 'Another skiptrace is working on the same file or job, and keeps running.',
    money: 'The message says what is known.',
  },
  hungUp: { means: 'The terminal was closed (SIGHUP).', money: 'The message says what is known.' },
  interrupted: { means: 'Interrupted (Ctrl-C).', money: 'The message says what is known.' },
  terminated: { means: 'Terminated (SIGTERM).', money: 'The message says what is known.' },
};

/** Exit codes that guarantee by themselves that nothing was charged. */
export const FREE_EXITS: ReadonlySet<ExitCode> = new Set(
  (Object.keys(EXIT) as ExitName[])
    .filter((name) => EXIT_MEANINGS[name].money === NOTHING)
    .map((name) => EXIT[name]),
);

/** ` Did you mean upload?` if one of the words is close to the typed one, else an empty string: to append to a sentence. */
export function didYouMean(typed: string, words: readonly string[]): string {
  const word = typed.toLowerCase();
  // A word with a third of its letters wrong is a typing error; with more it is another word.
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = maxDistance + 1;
  for (const candidate of words) {
    const distance = leven(word, candidate.toLowerCase());
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best === undefined ? '' : ` Did you mean ${best}?`;
}
