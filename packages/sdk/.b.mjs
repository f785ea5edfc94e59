import { fork } from 'node:child_process';
import { Agent } from 'undici';
import { SkipTrace } from '@skiptrace/sdk';
const child = fork('/tmp/b/server.mjs'); const port = await new Promise(r => child.once('message', r));
const origin = `http://127.0.0.1:${port}`; const agent = new Agent();
const client = new SkipTrace({ apiKey: 'pc_x', baseUrl: origin });
const address = { address: '100 Sandbox Match St', city: 'Austin', state: 'TX', zip: '78701' };
const h = { accept: 'application/json', authorization: 'Bearer pc_x' };
const cases = {
 'undici GET': async () => { const r = await agent.request({ origin, path: '/api/user/skip-trace/j', method: 'GET', headers: h }); return r.body.json(); },
 'sdk GET': () => client.jobs.get('j'),
 'raw GET': () => client.raw.GET('/api/user/skip-trace/{jobId}', { params: { path: { jobId: 'j' } } }),
 'undici POST': async () => { const r = await agent.request({ origin, path: '/api/v1/skip-trace', method: 'POST', headers: { ...h, 'content-type': 'application/json' }, body: JSON.stringify(address) }); return r.body.json(); },
 'sdk POST': () => client.lookup(address),
};
const N = 1500, times = {};
for (const f of Object.values(cases)) for (let i = 0; i < 1500; i++) await f();
for (let round = 0; round < 9; round++) for (const [k, f] of Object.entries(cases)) { const t = process.hrtime.bigint(); for (let i = 0; i < N; i++) await f(); (times[k] ??= []).push(Number(process.hrtime.bigint() - t) / N / 1000); }
const med = a => a.sort((x, y) => x - y)[a.length >> 1];
for (const k in times) console.log(k, med(times[k]).toFixed(1), 'us');
console.log('GET', (med(times['sdk GET']) / med(times['undici GET'])).toFixed(2), 'POST', (med(times['sdk POST']) / med(times['undici POST'])).toFixed(2));
await client.close(); await agent.close(); child.kill();
