// Single look-ups at a fixed pace whether or not earlier ones were answered, so that waiting shows. A process of its own:
// in that of the bench they would wait for its uploads and downloads as well, and be taken for the server's.
const EVERY_MS = 20;
/** The first requests of a process wait for its own compiler. */
const WARM_UP = 50;

process.once('message', async (order) => {
  let asked = 0;
  const ask = () => askOnce(order, asked++);
  for (let count = 0; count < WARM_UP; count++) await ask();
  process.send('ready');
  const answers = [];
  const timer = setInterval(() => answers.push(ask()), EVERY_MS);
  process.once('message', async () => {
    clearInterval(timer);
    process.send(await Promise.all(answers), () => process.disconnect());
  });
});

/** When it was sent, how many milliseconds it took, and its status or what went wrong. */
async function askOnce({ url, apiKeys, addresses }, count) {
  const at = Date.now();
  const from = performance.now();
  const outcome = await lookUp(url, apiKeys[count % apiKeys.length], addresses[count % addresses.length]);
  return { at, ms: performance.now() - from, outcome };
}

async function lookUp(url, apiKey, address) {
  try {
    const response = await fetch(`${url}/api/v1/skip-trace`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(address),
    });
    await response.arrayBuffer();
    return response.status;
  } catch (error) {
    return error.message;
  }
}
