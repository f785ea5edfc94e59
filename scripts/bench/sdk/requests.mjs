// Sequential requests of every client to a server in a separate process.
import { address, jobId, jobPath, lookupPath, requireFromSdk } from './common.mjs';
import { median } from '../support/median.mjs';

/** Sequential requests of every client, interleaved; medians in microseconds of wall and of processor time. */
export async function timeRequests(baseUrl, { rounds, each }) {
  const { clients, close } = await openClients(baseUrl);
  const samples = clients.map(({ name, method, call }) => ({ name, method, call, wall: [], cpu: [] }));
  for (const { call } of samples) for (let n = 0; n < each; n++) await call();
  for (let round = 0; round < rounds; round++) {
    for (const sample of samples) {
      const cpu = process.cpuUsage();
      const from = performance.now();
      for (let n = 0; n < each; n++) await sample.call();
      sample.wall.push(((performance.now() - from) / each) * 1000);
      const used = process.cpuUsage(cpu);
      sample.cpu.push((used.user + used.system) / each);
    }
  }
  await close();
  const baseOf = (method) => samples.find((each) => each.name === 'undici request' && each.method === method);
  // Ratio within each round: other load on the machine slows down both sides.
  const ratio = (values, base) => median(values.map((value, round) => value / base[round]));
  const rows = samples.map(({ name, method, wall, cpu }) => ({
    name,
    method,
    wallUs: median(wall),
    cpuUs: median(cpu),
    ratio: ratio(wall, baseOf(method).wall),
    cpuRatio: ratio(cpu, baseOf(method).cpu),
  }));
  return rows;
}

async function openClients(baseUrl) {
  const { SkipTrace } = await import('@skiptrace/sdk');
  const { Agent } = requireFromSdk('undici');
  const agent = new Agent();
  const sdk = new SkipTrace({ apiKey: 'pc_bench', baseUrl });
  const headers = { accept: 'application/json', authorization: 'Bearer pc_bench' };
  const json = { ...headers, 'content-type': 'application/json' };
  const undici = async (method, route, body) => {
    const answer = await agent.request({
      origin: baseUrl,
      path: route,
      method,
      headers: body ? json : headers,
      body,
    });
    return answer.body.json();
  };
  const pair = (name, get, post) => [
    { name, method: 'GET', call: get },
    { name, method: 'POST', call: post },
  ];
  const clients = [
    ...pair(
      'undici request',
      () => undici('GET', jobPath),
      () => undici('POST', lookupPath, JSON.stringify(address)),
    ),
    ...pair(
      '@skiptrace/sdk',
      () => sdk.jobs.get(jobId),
      () => sdk.lookup(address),
    ),
  ];
  return { clients, close: () => Promise.all([sdk.close(), agent.close()]) };
}
