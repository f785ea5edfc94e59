// The main job on real input: `npm run demo`. Makes a data directory with an account and 5,000 made-up owners, starts the
// server on a free port and uploads examples/leads.csv with the real command line. On a terminal you answer its question;
// elsewhere it is given the answer, as a script would give it. Everything is made anew each time, in demo/.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { ownerLines } from './made-up.mjs';
import { operate, startServer } from './support/server-process.mjs';

const OWNERS = 5_000;
const BALANCE_CENTS = 20_000;
/** Limit that the demo approves if there is no terminal for the question. */
const MAX_COST_DOLLARS = '100';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'demo');
const dataDir = path.join(folder, 'data');
const ownersFile = path.join(folder, 'owners.csv');
const leads = path.join('examples', 'leads.csv');
const enriched = path.join('examples', 'leads.enriched.csv');

const NEXT = `
Next, try it yourself:
  npx @skiptrace/server start --demo           a server that keeps running, with a test key
  npx skiptrace auth login                     in another terminal: paste the key
  npx skiptrace upload examples/sandbox-leads.csv

With your own data: docs/operating.md (the server), docs/owners.md (owner files).`;

const say = (text) => process.stdout.write(`${text}\n`);

/** Runs a command on this terminal. A signal that ends it (Ctrl-C) is passed on as the usual exit code. */
function run(command, args, env) {
  const { status, signal } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit' });
  return status ?? (signal === 'SIGINT' ? 130 : 1);
}

const upload = (url, apiKey) => {
  const interactive = process.stdin.isTTY === true && process.stderr.isTTY === true && !process.env.CI;
  const words = ['skiptrace', 'upload', leads];
  if (!interactive) words.push('--yes', '--max-cost', MAX_COST_DOLLARS);
  say(`\n$ npx ${words.join(' ')}`);
  return run('npx', words, {
    ...process.env,
    SKIPTRACE_BASE_URL: url,
    SKIPTRACE_API_KEY: apiKey,
    // The command line's stored state of earlier runs belongs to earlier servers.
    XDG_CONFIG_HOME: path.join(folder, 'home'),
    XDG_STATE_HOME: path.join(folder, 'home'),
  });
};

/** Prints the first owners that were found, in a readable form. */
function showResult() {
  /** @type {Record<string, string>[]} */
  const rows = parse(readFileSync(path.join(root, enriched)), { columns: true, bom: true });
  const found = rows.filter((row) => row['Owner Full Name'] && row['Phone 1']).slice(0, 5);
  say(`\nThe first owners in ${enriched}:\n`);
  for (const row of found) {
    say(`  ${row.Address}, ${row.City}, ${row.State}  →  ${row['Owner Full Name']}, ${row['Phone 1']}`);
  }
}

rmSync(folder, { recursive: true, force: true });
rmSync(path.join(root, enriched), { force: true });
mkdirSync(folder, { recursive: true });

say(
  `1. ${OWNERS.toLocaleString('en-US')} made-up owners and an account with a balance of $${BALANCE_CENTS / 100}`,
);
writeFileSync(ownersFile, [...ownerLines(OWNERS)].join(''));
const opening = ['--name', 'Demo', '--balance-cents', String(BALANCE_CENTS)];
const account = await operate(dataDir, 'accounts', 'create', ...opening);
const { rows, phones, emails } = await operate(dataDir, 'owners', 'import', ownersFile);
const figure = (count) => count.toLocaleString('en-US');
say(
  `   imported: ${figure(rows.stored)} owners, ${figure(phones.stored)} phones, ${figure(emails.stored)} emails`,
);

say('2. A server on a free port');
const { url, end } = await startServer(dataDir);
say(`   ${url} (API docs: ${url}/docs)`);

let exitCode;
try {
  say('3. The whole CSV job, from the command line');
  exitCode = upload(url, account.apiKey);
  if (exitCode === 0) showResult();
  const { balanceCents } = await operate(dataDir, 'balance', 'show', account.accountId);
  say(
    `\nThe demo account has $${(balanceCents / 100).toFixed(2)} left. Its server's data is in demo/, the result beside the list.`,
  );
  if (exitCode === 0) say(NEXT);
} finally {
  await end();
}
process.exitCode = exitCode;
