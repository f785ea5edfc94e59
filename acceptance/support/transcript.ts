import { lastScreenOf, onTerminal, type Step } from './terminal.js';

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

  /** Adds a command that was not run here, with its output. */
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
