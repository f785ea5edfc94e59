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

const NOTHING = 'Nothing was charged.';
const SAID = 'The message says what is known.';

/**
 * Exit codes, `$?` in scripts, with one line each for help pages. Stable: a number never changes its meaning. `money` says what
 * the exit code means for the cost; a command that has spent money never ends with one of NOTHING.
 */
export const EXITS = {
  done: { code: 0, means: 'Done.', money: 'The cost, if any, was shown.' },
  bug: { code: 1, means: 'A bug in this program. Please report it.', money: SAID },
  usage: { code: 2, means: 'The command line is wrong.', money: NOTHING },
  confirmationNeeded: {
    code: 3,
    means: 'It costs money, and there was no terminal to confirm on. The command to run was printed.',
    money: NOTHING,
  },
  key: {
    code: 4,
    means: 'No API key, or the server refused it.',
    money: 'What was refused was not charged.',
  },
  declined: { code: 5, means: 'You answered no.', money: NOTHING },
  aboveLimit: {
    code: 6,
    means: 'It costs more than --max-cost, or the price changed after it was shown.',
    money: NOTHING,
  },
  inputFile: {
    code: 7,
    means: 'Something is wrong with the input file.',
    money: 'Nothing was charged for what is wrong; after a bulk the message says what the rest cost.',
  },
  refused: {
    code: 8,
    means: 'The service refused: low balance, wrong status, unknown job, limit reached.',
    money: 'What was refused was not charged.',
  },
  network: {
    code: 9,
    means: 'The service could not be reached, or answered with an error of its own.',
    money: SAID,
  },
  jobFailed: {
    code: 10,
    means: 'The job failed or was cancelled.',
    money: "A failed job isn't charged; if it was, it's refunded.",
  },
  stillRunning: {
    code: 11,
    means: 'The job was still running when --timeout ran out. It is still running on the server.',
    money: SAID,
  },
  output: {
    code: 12,
    means: 'The output already exists or cannot be written.',
    money: 'Checked before anything is uploaded; the message says if the job was paid.',
  },
  busy: {
    code: 13,
    means: 'Another skiptrace is working on the same file or job, and keeps running.',
    money: SAID,
  },
  hungUp: { code: 129, means: 'The terminal was closed (SIGHUP).', money: SAID },
  interrupted: { code: 130, means: 'Interrupted (Ctrl-C).', money: SAID },
  terminated: { code: 143, means: 'Terminated (SIGTERM).', money: SAID },
} as const satisfies Record<string, { code: number; means: string; money: string }>;

export type ExitName = keyof typeof EXITS;
export type ExitCode = (typeof EXITS)[ExitName]['code'];

const exitNames = Object.keys(EXITS) as ExitName[];
export const EXIT = Object.fromEntries(exitNames.map((name) => [name, EXITS[name].code])) as {
  readonly [Name in ExitName]: (typeof EXITS)[Name]['code'];
};

/** Exit codes that guarantee by themselves that nothing was charged. */
export const FREE_EXITS: ReadonlySet<ExitCode> = new Set(
  Object.values(EXITS).flatMap(({ code, money }) => (money === NOTHING ? [code] : [])),
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
