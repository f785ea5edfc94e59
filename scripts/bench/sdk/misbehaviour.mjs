// What a lookup does when the server misbehaves.
import { address } from './common.mjs';

/** What happens when the server misbehaves: requests it saw, time the call took (waits included), the error. */
export async function tableOfMisbehaviour() {
  const { SkipTrace } = await import('@skiptrace/sdk');
  const testing = await import('@skiptrace/sdk/testing');
  const abortSoon = () => AbortSignal.timeout(200);
  const cases = [
    ['reset after the POST was read', testing.reset()],
    ['Retry-After: 3600', testing.rateLimited('3600')],
    ['Retry-After: 30 days', testing.rateLimited('2592000')],
    ['a stalled body', testing.stallInBody()],
    ['an HTML 502', testing.htmlPage(502)],
    ['402', testing.insufficientBalance(4)],
    ['the daily cap', testing.dailyMissLimit()],
    ['an abort while sleeping', testing.rateLimited('30'), abortSoon],
  ];
  const rows = [];
  for (const [name, step, signal] of cases) {
    const server = await testing.ScenarioServer.start();
    const client = new SkipTrace({ apiKey: 'pc_bench', baseUrl: server.url, timeoutMs: 500 });
    server.script('skipTraceSingle', step);
    const from = performance.now();
    const error = await client.lookup(address, { signal: signal?.() }).then(
      () => undefined,
      (thrown) => thrown,
    );
    rows.push({
      name,
      requests: server.requests.length,
      ms: performance.now() - from,
      error: error ? `${error.name}${error.mayHaveBeenCharged ? ', may have been charged' : ''}` : 'none',
    });
    await client.close();
    await server.close();
  }
  return rows;
}
