import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MutatingProxy } from './support/mutating-proxy.js';
import { cliBin, RealServer, run } from './support/processes.js';

const ADDRESS = '100 Sandbox Match St, Austin, TX 78701';
const BALANCE_CENTS = 1_000;

describe('a lookup with an answer that is lost, with the built command and the real server', () => {
  let server: RealServer;
  let proxy: MutatingProxy;
  let apiKey: string;
  let accountId: string;

  beforeAll(async () => {
    server = RealServer.shared();
    ({ apiKey, accountId } = await server.account(BALANCE_CENTS));
    let isLost = false;
    proxy = await MutatingProxy.listen(server.url, async (request, forward) => {
      const answer = await forward(request);
      if (request.method !== 'POST' || isLost) return answer;
      isLost = true;
      throw new Error('the answer is lost');
    });
  });
  afterAll(() => proxy.close());

  it('is paid for once by the same command again, which prints the answer', async () => {
    const lookup = () =>
      run(cliBin, ['lookup', ADDRESS], {
        ...server.environment(apiKey, 'lost-answer'),
        SKIPTRACE_BASE_URL: proxy.url,
      });
    const lost = await lookup();
    expect(lost).toMatchObject({ code: 9, stdout: '' });
    expect(lost.stderr).toContain('not known');
    expect(lost.stderr).toMatch(/Next: skiptrace lookup '100 .*' --idempotency-key [\w-]+/);
    const again = await lookup();
    expect(again).toMatchObject({ code: 0 });
    expect(again.stdout).toContain('Jordan Avery');
    expect(again.stderr).toContain('Already paid ($0.04): nothing was charged now.');
    expect(await server.operator('balance', 'show', accountId)).toMatchObject({
      balanceCents: BALANCE_CENTS - 4,
    });
  });
});
