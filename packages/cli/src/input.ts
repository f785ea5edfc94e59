type OptionValue = string | boolean | readonly string[] | undefined;

/** The words after the command, as commander read them. */
export class CommandInput {
  constructor(
    readonly words: readonly string[],
    private readonly options: Readonly<Record<string, OptionValue>>,
    /** The whole command line, for repeating it in advice. */
    readonly argv: readonly string[],
  ) {}

  /** A required argument; commander has made sure that it is there. */
  argument(index: number): string {
    return this.words[index] ?? '';
  }

  text(name: string): string | undefined {
    const value = this.options[name];
    return typeof value === 'string' ? value : undefined;
  }

  flag(name: string): boolean {
    return this.options[name] === true;
  }

  /** `--no-input` and similar options: true if `input` was switched off. */
  off(name: string): boolean {
    return this.options[name] === false;
  }

  list(name: string): readonly string[] {
    const value = this.options[name];
    return Array.isArray(value) ? (value as readonly string[]) : [];
  }
}

/** The part of a command line that can hold options: `--` ends it. */
export function optionsOf(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}

/** True if errors are to be JSON. Checked before the command line is known to be valid. */
export function wantsJson(argv: readonly string[]): boolean {
  return optionsOf(argv).some((word) => word === '--json' || word.startsWith('--json='));
}
