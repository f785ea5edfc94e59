/** The part of a command line that can hold options: `--` ends it. */
export function optionsOf(argv: readonly string[]): readonly string[] {
  const end = argv.indexOf('--');
  return end === -1 ? argv : argv.slice(0, end);
}

/** True if errors are to be JSON. Checked before the command line is known to be valid. */
export function wantsJson(argv: readonly string[]): boolean {
  return optionsOf(argv).some((word) => word === '--json' || word.startsWith('--json='));
}
