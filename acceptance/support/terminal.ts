import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import xterm from '@xterm/headless';
import { cliBin } from './processes.js';

/** Pseudo-terminals come from Python's standard library; without it these tests are skipped with a message. */
export const hasTerminal = spawnSync('python3', ['-c', 'import pty']).status === 0;

export type Step =
  | { readonly wait: string }
  | { readonly type: string }
  | { readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP' | 'SIGTSTP' }
  | { readonly resize: number }
  | { readonly pause: number };

export interface OnTerminal {
  /** Everything sent to the screen, including escape sequences. */
  readonly screen: string;
  readonly code: number | null;
  readonly signal: number | null;
}

export interface TerminalRun {
  /** The arguments typed after `skiptrace`. */
  readonly words: readonly string[];
  /** The program that gets them; default: the built command line. */
  readonly program?: readonly string[];
  readonly env: Record<string, string>;
  readonly cwd: string;
  readonly columns?: number;
  readonly steps: readonly Step[];
}

export const CTRL_C = '\u0003';
export const CTRL_D = '\u0004';

/** Runs the built command line on its own terminal. */
export function onTerminal({
  words,
  program = [process.execPath, cliBin],
  env,
  cwd,
  columns = 80,
  steps,
}: TerminalRun): Promise<OnTerminal> {
  const child = spawn('python3', [path.join(import.meta.dirname, 'terminal.py')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const argv = [...program, ...words];
  const home = { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', HOME: cwd };
  child.stdin.end(JSON.stringify({ argv, env: { ...home, ...env }, cwd, columns, steps }));
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', () => resolve(JSON.parse(output) as OnTerminal));
  });
}

/** The text of a screen without colors and cursor movements. */
export function textOf(screen: string): string {
  return screen.replace(/\u001b(?:\[[0-9;?]*[A-Za-z]|[78])/g, '').replaceAll('\r', '');
}

/**
 * The lines on a terminal of this width after all of `screen` has been written to it: what was painted over, such as a
 * spinner, is gone. A line that the terminal broke because it was too long is one line.
 */
export async function lastScreenOf(screen: string, columns: number): Promise<string[]> {
  const terminal = new xterm.Terminal({ cols: columns, rows: 300, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(screen, resolve));
  const { active } = terminal.buffer;
  const lines: string[] = [];
  for (let at = 0; at < active.length; at += 1) {
    const line = active.getLine(at);
    const goesOn = active.getLine(at + 1)?.isWrapped === true;
    const text = line?.translateToString(!goesOn) ?? '';
    if (line?.isWrapped === true) lines.push(`${lines.pop() ?? ''}${text}`);
    else lines.push(text);
  }
  terminal.dispose();
  return lines.join('\n').trimEnd().split('\n');
}
