import { chmod, type FileHandle, link, open, rename, rm, stat, access, constants } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from './context.js';
import { Failure } from './failures/failure.js';
import { asOutputFailure, errorCode } from './failures/system-error.js';
import { syncFolder } from './settings/private-file.js';
import { temporaryFileBeside } from './settings/temporary.js';

/** Writes a result that is made here: to standard output as it arrives, to a file atomically. */
export async function publish(
  target: Target,
  content: AsyncIterable<Uint8Array | string>,
  context: Context,
): Promise<void> {
  if (target.kind === 'stdout') {
    // Passed as bytes: the console makes text safe for a terminal, and a file must stay unchanged.
    for await (const chunk of content) await context.console.data(Buffer.from(chunk));
    return;
  }
  const part = await temporaryFileBeside(target.path, context);
  try {
    const file = await open(part, 'wx', OWNER_ONLY);
    try {
      await file.chmod(await modeFor(target.path));
      await writeAll(file, content, context.signal);
      await file.sync();
    } finally {
      await file.close();
    }
    await putInPlace(part, target);
  } catch (error) {
    throw asOutputFailure(error, 'The result') ?? error;
  } finally {
    await rm(part, { force: true });
  }
}

/** Renames a finished file, in the target's folder, to the result. */
export async function publishFile(file: string, target: Extract<Target, { kind: 'file' }>): Promise<void> {
  await chmod(file, await modeFor(target.path));
  await putInPlace(file, target);
}

async function putInPlace(part: string, target: Extract<Target, { kind: 'file' }>): Promise<void> {
  await (target.force ? rename(part, target.path) : nameNew(part, target.path));
  await syncFolder(path.dirname(target.path));
}

async function writeAll(
  file: FileHandle,
  content: AsyncIterable<Uint8Array | string>,
  signal: AbortSignal,
): Promise<void> {
  for await (const chunk of content) {
    signal.throwIfAborted();
    await file.writeFile(chunk);
  }
}

/** Names a new file. Unlike `rename`, `link` never replaces a file that was created in the meantime. */
async function nameNew(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw existsAlready(file);
    // The file system has no hard links.
    await rename(part, file);
    return;
  }
  await rm(part, { force: true });
}

/** Results hold personal data. */
const OWNER_ONLY = 0o600;

/** Mode of the result: a new one is readable only by its owner; one that replaces a file keeps that file's mode. */
async function modeFor(file: string): Promise<number> {
  const existing = await stat(file).catch(() => undefined);
  return existing ? existing.mode & 0o777 : OWNER_ONLY;
}

/** Target of a result: standard output, or a file that is written atomically. */
export type Target =
  | { readonly kind: 'stdout' }
  | { readonly kind: 'file'; readonly path: string; readonly force: boolean };

interface TargetWish {
  readonly output: string | undefined;
  readonly force: boolean;
  readonly cwd: string;
  /** The input file, which the result must never replace. */
  readonly input?: string;
}

/**
 * `leads.csv` → `leads.enriched.csv`, in the folder of the input or else the current one. A test job's
 * made-up owners go to `leads.test.enriched.csv`, so that trying a list does not block its real result.
 */
export function enrichedName(filename: string, { isTest = false } = {}): string {
  const { dir, name, ext } = path.parse(filename);
  return path.join(
    dir,
    `${name}${isTest ? '.test' : ''}.enriched${ext.toLowerCase() === '.csv' ? ext : '.csv'}`,
  );
}

/** Checked before anything is uploaded: a paid result must not fail because its folder is missing. */
export async function openTarget(wish: TargetWish, defaultName: string): Promise<Target> {
  if (wish.output === '-') return { kind: 'stdout' };
  const file = path.resolve(wish.cwd, wish.output ?? defaultName);
  const target: Target = { kind: 'file', path: file, force: wish.force };
  await checkTarget(target, wish.input);
  return target;
}

export async function checkTarget(target: Target, input?: string): Promise<void> {
  if (target.kind === 'stdout') return;
  const { path: file } = target;
  const existing = await stat(file).catch((error: unknown) => {
    if (errorCode(error) !== 'ENAMETOOLONG') return undefined;
    throw new Failure('output_unwritable', `The name of the result is too long: ${path.basename(file)}.`, {
      hint: '-o names another file.',
      cause: error,
    });
  });
  if (existing?.isDirectory())
    throw new Failure('output_unwritable', `${file} is a directory.`, { hint: '-o names a file.' });
  // Replacing it by renaming would turn a device into a plain file.
  if (existing && !existing.isFile())
    throw new Failure('output_unwritable', `${file} is not a regular file.`, {
      hint: '-o - writes to standard output.',
    });
  if (input !== undefined && existing && (await isSameFile(file, input))) {
    throw new Failure('output_exists', `The result would replace its own input ${file}.`, {
      hint: '-o names another file.',
    });
  }
  if (existing && !target.force) throw existsAlready(file);
  const folder = path.dirname(file);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = errorCode(error) === 'ENOENT' ? 'there is no such folder' : "this folder can't be written to";
    throw new Failure('output_unwritable', `Can't write the result to ${folder}: ${why}.`, {
      hint: '-o names another place.',
      cause: error,
    });
  }
}

function existsAlready(file: string): Failure {
  return new Failure('output_exists', `${file} already exists.`, {
    hint: '--force replaces it; -o names another file.',
  });
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)]);
  return a.ino === b.ino && a.dev === b.dev;
}
