import { open, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from '../config.js';
import { errorCode } from '../error-code.js';
import { replaceFile, syncFolder } from '../private-files.js';
import type { Erasure, Lift, NewSuppression } from './suppression-store.js';

/** A line of the log. Hashes only, like the list. */
export type LogLine =
  /** What the hashes of the lines after it were made with. */
  { secret: string } | { add: NewSuppression } | { lift: Lift } | { erase: Erasure };

const LOG = 'suppressions.log';
const RESTORED = 'restored.json';

/**
 * Every addition, lift and deletion, in a file of the data directory that no backup has: what a restored backup doesn't know is taken from
 * it. On the disk before an addition counts, and after a lift does, so a restore never brings anyone back.
 */
export class SuppressionLog {
  readonly #file: string;

  constructor(private readonly dataDir: string) {
    this.#file = path.join(dataDir, LOG);
  }

  /** On the disk when it resolves. @throws ConfigError while a restored backup waits for its log */
  async append(secret: string, lines: readonly LogLine[]): Promise<void> {
    if (lines.length === 0) return;
    await this.#requireComplete();
    const file = await open(this.#file, 'a+', 0o600);
    try {
      // What a power cut left of a line would spoil the next one.
      const text = await file.readFile('utf8');
      const whole = text.slice(0, text.lastIndexOf('\n') + 1);
      if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole));
      const isNew = whole === '';
      const all: readonly LogLine[] = isNew ? [{ secret }, ...lines] : lines;
      await file.writeFile(all.map((line) => `${JSON.stringify(line)}\n`).join(''));
      await file.sync();
      if (isNew) await syncFolder(this.dataDir);
    } finally {
      await file.close();
    }
  }

  /** Notes in a folder that is becoming a data directory that its list is as old as a backup. */
  static markRestored(folder: string): Promise<void> {
    return replaceFile(path.join(folder, RESTORED), '{}\n');
  }

  /**
   * Brings a restored list up to date, or finds that it is.
   * @param apply is given all lines of the log
   * @param acceptMissing goes on without a log
   * @throws ConfigError where there is none
   */
  async settleRestored(
    apply: (lines: readonly LogLine[]) => Promise<void>,
    acceptMissing: boolean,
  ): Promise<void> {
    if (!(await this.#isRestored())) return;
    const lines = await this.#read();
    if (lines !== null) await apply(lines);
    else if (!acceptMissing) throw new ConfigError(missing(this.#file));
    await rm(path.join(this.dataDir, RESTORED));
    await syncFolder(this.dataDir);
  }

  async #requireComplete(): Promise<void> {
    if (await this.#isRestored())
      throw new ConfigError(
        'This data directory was restored from a backup. Start the server once, then repeat this command.',
      );
  }

  async #isRestored(): Promise<boolean> {
    return (await textOf(path.join(this.dataDir, RESTORED))) !== null;
  }

  /** A last line that was cut off by a power cut was not counted: it is left out. */
  async #read(): Promise<LogLine[] | null> {
    const text = await textOf(this.#file);
    if (text === null) return null;
    const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as LogLine);
  }
}

const textOf = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });

const missing = (file: string): string =>
  'This data directory was restored from a backup: people who asked to be left out since then are missing. ' +
  `Copy the suppressions.log of the data directory that was lost to ${file}, or, if it is lost too, start with ` +
  '--accept-missing-suppressions.';
