// The hostile clients, in a process of their own: what they cost their own process must not slow down honest ones. Started by
// hostile-run.mjs with what they need as JSON; prints what every attack counted.
import { setTimeout as sleep } from 'node:timers/promises';
import { seededRandom } from '../../made-up/random.mjs';
import { attacks } from './attacks.mjs';
import { requireOwnMachine } from './wire.mjs';

const { url, poor, payer, seconds, seed, only } = JSON.parse(process.argv[2]);
requireOwnMachine(url);
const endsAt = Date.now() + seconds * 1_000;
const context = { url, poor, payer, endsAt, random: seededRandom(seed) };

async function play([name, { round, pauseMs }]) {
  const counts = { rounds: 0 };
  while (Date.now() < endsAt) {
    const found = await round(context);
    counts.rounds++;
    for (const [what, count] of Object.entries(found))
      counts[what] = what.startsWith('longest')
        ? Math.max(counts[what] ?? 0, count)
        : (counts[what] ?? 0) + count;
    await sleep(Math.min(pauseMs, Math.max(0, endsAt - Date.now())));
  }
  return [name, counts];
}

const chosen = Object.entries(attacks).filter(([name]) => only === undefined || only.includes(name));
const played = await Promise.all(chosen.map(play));
console.log(JSON.stringify(Object.fromEntries(played)));
process.exit(0);
