import { createReadStream } from 'node:fs';
import { open, readFile, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ConfigError } from '../../platform/config.js';
import { errorCode } from '../../platform/lib/error-code.js';
import type { Locks } from '../../platform/lib/locks.js';
import { replaceFile, syncFolder } from '../../platform/lib/private-files.js';
import type { DropBatch, DropList, Erasure, Lift, NewSuppression } from './suppression-store.js';

/** A line of the log. Hashes only, like the list. */
export type LogLine =
  /** Key of the hashes in the lines after it. */
  | { secret: string }
  | { add: NewSuppression }
  | { lift: Lift }
  | { erase: Erasure }
  | { drop: DropLine }
  /** Ids of rows of DROP that were taken back. */
  | { dropBack: readonly string[] };

/** Rows of a file of DROP. */
export interface DropLine {
  batch: Omit<DropBatch, 'state' | 'answeredAt'>;
  name: string;
  list: DropList;
  items: readonly (readonly [workId: string, key: string, mark: number])[];
}

const LOG = 'suppressions.log';
const RESTORED = 'restored.json';
/** An append takes milliseconds, one of a long list a second. */
const PATIENCE_MS = 30_000;

/**
 * Every addition, lift and deletion, in a file of the data directory that no backup has: what a restored backup doesn't know is taken from
 * it. On the disk before an addition counts, and after a lift does, so a restore never brings anyone back.
 */
export class SuppressionLog {
  readonly #file: string;

  constructor(
    private readonly dataDir: string,
    private readonly locks: Pick<Locks, 'hold'>,
  ) {
    this.#file = path.join(dataDir, LOG);
  }

  /**
   * On the disk when it resolves; of lines that come in great numbers only when `sync` has. @throws ConfigError while a restored backup
   * waits for its log
   */
  async append(secret: string, lines: readonly LogLine[], { sync = true } = {}): Promise<void> {
    if (lines.length === 0) return;
    await this.#requireComplete();
    // Servers and commands append at the same time, and would take the beginning of another's lines for a line that was cut off.
    const lock = await this.locks.hold('suppressions', 'exclusive', { patienceMs: PATIENCE_MS });
    if (lock === null) throw new Error(`${this.#file} is locked by another process`);
    try {
      await this.#append(secret, lines, sync);
    } finally {
      await lock.release();
    }
  }

  async #append(secret: string, lines: readonly LogLine[], sync: boolean): Promise<void> {
    const file = await open(this.#file, 'a+', 0o600);
    try {
      const isNew = (await cutToWholeLines(file)) === 0;
      const all: readonly LogLine[] = isNew ? [{ secret }, ...lines] : lines;
      await file.writeFile(all.map((line) => `${JSON.stringify(line)}\n`).join(''));
      if (sync) await file.sync();
      if (isNew) await syncFolder(this.dataDir);
    } finally {
      await file.close();
    }
  }

  /** Brings what was appended to the disk. */
  async sync(): Promise<void> {
    const file = await open(this.#file, 'a', 0o600);
    try {
      await file.sync();
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
   * @param apply is given the lines of the log, some at a time
   * @param finish once all are applied; until it has ended, the next start does all of it again
   * @param acceptMissing goes on without a log
   * @throws ConfigError where there is none
   */
  async settleRestored(
    apply: (lines: readonly LogLine[]) => Promise<void>,
    finish: () => Promise<unknown>,
    acceptMissing: boolean,
  ): Promise<void> {
    if (!(await this.#isRestored())) return;
    if (await this.#isThere()) {
      for await (const lines of this.#read()) await apply(lines);
      await finish();
    } else if (!acceptMissing) throw new ConfigError(missing(this.#file));
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

  #isThere(): Promise<boolean> {
    return stat(this.#file).then(
      () => true,
      (error: unknown) => {
        if (errorCode(error) === 'ENOENT') return false;
        throw error;
      },
    );
  }

  /** A last line that was cut off by a power cut was not counted: it is left out. */
  async *#read(): AsyncGenerator<LogLine[]> {
    const file = await open(this.#file, 'r+');
    let end: number;
    try {
      end = await cutToWholeLines(file);
    } finally {
      await file.close();
    }
    if (end === 0) return;
    let lines: LogLine[] = [];
    for await (const line of createInterface(createReadStream(this.#file, { end: end - 1 }))) {
      lines.push(JSON.parse(line) as LogLine);
      if (lines.length < LINES_AT_ONCE) continue;
      yield lines;
      lines = [];
    }
    yield lines;
  }
}

/** A line of DROP has a thousand rows. */
const LINES_AT_ONCE = 100;
const BYTES_AT_ONCE = 64 * 1024;

/** Takes away what a power cut left of a line: it would spoil the next one. @returns the bytes that remain */
async function cutToWholeLines(file: FileHandle): Promise<number> {
  const { size } = await file.stat();
  const memory = Buffer.alloc(BYTES_AT_ONCE);
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - BYTES_AT_ONCE);
    const { bytesRead } = await file.read(memory, 0, end - start, start);
    const last = memory.subarray(0, bytesRead).lastIndexOf('\n');
    if (last !== -1) {
      const whole = start + last + 1;
      if (whole < size) await file.truncate(whole);
      return whole;
    }
    end = start;
  }
  if (size > 0) await file.truncate(0);
  return 0;
}

const textOf = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });

const missing = (file: string): string =>
  'This data directory was restored from a backup: people who asked to be left out since then are missing. ' +
  `Copy the suppressions.log of the data directory that was lost to ${file}. If it has no such file, no one was entered, and if it is lost too, no one can tell: start with ` +
  '--accept-missing-suppressions then.';
