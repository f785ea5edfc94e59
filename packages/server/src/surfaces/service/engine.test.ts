import { describe, expect, it } from 'vitest';
import { openAll, type Opened } from './engine.js';

const closed: string[] = [];
const thing = (name: string, close = () => Promise.resolve(void closed.push(name))) =>
  Promise.resolve({ name, close });

describe('resources opened together', () => {
  it('are closed together, the last first', async () => {
    closed.length = 0;
    const opened = await openAll(async (all: Opened) => {
      await all.add(thing('a'));
      await all.add(thing('b'));
      return all;
    });
    expect(closed).toEqual([]);
    await opened.close();
    await opened.close();
    expect(closed).toEqual(['b', 'a']);
  });

  it('are closed when a later one cannot be opened, with the error of the later one', async () => {
    closed.length = 0;
    const opening = openAll(async (all) => {
      await all.add(thing('a'));
      await all.add(thing('b', () => Promise.reject(new Error('b does not close'))));
      await all.add(Promise.reject(new Error('c is damaged')));
    });
    await expect(opening).rejects.toThrow('c is damaged');
    expect(closed).toEqual(['a']);
  });
});
