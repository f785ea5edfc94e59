import { describe, expect, it } from 'vitest';
import { gate } from '../../testing/waiting.js';
import { batched, Batches, outcomeOf, Turns } from './batches.js';

function doubling(maxItems = 10) {
  const runs: number[][] = [];
  const batches = new Batches<number, number>(async (items) => {
    runs.push([...items]);
    await new Promise((resolve) => setImmediate(resolve));
    if (items.includes(13)) throw new Error('unlucky');
    return items.map((item) => item * 2);
  }, maxItems);
  return { runs, batches };
}

describe('batches', () => {
  it('answers all questions of one tick with one run, each with its own part', async () => {
    const { runs, batches } = doubling();
    expect(await Promise.all([batches.ask([1]), batches.ask([2, 3]), batches.ask([])])).toEqual([
      [2],
      [4, 6],
      [],
    ]);
    expect(runs).toEqual([[1, 2, 3]]);
  });

  it('refuses the whole batch when one question got no answer', async () => {
    const short = new Batches<number, number>((items) => Promise.resolve(items.slice(1)), 10);
    const answers = await Promise.allSettled([short.ask([1]), short.ask([2])]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('collects items that arrive while a batch runs into the next one', async () => {
    const { runs, batches } = doubling();
    const first = batches.ask([1]);
    await new Promise((resolve) => setImmediate(resolve));
    const later = [batches.ask([2]), batches.ask([3])];
    await Promise.all([first, ...later]);
    expect(runs).toEqual([[1], [2, 3]]);
  });

  it('keeps batches to their size, and gives a larger question a batch of its own', async () => {
    const { runs, batches } = doubling(3);
    await Promise.all([
      batches.ask([1, 2]),
      batches.ask([3, 4]),
      batches.ask([5, 6, 7, 8]),
      batches.ask([9]),
    ]);
    expect(runs).toEqual([[1, 2], [3, 4], [5, 6, 7, 8], [9]]);
  });

  it('continues after a failed batch', async () => {
    const { batches } = doubling(1);
    const [bad, good] = await Promise.allSettled([batches.ask([13]), batches.ask([4])]);
    expect(bad.status).toBe('rejected');
    expect(good).toEqual({ status: 'fulfilled', value: [8] });
  });
});

describe('items in batches', () => {
  it('fail alone when their outcome is an error, and together when the batch fails', async () => {
    const runs: number[][] = [];
    const root = batched(async (items: readonly number[]) => {
      runs.push([...items]);
      await Promise.resolve();
      if (items.includes(13)) throw new Error('unlucky');
      return items.map((item) =>
        outcomeOf(() => {
          if (item < 0) throw new RangeError('negative');
          return Math.sqrt(item);
        }),
      );
    }, 3);
    const results = await Promise.allSettled([4, -1, 9, 16, 13].map(root));
    expect(runs).toEqual([
      [4, -1, 9],
      [16, 13],
    ]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason))).toEqual([
      2,
      new RangeError('negative'),
      3,
      new Error('unlucky'),
      new Error('unlucky'),
    ]);
  });
});

describe('turns', () => {
  it.each([1, 2])(
    'run %i calls of a key at once, in order of arrival, and other keys meanwhile',
    async (atOnce) => {
      const turns = new Turns(atOnce);
      const begun: string[] = [];
      const gates = Array.from({ length: 3 }, gate);
      const calls = gates.map(({ opened }, at) =>
        turns.take('one', async () => {
          begun.push(`one ${at}`);
          await opened;
          if (at === 0) throw new Error('unlucky');
        }),
      );
      await turns.take('other', () => Promise.resolve(begun.push('other')));
      const first = ['one 0', 'one 1'].slice(0, atOnce);
      expect(begun).toEqual([...first, 'other']);
      gates[0]?.open();
      await expect(calls[0]).rejects.toThrow('unlucky');
      await turns.take('other', () => Promise.resolve(begun.push('other')));
      expect(begun).toEqual([...first, 'other', `one ${atOnce}`, 'other']);
      for (const { open } of gates) open();
      await Promise.all(calls.slice(1));
      expect(await turns.take('one', () => Promise.resolve('free again'))).toBe('free again');
    },
  );
});
