import { access, chmod, constants, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from './config.js';
import { errorCode } from './error-code.js';

/** Mode of the data directory: it holds people's data and the signing secret. Also set on one that was created by hand. */
const FOLDER_MODE = 0o700;

/**
 * Makes the data directory where it is missing.
 * @throws ConfigError when it cannot be used
 */
export async function openDataDirectory(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE });
    await chmod(dataDir, FOLDER_MODE);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = errorCode(error) ?? 'unknown';
    throw new ConfigError(
      `Can\'t use the data directory ${dataDir}: ${REASONS[code] ?? code}. ` +
        'Choose another with --data-dir or DATA_DIR.',
    );
  }
}

/**
 * For commands that read or change what is there: a mistyped path must not become an empty data directory.
 * @throws ConfigError
 */
export async function requireDataDirectory(dataDir: string): Promise<void> {
  const isThere = await access(path.join(dataDir, 'service.sqlite')).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  throw new ConfigError(
    `There is no data directory at ${dataDir}. Name yours with --data-dir or DATA_DIR. ` +
      'A new one is made by "skiptrace-server start" or "skiptrace-server accounts create".',
  );
}

const LISTENING = 'listening.txt';

/** Notes where the server of this data directory listens, for commands that print links to it. */
export const noteListening = (dataDir: string, url: string): Promise<void> =>
  writeFile(path.join(dataDir, LISTENING), `${url}\n`, { mode: 0o600 });

export const forgetListening = (dataDir: string): Promise<void> =>
  rm(path.join(dataDir, LISTENING), { force: true });

/** Where it listens, or did before it was killed; null where none does. */
export async function listeningAt(dataDir: string): Promise<string | null> {
  const url = (await readFile(path.join(dataDir, LISTENING), 'utf8').catch(() => '')).trim();
  return URL.canParse(url) ? url : null;
}

const MOVED = 'moved.json';

/** A move to a database (`skiptrace-server move`). */
interface Move {
  to: string;
  at: string;
  /** `begun` is written before the money is committed there: whoever finds it can't tell whether it was. */
  state: 'begun' | 'done';
}

/** Notes a move, so that nobody is charged here and there. On the disk when it resolves. */
export const markMove = (dataDir: string, move: Move): Promise<void> =>
  writeFile(path.join(dataDir, MOVED), `${JSON.stringify(move, null, 2)}\n`, { mode: 0o600, flush: true });

/** The last move of a data directory; null where there was none. */
export async function moveOf(dataDir: string): Promise<Move | null> {
  const text = await readFile(path.join(dataDir, MOVED), 'utf8').catch(() => null);
  return text === null ? null : (JSON.parse(text) as Move);
}

/**
 * For whoever would go on with accounts and money that are somewhere else now, or may be.
 * @param isMoving the move itself asks, which goes on with one that has begun
 * @throws ConfigError
 */
export async function refuseMoved(dataDir: string, isMoving = false): Promise<void> {
  const move = await moveOf(dataDir);
  if (move === null) return;
  const { to, at, state } = move;
  if (state === 'begun') {
    if (isMoving) return;
    throw new ConfigError(
      `A move of the data directory ${dataDir} to ${to} was interrupted on ${at}, and may have been made. Run the same ` +
        '"skiptrace-server move" again: it finds what is done. To stay here instead, make sure that nobody uses that database, ' +
        `then remove ${MOVED} from the data directory.`,
    );
  }
  throw new ConfigError(
    `The data directory ${dataDir} was moved to ${to} on ${at}. Set DATABASE_URL to go on there. To go back to what it held ` +
      `before, and lose every charge, top-up and job since, remove ${MOVED} from it.`,
  );
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'part of its path is a file',
  EACCES: "this user can't write there",
  EPERM: 'it belongs to another user',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};
