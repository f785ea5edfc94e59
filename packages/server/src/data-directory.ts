import { access, chmod, constants, mkdir } from 'node:fs/promises';
import { ConfigError } from './config.js';

/** It holds people's data and the secret that signs links: its owner's alone, also where it was made by hand. */
const FOLDER_MODE = 0o700;

/**
 * Makes the data directory where it is missing.
 * @throws ConfigError when it cannot be one
 */
export async function openDataDirectory(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: FOLDER_MODE });
    await chmod(dataDir, FOLDER_MODE);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new ConfigError(
      `The data directory ${dataDir} cannot be used: ${REASONS[code] ?? code}. ` +
        'Name another with --data-dir or DATA_DIR.',
    );
  }
}

const REASONS: Readonly<Record<string, string>> = {
  EEXIST: 'it is a file',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'this user may not write there',
  EPERM: 'it belongs to another user',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
};
