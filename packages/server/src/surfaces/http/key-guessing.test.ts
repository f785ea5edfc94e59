import { beforeEach, describe, expect, it } from 'vitest';
import { KeyGuessing } from './key-guessing.js';

let waits: number[];
let nowMs: number;
let guessing: KeyGuessing;
beforeEach(() => {
  waits = [];
  nowMs = 0;
  guessing = new KeyGuessing(
    (ms) => {
      waits.push(ms);
      return Promise.resolve();
    },
    () => nowMs,
  );
});
const guess = async (times: number, from: (time: number) => string) => {
  for (let time = 0; time < times; time += 1) await guessing.slow(from(time));
};

describe('the delay of wrong keys', () => {
  it('is zero for a few mistakes, then grows, and stays under a second', async () => {
    await guess(10, () => '192.0.2.1');
    expect(waits).toEqual([]);
    await guess(100, () => '192.0.2.1');
    expect(waits[0]).toBe(50);
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(Math.max(...waits)).toBe(750);
  });

  it('begins anew after a minute', async () => {
    await guess(30, () => '192.0.2.1');
    nowMs = 60_000;
    waits.length = 0;
    await guess(11, () => '192.0.2.1');
    expect(waits).toEqual([50]);
  });

  it('is separate for each address', async () => {
    await guess(30, () => '192.0.2.1');
    waits.length = 0;
    await guess(10, () => '192.0.2.2');
    expect(waits).toEqual([]);
  });

  it('treats a /64 of IPv6 as one network, however its addresses are written', async () => {
    await guess(30, (time) => (time % 2 === 0 ? `2001:db8::${time}:1` : `2001:db8:0:0:${time}::1`));
    expect(waits).toHaveLength(20);
    waits.length = 0;
    await guess(10, () => '2001:db8:0:1::1');
    await guess(10, () => '::ffff:192.0.2.9');
    expect(waits).toEqual([]);
  });

  it('holds back a limited number per network at once, and more when these are done', async () => {
    const release: (() => void)[] = [];
    guessing = new KeyGuessing(() => new Promise<void>((resolve) => void release.push(resolve)));
    const from = (ipAddress: string, times: number) =>
      Array.from({ length: times }, () => guessing.slow(ipAddress));
    const first = from('192.0.2.1', 110);
    await expect.poll(() => release.length).toBe(50);
    const elsewhere = from('192.0.2.2', 11);
    await expect.poll(() => release.length).toBe(51);
    release.splice(0).forEach((go) => go());
    expect((await Promise.all(first)).filter((held) => held)).toHaveLength(60);
    expect((await Promise.all(elsewhere)).every((held) => held)).toBe(true);
    const later = guessing.slow('192.0.2.1');
    await expect.poll(() => release.length).toBe(1);
    release.splice(0).forEach((go) => go());
    expect(await later).toBe(true);
  });
});
