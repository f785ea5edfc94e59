// Single lookups at a fixed pace whether or not earlier ones were answered, so that waiting shows. A process of its own:
// in the bench's they would wait for its uploads and downloads as well, and be taken for the server's.
import { loadOne, madeUpRequests } from './lookups.mjs';

const CONNECTIONS = 32;
const PER_SECOND = 50;
/** The first requests of a process wait for the compiler, of this process and of the server, which usually runs for days. */
const WARM_UP = { connections: 1, ms: 3_000 };

process.once('message', async (/** @type {{ url: string, apiKeys: string[] }} */ { url, apiKeys }) => {
  const { single } = madeUpRequests(apiKeys);
  await loadOne(url, single, WARM_UP);
  let isOver = false;
  process.once('message', () => (isOver = true));
  process.send?.('ready');
  const pace = { connections: CONNECTIONS, perSecond: PER_SECOND, ms: Infinity };
  const answers = await loadOne(url, single, pace, () => isOver);
  process.send?.(answers, () => process.disconnect());
});
