import { access, chmod, constants, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ConfigError } from './config.js';
import { errorCode } from './lib/error-code.js';
import { folderFault, makeFolder, replaceFile } from './lib/private-files.js';

/**
 * The directory holds people's data and the signing secret. Also set on a data directory that was created by
 * hand.
 */
const FOLDER_MODE = 0o700;

/**
 * Creates the data directory if it is missing.
 * @throws ConfigError when it cannot be used
 */
export async function openDataDirectory(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await chmod(dataDir, FOLDER_MODE);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `Can\'t use the data directory ${dataDir}: ${folderFault(error)}. ` +
        'Choose another with --data-dir or DATA_DIR.',
    );
  }
}

/**
 * For commands that read or change existing data: a mistyped path must not become an empty data directory.
 * @throws ConfigError
 */
export async function requireDataDirectory(dataDir: string): Promise<void> {
  const code = await access(path.join(dataDir, 'service.sqlite')).then(() => null, errorCode);
  if (code === null) return;
  if (code === 'EACCES')
    throw new ConfigError(
      `Can't look into the data directory ${dataDir}: it belongs to another user. Run the command as that user.`,
    );
  throw new ConfigError(
    `There is no data directory at ${dataDir}. Name yours with --data-dir or DATA_DIR. ` +
      'A new one is made by "skiptrace-server start" or "skiptrace-server accounts create".',
  );
}

const LISTENING = 'listening.txt';

/** Records the URL at which the server of this data directory listens, for commands that print links to it. */
export const noteListening = (dataDir: string, url: string): Promise<void> =>
  replaceFile(path.join(dataDir, LISTENING), `${url}\n`);

export const forgetListening = (dataDir: string): Promise<void> =>
  rm(path.join(dataDir, LISTENING), { force: true });

/** The URL at which the server listens, or did before it was killed; null if no server is running. */
export async function listeningAt(dataDir: string): Promise<string | null> {
  const url = (await readFile(path.join(dataDir, LISTENING), 'utf8').catch(() => '')).trim();
  return URL.canParse(url) ? url : null;
}

const MOVED = 'moved.json';

/** A move to a database (`skiptrace-server move`). */
interface Move {
  /** The database, without its password. */
  to: string;
  /** ISO 8601. */
  at: string;
  /**
   * `begun` is written before the money is committed to the database: a run that finds it can't tell whether
   * that happened.
   */
  state: 'begun' | 'done';
}

/** Records a move, so that no account is charged in both places. On the disk when it resolves. */
export const markMove = (dataDir: string, move: Move): Promise<void> =>
  replaceFile(path.join(dataDir, MOVED), `${JSON.stringify(move, null, 2)}\n`);

/** The last move of a data directory; `unreadable` if its record is damaged, null if there was no move. */
export async function moveOf(dataDir: string): Promise<Move | 'unreadable' | null> {
  try {
    const found: unknown = JSON.parse(await readFile(path.join(dataDir, MOVED), 'utf8'));
    return isMove(found) ? found : 'unreadable';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : 'unreadable';
  }
}

function isMove(value: unknown): value is Move {
  if (typeof value !== 'object' || value === null) return false;
  const { to, at, state } = value as Record<string, unknown>;
  return typeof to === 'string' && typeof at === 'string' && (state === 'begun' || state === 'done');
}

/**
 * Refuses a data directory that was moved, or is being moved, to a database.
 * @param isMoving true for the move itself, which resumes an interrupted one
 * @throws ConfigError
 */
export async function refuseMoved(dataDir: string, isMoving = false): Promise<void> {
  const move = await moveOf(dataDir);
  if (move === null) return;
  if (move === 'unreadable') {
    // A damaged record counts as `begun`: its state is unknown, so money may be in two places.
    if (isMoving) return;
    throw new ConfigError(
      `${MOVED} in the data directory ${dataDir} can't be read, so it was moved to a database, or may have been. If it was, run ` +
        'the same "skiptrace-server move" again, with the same database: it finds what is done. If it was not, remove ' +
        `${MOVED} from the data directory.`,
    );
  }
  const { to, at, state } = move;
  if (state === 'begun') {
    if (isMoving) return;
    throw new ConfigError(
      `A move of the data directory ${dataDir} to ${to} was interrupted on ${at}, and may have been made. Run the same ` +
        '"skiptrace-server move" again: it finds what is done. To stay here instead, make sure that no server uses that database, ' +
        `then remove ${MOVED} from the data directory.`,
    );
  }
  throw new ConfigError(
    `The data directory ${dataDir} was moved to ${to} on ${at}. Set DATABASE_URL to go on there. To go back to what it held ` +
      `before, and lose every charge, top-up and job since, remove ${MOVED} from it.`,
  );
}
