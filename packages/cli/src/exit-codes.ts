/** Exit codes, `$?` in scripts. Stable: a number never changes its meaning. */
export const EXIT = {
  done: 0,
  bug: 1,
  usage: 2,
  confirmationNeeded: 3,
  key: 4,
  declined: 5,
  overCeiling: 6,
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
  overCeiling: {
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
