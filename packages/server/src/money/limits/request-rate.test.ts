import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../testing/engines.js';
import { ManualClock, temporaryFolder, type Temporary } from '../../testing/temporary.js';
import { RateLimitedError, RequestRate } from './request-rate.js';
import type { WindowStore } from './stores.js';

const LIMITS = [{ name: 'bulk', limit: 3, windowSeconds: 60 }];

let folder: Temporary<string>;
let clock: ManualClock;
let rate: RequestRate;

describe.each(engines)('a rate limit on $name', (engine) => {
  const opened: { rate: RequestRate; windows: WindowStore }[] = [];
  const open = async () => {
    const windows = await engine.openWindows(folder.value);
    const limited = new RequestRate(windows, clock, LIMITS);
    opened.push({ rate: limited, windows });
    return limited;
  };
  const close = async () => {
    for (const each of opened.splice(0)) {
      each.rate.stop();
      await each.windows.close();
    }
  };

  beforeEach(async () => {
    folder = await temporaryFolder();
    clock = new ManualClock();
    rate = await open();
  });
  afterEach(async () => {
    await close();
    await folder.remove();
  });

  it('takes the limit and refuses the next with the seconds to wait', async () => {
    expect((await rate.consume('bulk', 'a')).remaining).toBe(2);
    await rate.consume('bulk', 'a');
    await rate.consume('bulk', 'a');
    const refusal: unknown = await rate.consume('bulk', 'a').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RateLimitedError);
    expect(refusal).toMatchObject({ retryAfterSeconds: 60, state: { limit: 3, remaining: 0 } });
    await rate.consume('bulk', 'b');
  });

  it('is exact for requests that arrive at once', async () => {
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => rate.consume('bulk', 'a')));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  it('survives a restart and holds for a second process', async () => {
    await rate.consume('bulk', 'a');
    const other = await open();
    await other.consume('bulk', 'a');
    await close();
    rate = await open();
    expect((await rate.consume('bulk', 'a')).remaining).toBe(0);
  });

  it('can be read without counting', async () => {
    await rate.requireRoom('bulk', 'a');
    for (let sent = 0; sent < 3; sent += 1) await rate.consume('bulk', 'a');
    await expect(rate.requireRoom('bulk', 'a')).rejects.toBeInstanceOf(RateLimitedError);
  });

  it('begins a new window when the old one has ended, by the injected clock', async () => {
    for (let sent = 0; sent < 3; sent += 1) await rate.consume('bulk', 'a');
    clock.ms += 59_999;
    await expect(rate.consume('bulk', 'a')).rejects.toMatchObject({ state: { resetSeconds: 1 } });
    clock.ms += 1;
    expect(await rate.requireRoom('bulk', 'a')).toEqual({ limit: 3, remaining: 3, resetSeconds: 60 });
    expect(await rate.consume('bulk', 'a')).toEqual({ limit: 3, remaining: 2, resetSeconds: 60 });
  });

  it('gives each of several that arrive at once its own place in the window', async () => {
    const states = await Promise.all(['a', 'b', 'a', 'a'].map((subject) => rate.consume('bulk', subject)));
    expect(states.map(({ remaining }) => remaining)).toEqual([2, 2, 1, 0]);
  });

  it('may have a different limit for one subject, in the same window', async () => {
    for (let sent = 0; sent < 3; sent += 1) await rate.consume('bulk', 'a');
    expect(await rate.consume('bulk', 'a', 5)).toMatchObject({ limit: 5, remaining: 1 });
    await expect(rate.consume('bulk', 'a')).rejects.toBeInstanceOf(RateLimitedError);
  });
});
