import { ConfigurationError } from './errors.js';

/** Type of an option's value. The code that uses a `special` one checks it. */
export type OptionKind = keyof typeof kinds | 'special';

/** Kind of each option of a method. The compiler checks that no option of the method's type is missing. */
export type OptionKinds<Options extends object> = Readonly<Record<keyof Options, OptionKind>>;

const kinds = {
  number: { fits: (value: unknown) => typeof value === 'number' && !Number.isNaN(value), words: 'a number' },
  cents: {
    fits: (value: unknown) => value === Infinity || (Number.isInteger(value) && Number(value) >= 0),
    words: 'a whole number of cents, such as 4 for $0.04',
  },
  string: { fits: (value: unknown) => typeof value === 'string', words: 'a string' },
  boolean: { fits: (value: unknown) => typeof value === 'boolean', words: 'true or false' },
  function: { fits: (value: unknown) => typeof value === 'function', words: 'a function' },
  object: { fits: (value: unknown) => typeof value === 'object', words: 'an object' },
  signal: { fits: isSignal, words: 'an AbortSignal' },
} as const;

/** Checks members instead of `instanceof`, because a signal may come from another realm or a polyfill. */
function isSignal(value: unknown): boolean {
  const { aborted, addEventListener } = value as Partial<AbortSignal>;
  return typeof aborted === 'boolean' && typeof addEventListener === 'function';
}

/** Options that this package's own methods pass to each other beside the caller's. */
const internal: ReadonlySet<string> = new Set(['scope', 'expects']);

/**
 * Rejects unknown options, because a misspelled one would silently change nothing, and values of another type,
 * because a converted one would change something else.
 *
 * @param method as the caller wrote it, such as `jobs.run`
 * @throws ConfigurationError
 */
export function checkOptions(
  method: string,
  options: unknown,
  known: Readonly<Record<string, OptionKind>>,
): void {
  if (typeof options !== 'object' || options === null)
    throw new ConfigurationError(`${method}: options must be an object.`);
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || internal.has(name)) continue;
    const kind = Object.hasOwn(known, name) ? known[name] : undefined;
    if (kind === undefined) {
      const advice = adviceFor(name, Object.keys(known), 'Options');
      throw new ConfigurationError(`${method} has no option ${JSON.stringify(name)}. ${advice}`);
    }
    if (kind === 'special' || value === null || kinds[kind].fits(value)) continue;
    throw new ConfigurationError(`${method}: ${name} must be ${kinds[kind].words}.`);
  }
}

/** Sentence for a name that is not one of the `known` ones, which are called `plural`. */
export function adviceFor(given: string, known: readonly string[], plural: string): string {
  const meant = known.find((each) => isTypoOf(given, each));
  return meant === undefined ? `${plural}: ${known.join(', ')}.` : `Did you mean ${meant}?`;
}

/** A missing or added suffix (`timeout`, `maxCost`), different case, or up to two wrong letters. */
function isTypoOf(given: string, name: string): boolean {
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
