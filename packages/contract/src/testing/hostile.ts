// Finds inputs that make a check slow, to prove that every contract format runs in linear time.

/** Long enough to show quadratic time, and as long as a body of a single lookup. */
const LONG = 64 * 1024;
const SHORT = 1024;
const SHORTEST = 12;
const STEP = 1.3;
/** Number of the slowest texts that are tried again at full length. */
const TRIED_LONG = 12;
/** A linear check takes 1 to 3 ms for a long text; ten times that leaves room for a busy machine. */
const ALLOWED_MS = 50;

interface Shape {
  start: string;
  repeated: string;
  end: string;
}

/** A text that takes more than linear time to check, with that time; null if none was found. */
export function slowText(check: (text: string) => unknown, alphabet: readonly string[]): string | null {
  const tried: { shape: Shape; ms: number }[] = [];
  for (const shape of shapesOf(alphabet)) {
    const { ms, length } = grow(check, shape, SHORTEST, SHORT);
    if (ms > ALLOWED_MS) return found(shape, length, ms);
    tried.push({ shape, ms });
  }
  tried.sort((a, b) => b.ms - a.ms);
  for (const { shape } of tried.slice(0, TRIED_LONG)) {
    const { ms, length } = grow(check, shape, SHORT, LONG);
    if (ms > ALLOWED_MS) return found(shape, length, ms);
  }
  return null;
}

const textOf = ({ start, repeated, end }: Shape, length: number) =>
  start + repeated.repeat(Math.ceil(length / repeated.length)) + end;

/** Shapes of texts: a beginning, a repeated part, and an end that may spoil the match. */
function shapesOf(alphabet: readonly string[]): Shape[] {
  const pairs = alphabet.flatMap((first) => alphabet.map((second) => first + second));
  const units = [...alphabet, ...pairs];
  return ['', ...alphabet].flatMap((start) =>
    units.flatMap((repeated) => ['', ...alphabet].map((end) => ({ start, repeated, end }))),
  );
}

const found = (shape: Shape, length: number, ms: number) =>
  `${JSON.stringify(shape)}, ${length} characters: ${Math.round(ms)} ms`;

/** Grows the text in small steps until it gets slow: an exponential check would never return. */
function grow(check: (text: string) => unknown, shape: Shape, from: number, to: number) {
  let length = from;
  let ms = fastest(check, shape, length);
  while (length < to && ms <= ALLOWED_MS) {
    length = Math.min(to, Math.ceil(length * STEP));
    ms = fastest(check, shape, length);
  }
  return { ms, length };
}

/**
 * Takes the best of a few times if the first was slow: the machine may have been busy, but a check is never fast by chance.
 */
function fastest(check: (text: string) => unknown, shape: Shape, length: number): number {
  const text = textOf(shape, length);
  let least = Infinity;
  for (let time = 0; time < 3 && least > ALLOWED_MS; time += 1) {
    const startedAt = performance.now();
    check(text);
    least = Math.min(least, performance.now() - startedAt);
  }
  return least;
}
