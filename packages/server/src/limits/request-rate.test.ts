import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder, type Temporary } from '../testing/temporary.js';
import { RateLimitedError, RequestRate } from './request-rate.js';

let folder: Temporary<string>;
let rate: RequestRate;
const open = () =>
  RequestRate.open(path.join(folder.value, 'limits.sqlite'), [{ name: 'bulk', limit: 3, windowSeconds: 60 }]);

beforeEach(async () => {
  folder = await temporaryFolder();
  rate = await open();
});
afterEach(async () => {
  await rate.close();
  await folder.remove();
});

describe('a rate limit', () => {
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
    await other.close();
    await rate.close();
    rate = await open();
    expect((await rate.consume('bulk', 'a')).remaining).toBe(0);
  });

  it('can be asked without counting', async () => {
    await rate.requireRoom('bulk', 'a');
    for (let sent = 0; sent < 3; sent += 1) await rate.consume('bulk', 'a');
    await expect(rate.requireRoom('bulk', 'a')).rejects.toBeInstanceOf(RateLimitedError);
  });
});
