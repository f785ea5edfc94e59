import path from 'node:path';
import type { Host } from '../host.js';
import { readdir, rm, stat } from 'node:fs/promises';

/** No service keeps a job's file, or the answer under a key, for nearly a year. */
const KEPT_MS = 365 * 24 * 60 * 60 * 1000;

/** Removes files of `folder` that are unchanged for a year, except files of this run: their names begin with `own`. */
export async function forgetOld(folder: string, own: string, { clock }: Pick<Host, 'clock'>): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    if (name.startsWith(own)) continue;
    const entry = path.join(folder, name);
    const found = await stat(entry).catch(() => undefined);
    if (!found || clock.now() - found.mtimeMs < KEPT_MS) continue;
    // An entry that cannot be removed does no harm.
    await rm(entry, { recursive: true, force: true }).catch(() => undefined);
  }
}

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

function base(host: Place, xdg: string, windows: string, fallback: string): string {
  const named = host.env[xdg] || (host.platform === 'win32' ? host.env[windows] : undefined);
  // The XDG specification requires ignoring a relative path.
  return named && path.isAbsolute(named) ? named : path.join(host.homeDirectory, fallback);
}
