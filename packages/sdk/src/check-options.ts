import { ConfigurationError } from './errors.js';

/** Option names of a method; the compiler holds them to the method's option type. */
export type OptionNames<Options extends object> = Readonly<Record<keyof Options, true>>;

/** Options that this package's own methods pass to each other beside the caller's. */
const internal: ReadonlySet<string> = new Set(['scope', 'expects']);

/**
 * Rejects unknown options: a misspelled one would silently change nothing.
 *
 * @param method as the caller wrote it, such as `jobs.run`
 * @throws ConfigurationError
 */
export function checkOptions(method: string, options: unknown, known: Readonly<Record<string, true>>): void {
  if (typeof options !== 'object' || options === null)
    throw new ConfigurationError(`${method}: options must be an object.`);
  for (const [name, value] of Object.entries(options)) {
    if (Object.hasOwn(known, name) || internal.has(name) || value === undefined) continue;
    const meant = Object.keys(known).find((each) => isTypoOf(name, each));
    const advice =
      meant === undefined ? `Options: ${Object.keys(known).join(', ')}.` : `Did you mean ${meant}?`;
    throw new ConfigurationError(`${method} has no option ${JSON.stringify(name)}. ${advice}`);
  }
}

/** A missing or added suffix (`timeout`, `maxCost`), different case, or up to two wrong letters. */
export function isTypoOf(given: string, name: string): boolean {
  const [a, b] = [given.toLowerCase(), name.toLowerCase()];
  return (a.length > 3 && b.startsWith(a)) || distance(a, b) <= 2;
}

/** Edit distance: letters to insert, delete or replace to turn one word into the other. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
