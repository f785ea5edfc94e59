import { describe, expect, it } from 'vitest';
import { PartSupply } from './part-supply.js';

const early = (index: number) => ({ index, survey: `part ${index}` });

describe('the parts of a file', () => {
  it('are handed out as they become known, and then those that are left, each once', async () => {
    const supply = new PartSupply();
    const first = supply.take();
    supply.add(early(0));
    supply.add(early(1));
    supply.add(early(2));
    expect(await first).toEqual(early(0));
    expect(await supply.take()).toEqual(early(1));
    supply.open(5);
    const rest = [await supply.take(), await supply.take(), await supply.take(), await supply.take()];
    expect(rest).toEqual([early(2), 3, 4, undefined]);
  });

  it('are those of the whole file where none was known before', async () => {
    const supply = new PartSupply();
    const waiting = [supply.take(), supply.take(), supply.take()];
    supply.open(2);
    expect(await Promise.all(waiting)).toEqual([0, 1, undefined]);
  });
});
