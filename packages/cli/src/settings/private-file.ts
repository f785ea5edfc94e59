import { createHash, randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Failure, type FailureCode } from '../failures/failure.js';
import { asOutputFailure, errorCode, readProblem } from '../failures/system-error.js';
import type { Host } from '../host.js';
import { decodeText } from '../json.js';

/** Reads a private JSON file; undefined if it doesn't exist. */
export async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(decodeText(await readFile(file))) as unknown;
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EEXIST') return undefined;
    throw error;
  }
}

/**
 * Reads a private JSON file that people may edit.
 * @param broken the failure of a file that isn't JSON
 */
export async function readEdited(
  file: string,
  code: FailureCode,
  broken: (cause: unknown) => Failure,
): Promise<unknown> {
  return readJson(file).catch((cause: unknown) => {
    if (errorCode(cause) === undefined) throw broken(cause);
    throw new Failure(code, `${file} can't be read: ${readProblem(cause)}.`, { hint: ELSEWHERE, cause });
  });
}

/** Writes it atomically, readable only by its owner (0600 in a 0700 directory). */
export async function writeJson(file: string, value: unknown): Promise<void> {
  try {
    await writeWhole(file, value);
  } catch (error) {
    throw asOutputFailure(error, file) ?? error;
  }
}

/**
 * Writes a file that must not exist yet. It appears with its whole content (by a hard link), so exactly one
 * of several processes gets `true` and none can read half of it.
 */
export async function writeNewJson(file: string, value: unknown): Promise<boolean> {
  try {
    await writeWhole(file, value, link);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw asOutputFailure(error, file) ?? error;
  }
}

const ELSEWHERE = 'XDG_STATE_HOME and XDG_CONFIG_HOME name other folders for what skiptrace keeps.';

/** Makes a private folder if it doesn't exist (0700). @throws Failure output_unwritable */
export async function makePrivateFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    // A file has the folder's name; or the disk is read-only, which Node reports as ENOENT.
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'EEXIST')
      throw new Failure('output_unwritable', `${folder} cannot be made there.`, {
        hint: ELSEWHERE,
        cause: error,
      });
    const failure = asOutputFailure(error, folder);
    if (failure === undefined) throw error;
    throw new Failure(failure.code, failure.message, { hint: ELSEWHERE, cause: error });
  }
}

async function writeWhole(file: string, value: unknown, putInPlace = rename): Promise<void> {
  const directory = path.dirname(file);
  await makeFolder(directory);
  await chmod(directory, 0o700);
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${JSON.stringify(value, null, 2)}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await putInPlace(draft, file);
    await syncFolder(directory);
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Flushes a folder's entries to disk: without it, a power cut can undo the renames in it. If a system cannot
 * do that for folders (Windows), the file itself is still on the disk.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Not `mkdir` with `recursive`: below /proc, where no folder can be made, Node 20 tries forever. */
async function makeFolder(folder: string, hasParent = false): Promise<void> {
  try {
    await mkdir(folder, 0o700);
  } catch (error) {
    const found = await stat(folder).catch(() => undefined);
    if (found?.isDirectory() === true) return;
    if (hasParent || errorCode(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error;
    await makeFolder(path.dirname(folder));
    await makeFolder(folder, true);
  }
}

/** No service keeps a job's file, or the answer under a key, for nearly a year. */
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;

/** Removes files of `folder` that are unchanged for that long, except files of this run: their names begin with `own`. */
export async function forgetOld(
  folder: string,
  own: string | undefined,
  { clock }: Pick<Host, 'clock'>,
  keptMs = KEPT_MS,
): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (own !== undefined && name.startsWith(own)) continue;
    const entry = path.join(folder, name);
    const found = await stat(entry).catch(() => undefined);
    if (!found || clock.now() - found.mtimeMs < keptMs) continue;
    // An entry that cannot be removed does no harm.
    await rm(entry, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Lets `forgetOld` remove an entry at this time (milliseconds since 1970), instead of after a year. */
export const keepUntil = (entry: string, time: number): Promise<void> =>
  utimes(entry, new Date(time - KEPT_MS), new Date(time - KEPT_MS));

type Place = Pick<Host, 'env' | 'homeDirectory' | 'platform'>;

/** Directory of settings and keys: XDG_CONFIG_HOME, else ~/.config; %APPDATA% on Windows. */
export function configDirectory(host: Place): string {
  return path.join(base(host, 'XDG_CONFIG_HOME', 'APPDATA', '.config'), 'skiptrace');
}

/**
 * Directory of the state that unfinished uploads need to continue: XDG_STATE_HOME, else ~/.local/state;
 * %LOCALAPPDATA% on Windows.
 */
export function stateDirectory(host: Place): string {
  return path.join(base(host, 'XDG_STATE_HOME', 'LOCALAPPDATA', path.join('.local', 'state')), 'skiptrace');
}

/** Path of the state about something: `uploads/…`, named by a digest, so that the name tells nothing about it. */
export function statePath(host: Place, kind: string, identity: unknown): string {
  const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
  return path.join(stateDirectory(host), kind, name);
}

function base(host: Place, xdg: string, windows: string, fallback: string): string {
  const named = host.env[xdg] || (host.platform === 'win32' ? host.env[windows] : undefined);
  // The XDG specification requires ignoring a relative path.
  return named && path.isAbsolute(named) ? named : path.join(host.homeDirectory, fallback);
}
