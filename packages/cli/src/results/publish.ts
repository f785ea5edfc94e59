import { randomBytes } from 'node:crypto';
import { type FileHandle, link, open, rename, rm } from 'node:fs/promises';
import type { Context } from '../context.js';
import { errorCode } from '../failures/system-error.js';
import { asOutputFailure } from '../failures/system-error.js';
import { existsAlready, partBeside, type Target } from './target.js';

/** Writes a result that is made here: to standard output as it comes, to a file whole or not at all. */
export async function publish(
  target: Target,
  content: AsyncIterable<Uint8Array | string>,
  context: Context,
): Promise<void> {
  if (target.kind === 'stdout') {
    for await (const chunk of content) await context.console.data(chunk);
    return;
  }
  const part = partBeside(target.path, randomBytes(4).toString('hex'));
  context.onEnd(() => rm(part, { force: true }));
  try {
    const file = await open(part, 'wx');
    try {
      await writeAll(file, content, context.signal);
      await file.sync();
    } finally {
      await file.close();
    }
    await (target.force ? rename(part, target.path) : nameNew(part, target.path));
  } catch (error) {
    throw asOutputFailure(error, 'The result') ?? error;
  } finally {
    await rm(part, { force: true });
  }
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

/** Unlike `rename`, `link` never replaces a file that has come to be there meanwhile. */
async function nameNew(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    if (errorCode(error) === 'EEXIST') throw existsAlready(file);
    // A file system without hard links.
    await rename(part, file);
  }
}
