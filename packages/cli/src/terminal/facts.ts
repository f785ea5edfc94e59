import type { Host, OutputStream } from '../host.js';

export interface TerminalFacts {
  /** Whether a person can be asked: see `terminalFacts`. */
  readonly canAsk: boolean;
  /** True if a line can be repainted: spinner and bar. */
  readonly canAnimate: boolean;
  readonly color: boolean;
  /** True if standard output shows color. */
  readonly outputColor: boolean;
  /** True if characters beyond ASCII can be shown. */
  readonly unicode: boolean;
  /** Columns of standard output; `Infinity` in a pipe, so that nothing is cut there. */
  readonly outputColumns: number;
  /** Columns of standard error. */
  readonly errorColumns: number;
}

export interface TerminalWishes {
  readonly json: boolean;
  readonly noInput: boolean;
  readonly color: 'auto' | 'always' | 'never';
}

/**
 * The only place that decides whether the user can be asked, and so whether money can be spent on an answer: standard input
 * and standard error are terminals, no `CI`, no `--no-input`, no `--json`, and a terminal that is not dumb.
 */
export function canAsk(host: Host, wishes: Pick<TerminalWishes, 'json' | 'noInput'>): boolean {
  return (
    host.stdin.isTTY === true &&
    host.stderr.isTTY === true &&
    !isSet(host.env['CI']) &&
    host.env['TERM'] !== 'dumb' &&
    !wishes.noInput &&
    !wishes.json
  );
}

export function terminalFacts(host: Host, wishes: TerminalWishes): TerminalFacts {
  const { env, stdout, stderr } = host;
  return {
    canAsk: canAsk(host, wishes),
    canAnimate: stderr.isTTY === true && env['TERM'] !== 'dumb' && !isSet(env['CI']),
    color: showsColor(stderr, env, wishes.color),
    outputColor: showsColor(stdout, env, wishes.color),
    unicode: isUtf8(env),
    outputColumns: columnsOf(stdout),
    errorColumns: columnsOf(stderr),
  };
}

/** A terminal that does not know its width reports 0. */
const columnsOf = ({ isTTY, columns = 0 }: OutputStream) =>
  isTTY === true && columns > 0 ? columns : Infinity;

/** POSIX locale variables in their order of precedence; without any, modern terminals use UTF-8. */
export function isUtf8({ LC_ALL, LC_CTYPE, LANG }: Host['env']): boolean {
  const locale = [LC_ALL, LC_CTYPE, LANG].find((value) => value !== undefined && value !== '');
  return locale === undefined || /utf-?8/i.test(locale);
}

/** Color by https://no-color.org and https://force-color.org; the flag wins over both. */
export function showsColor(
  { isTTY }: { readonly isTTY?: boolean },
  env: Host['env'],
  wish: TerminalWishes['color'],
): boolean {
  if (wish !== 'auto') return wish === 'always';
  if (isSet(env['NO_COLOR'])) return false;
  const force = env['FORCE_COLOR'];
  if (force !== undefined && force !== '') return force !== '0' && force !== 'false';
  return isTTY === true && env['TERM'] !== 'dumb';
}

const isSet = (value: string | undefined) =>
  value !== undefined && value !== '' && value !== 'false' && value !== '0';
