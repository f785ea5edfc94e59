import path from 'node:path';
import type { Host } from '../host.js';

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
