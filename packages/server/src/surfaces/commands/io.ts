import path from 'node:path';
import type { Environment } from '../../platform/config.js';
import { coded } from '../../platform/lib/coded.js';
import { errorCode } from '../../platform/lib/error-code.js';
import { plain, plainJson } from '../../platform/lib/printable.js';

export { count, table } from '../../platform/lib/printable.js';

/** Parts of the process that commands use. */
export interface Io {
  env: Environment;
  /** Command that starts this program in the person's shell; default `skiptrace-server`. */
  program?: string;
  out(text: string): void;
  err(text: string): void;
  /** Everything on standard input. */
  input(): Promise<string>;
  /** Standard error is a terminal: progress may be drawn there. */
  interactive: boolean;
  /** Asks a yes-or-no question; undefined without a terminal. */
  confirm?: (question: string) => Promise<boolean>;
  /** Resolves at the first request to stop (SIGTERM, SIGINT). Without a call of this, such a signal ends the command at once. */
  stopRequested(): Promise<void>;
  /** The running command, such as `people find`, once it is known. */
  running?: string;
}

/** The command line is wrong; the message says how to write it. Exit code 2. */
export class UsageError extends coded('usage') {}

/** Ends a command with exit code 1. Without a message where it has printed its findings, as `doctor` does. */
export class Finding extends coded('finding') {}

/**
 * Prints one JSON document with `--json`, otherwise lines for a person. Values may come from customers, so control
 * characters are replaced or escaped.
 */
export function print(
  io: Io,
  { json }: { json?: boolean },
  document: unknown,
  lines: readonly string[],
): void {
  io.out(
    json === true
      ? `${plainJson(JSON.stringify(document, null, 2))}\n`
      : lines.map((line) => `${plain(typedHere(io, line))}\n`).join(''),
  );
}

const FILE_FAULTS: Readonly<Record<string, (file: string) => string>> = {
  ENOENT: (file) => `there is no file ${file}`,
  ENOTDIR: (file) => `there is no file ${file}`,
  EISDIR: (file) => `${file} is a folder`,
  EACCES: (file) => `${file} belongs to another user`,
  EPERM: (file) => `${file} belongs to another user`,
  ENOSPC: (file) => `the disk of ${file} is full`,
  EROFS: (file) => `${file} is on a read-only file system`,
};

/** Message of an error for a person: a file that can't be used is named, instead of the system's call. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { path: file } = error as NodeJS.ErrnoException;
  const code = errorCode(error) ?? '';
  if ((code === 'ENOSPC' && file === undefined) || /SQLITE_FULL/.test(error.message))
    return 'the disk is full';
  // A folder is opened, and can't be read then: that error has no path.
  return file === undefined && code !== 'EISDIR'
    ? error.message
    : (FILE_FAULTS[code]?.(file ?? 'it') ?? error.message);
}

/** Command that starts this program in this shell: `npx @skiptrace/server` if `skiptrace-server` isn't on PATH. */
export function programName(env: Environment, script = ''): string {
  // npx and `npm run` put a project's programs on PATH only while they run.
  const isByNpm = env.npm_command !== undefined;
  const isOfProject = path.dirname(script).endsWith(path.join('node_modules', '.bin'));
  return isByNpm || isOfProject ? 'npx @skiptrace/server' : PROGRAM;
}

export const PROGRAM = 'skiptrace-server';

/** Matches a command of this program in a sentence, but not "another skiptrace-server is running". */
const ADVICE = /\bskiptrace-server (?!is\b)(?=[a-z])/g;

/** Rewrites the commands in a text so that they can be typed in this shell. */
export const typedHere = ({ program = PROGRAM }: Pick<Io, 'program'>, text: string): string =>
  text.replace(ADVICE, `${program} `);

/** `50`, `$50.00` or `1,250.5` as cents, for commander's option parsing. @throws UsageError */
export const amountOfDollars =
  (name: string, minCents: number, maxCents: number) =>
  (text: string): number => {
    const plainText = text.replace(/^(-?)\$/, '$1').replace(/,(?=\d{3}(?:\D|$))/g, '');
    const cents = Math.round(Number(plainText) * 100);
    if (!/^-?\d+(?:\.\d{1,2})?$/.test(plainText) || cents < minCents || cents > maxCents) {
      throw new UsageError(`${name} must be an amount in dollars, such as 50 or 49.99, not "${text}".`);
    }
    return cents;
  };

/** A whole number from `min` to `max`, for commander's option parsing. @throws UsageError */
export const wholeNumber =
  (name: string, min = 0, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < min || value > max) {
      throw new UsageError(`${name} must be a whole number${range(min, max)}, not "${text}".`);
    }
    return value;
  };

function range(min: number, max: number): string {
  const from = min > Number.MIN_SAFE_INTEGER ? ` of at least ${min}` : '';
  return max < Number.MAX_SAFE_INTEGER ? `${from} and at most ${max}` : from;
}
