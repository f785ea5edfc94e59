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
async function lastScreenOf(screen: string, columns: number): Promise<string[]> {
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

/** The text of a terminal session as a person sees it. Values that differ from run to run are replaced. */
export class Transcript {
  readonly #lines: { text: string; onScreen: boolean }[] = [];
  readonly #names: [text: string, name: string][] = [];

  constructor(
    readonly columns: number,
    private readonly home: string,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  /** Replaces `text` by `name` in the whole session, in earlier lines as well. */
  name(text: string, name: string): void {
    this.#names.push([text, name]);
  }

  say(comment: string): void {
    this.#add(['', `# ${comment}`], false);
  }

  /** Adds a command and its output to the transcript, without running it: another process ran it. */
  show(command: string, output: string): void {
    this.#add(['', `$ ${command}`, ...output.trimEnd().split('\n')], false);
  }

  /** Runs a command on a terminal of its own, typing where it asks. */
  async run(command: string, steps: readonly Step[] = []): Promise<{ code: number | null; text: string }> {
    const { screen, code } = await onTerminal({
      program: ['sh', '-c', command],
      words: [],
      env: { ...this.env },
      cwd: this.home,
      columns: this.columns,
      steps,
    });
    const lines = await lastScreenOf(screen, this.columns);
    this.#add(['', `$ ${command}`], false);
    this.#add(lines, true);
    return { code, text: lines.join('\n') };
  }

  /** The whole session. Lines of the screen are wrapped at the width of the terminal. */
  get text(): string {
    const lines = this.#lines.flatMap(({ text, onScreen }) => {
      const same = this.#named(text);
      return onScreen ? (same.match(new RegExp(`.{1,${this.columns}}`, 'gu')) ?? ['']) : [same];
    });
    return `${lines
      .map((line) => line.trimEnd())
      .join('\n')
      .trimStart()}\n`;
  }

  #add(lines: readonly string[], onScreen: boolean): void {
    this.#lines.push(...lines.map((text) => ({ text, onScreen })));
  }

  #named(line: string): string {
    let text = line;
    for (const [found, name] of this.#names) text = text.replaceAll(found, name);
    for (const [pattern, same] of CHANGING) text = text.replaceAll(pattern, same);
    return text;
  }
}

/** Patterns of text that differs from run to run, each with its replacement. */
const CHANGING: readonly [RegExp, string][] = [
  [/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '3ba94cff-1c0b-4f82-9db8-e8034134bc0b'],
  [/…[0-9A-Za-z]{4}\b/g, '…abcd'],
  [/\b20\d\d-\d\d-\d\d\b/g, '2026-11-24'],
  [/npx --yes /g, 'npx '],
];
