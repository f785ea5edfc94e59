// Single lookups at a fixed pace whether or not earlier ones were answered, so that waiting shows. A process of its own:
// in the bench's they would wait for its uploads and downloads as well, and be taken for the server's.
import http from 'node:http';

const EVERY_MS = 20;
/** The first requests of a process wait for the compiler, of this process and of the server, which usually runs for days. */
const WARM_UP = 1_000;
/** `fetch` takes a millisecond itself, and three for one of a hundred, which would be taken for the server's. */
const agent = new http.Agent({ keepAlive: true });

process.once(
  'message',
  async (/** @type {{ url: string, apiKeys: string[], addresses: object[] }} */ order) => {
    let asked = 0;
    const ask = () => askOnce(order, asked++);
    for (let count = 0; count < WARM_UP; count++) await ask();
    process.send?.('ready');
    const answers = [];
    const timer = setInterval(() => answers.push(ask()), EVERY_MS);
    process.once('message', async () => {
      clearInterval(timer);
      process.send?.(await Promise.all(answers), () => process.disconnect());
    });
  },
);

/** Sends a lookup and returns its time, its milliseconds, and its status or error. */
async function askOnce({ url, apiKeys, addresses }, count) {
  const at = Date.now();
  const from = performance.now();
  const outcome = await lookUp(url, apiKeys[count % apiKeys.length], addresses[count % addresses.length]);
  return { at, ms: performance.now() - from, outcome };
}

/** Returns the status or the error of a lookup. */
function lookUp(url, apiKey, address) {
  const body = JSON.stringify(address);
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  };
  return new Promise((resolve) => {
    const fail = (error) => resolve(error.message);
    const request = http.request(
      `${url}/api/v1/skip-trace`,
      { method: 'POST', agent, headers },
      (response) => {
        response.resume().on('error', fail);
        response.on('end', () => resolve(response.statusCode));
      },
    );
    request.on('error', fail).end(body);
  });
}
