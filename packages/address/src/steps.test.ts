// Counts the work that a text takes rather than timing it: V8 reports how often each block of the built
// package ran. It counts every run only while it interprets the code, as it does with --jitless.
import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';

const COUNTER = `
  import { Session } from 'node:inspector';
  import { text } from 'node:stream/consumers';
  const [, built] = process.argv;
  const { compare } = await import(built);
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const blocksRun = () => {
    let sum = 0;
    session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      const ours = result.filter(({ url }) => url === built).flatMap(({ functions }) => functions);
      for (const { count } of ours.flatMap(({ ranges }) => ranges)) sum += count;
    });
    return sum;
  };
  const steps = JSON.parse(await text(process.stdin)).map((text) => {
    blocksRun();
    compare(
      { address: text, city: text, state: text, zip: text },
      { address: '12 ' + text, city: 'Dover', state: 'DE', zip: '19901' },
    );
    return blocksRun();
  });
  console.log(JSON.stringify(steps));
`;

/** Number of blocks of our code that run when each text is compared as an address. */
function stepsOf(texts: readonly string[]): number[] {
  const built = new URL('../dist/index.js', import.meta.url).href;
  const words = ['--jitless', '--input-type=module', '--eval', COUNTER, built];
  const input = JSON.stringify(texts);
  const printed = execFileSync(process.execPath, words, { input, stdio: ['pipe', 'pipe', 'ignore'] });
  return JSON.parse(printed.toString()) as number[];
}

const SEEDS = [
  'A',
  ' ',
  '1',
  '-',
  ',',
  '(',
  '()',
  '#',
  '.',
  "'",
  'A.',
  'N ',
  '12 OAK ST ',
  '1/2 ',
  '1-',
  'N1',
  '½',
  'é',
  'PO BOX 1 ',
  'ST ',
  '&',
];

describe('the work of comparing two addresses', () => {
  // Work inside a regular expression or a string function of V8 is not counted. At most 2,000 characters reach them.
  test('grows with the length of the text, not with its square', () => {
    const texts = SEEDS.flatMap((seed) => [475, 1_900].map((length) => filled(seed, length)));
    const steps = stepsOf(texts);
    const grown = SEEDS.map(
      (seed, at) => [seed, (steps[2 * at + 1] ?? NaN) / (steps[2 * at] ?? NaN)] as const,
    );
    // The text is four times as long: quadratic work would be sixteen times as much.
    for (const [seed, times] of grown) expect(times, JSON.stringify(seed)).toBeLessThanOrEqual(4);
  });

  test('is next to nothing for a text that is too long to be an address', () => {
    const steps = stepsOf(SEEDS.flatMap((seed) => [10_000, 100_000].map((length) => filled(seed, length))));
    for (const each of steps) expect(each).toBeLessThan(1_000);
  });
});

const filled = (seed: string, length: number) => seed.repeat(Math.ceil(length / seed.length));
