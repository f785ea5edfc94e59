// An Express route that looks up an owner: GET /owner?address=100 Sandbox Match St, Austin, TX 78701
//
//   SKIPTRACE_API_KEY=pc_… SKIPTRACE_BASE_URL=http://127.0.0.1:3000 PORT=8080 node examples/express.ts
import { isSkipTraceError, SkipTrace } from '@skiptrace/sdk';
import express from 'express';

/** One client for the whole program: it keeps connections open and knows the rate limits. */
const client = new SkipTrace();

export const app = express();

app.get('/owner', async (request, response) => {
  const { address } = request.query;
  if (typeof address !== 'string') return void response.status(400).json({ error: 'Which address?' });
  // A visitor who leaves ends the lookup, unless it is already on its way.
  const left = new AbortController();
  response.on('close', () => left.abort());
  try {
    const owner = await client.lookup(address, { signal: left.signal, deadlineMs: 10_000 });
    if (!owner.found) return void response.status(404).json({ error: 'No owner found' });
    // Numbers on a Do Not Call registry are left out.
    const phones = owner.phones.filter(({ dnc }) => !dnc).map(({ number }) => number);
    response.json({ name: owner.contact.fullName, phones });
  } catch (error) {
    if (!isSkipTraceError(error)) throw error;
    // `error.message` is for you; `requestId` helps the operator of the server to find the request.
    console.error(error.code, error.message, error.requestId);
    response.status(error.retryable ? 503 : 502).json({ error: 'The lookup failed. Try again later.' });
  }
});

if (process.env['PORT'] !== undefined) app.listen(Number(process.env['PORT']));
