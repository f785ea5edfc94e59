import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { errorCode } from '../settings/private-file.js';

/** A lead file on disk. */
export interface Source {
  readonly path: string;
  /** As the service is told, and as messages call it. */
  readonly name: string;
  readonly bytes: number;
}

/** What the service takes (contract: `filename`, at most 500 characters, ends in .csv). */
const MAX_NAME = 500;

/** Finds the file, or keeps what comes by standard input in a temporary one: it is read more than once. */
export async function openSource(file: string, context: Context): Promise<Source> {
  if (file === '-') {
    const kept = path.join(await temporaryFolder(context), 'stdin.csv');
    await pipeline(context.host.stdin, createWriteStream(kept, { mode: 0o600 }));
    return checkedSource(kept, 'stdin.csv', 'standard input');
  }
  const resolved = path.resolve(context.host.cwd, file);
  return checkedSource(resolved, csvName(path.basename(resolved)), file);
}

async function checkedSource(file: string, name: string, shown: string): Promise<Source> {
  let found;
  try {
    found = await stat(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') {
      throw new Failure('input_missing', `There is no file ${shown}.`, { cause: error });
    }
    throw unreadable(shown, error);
  }
  if (found.isDirectory()) throw new Failure('input_unreadable', `${shown} is a directory, not a file.`);
  if (!found.isFile())
    throw new Failure('input_unreadable', `${shown} is not a regular file.`, {
      hint: 'Pipe it in: skiptrace upload -',
    });
  if (found.size === 0) throw new Failure('input_empty', `${shown} is empty.`);
  return { path: file, name, bytes: found.size };
}

export function unreadable(shown: string, error: unknown): Failure {
  return new Failure(
    'input_unreadable',
    `${shown} cannot be read (${errorCode(error) ?? 'unknown error'}).`,
    { cause: error },
  );
}

/** `leads.txt` → `leads.txt.csv`: the service takes names that end in .csv only. */
function csvName(name: string): string {
  const full = /\.csv$/i.test(name) ? name : `${name}.csv`;
  return full.length <= MAX_NAME ? full : `${full.slice(0, MAX_NAME - 4)}.csv`;
}

/** A private folder that is gone at the end, whatever the end is. */
export async function temporaryFolder(context: Context): Promise<string> {
  const folder = await mkdtemp(path.join(context.host.temporaryDirectory, 'skiptrace-'));
  context.onEnd(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export const newDigest = () => createHash('sha256');
