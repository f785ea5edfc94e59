import { chmod, type FileHandle, link, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Context } from '../context.js';
import { asOutputFailure, errorCode } from '../failures/system-error.js';
import { syncFolder } from '../settings/private-file.js';
import { temporaryFileBeside } from '../settings/temporary.js';
import { existsAlready, type Target } from './target.js';

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
