// The built server as a process, for scripts that measure it or kill it, and the commands of its operator.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

const packageFolder = path.resolve(import.meta.dirname, '../../packages/server');
const serverBin = path.join(packageFolder, 'bin/skiptrace-server.js');
const built = path.join(packageFolder, 'dist/testing.js');

/** Variables of the servers and commands on a data directory, besides those given at a start. */
const settingsOf = new Map();

/** Sets variables for every later server and command on a data directory, such as the database to use. */
export const useSettings = (dataDir, settings) => settingsOf.set(dataDir, settings);

/** Environment of programs on a data directory. */
export const environmentOf = (dataDir) => ({ PATH: process.env.PATH, ...settingsOf.get(dataDir) });

/**
 * Starts the server on a free port and waits until it serves.
 * @param {string} dataDir
 * @param {{ flags?: string[], log?: number | 'ignore' | 'inherit', logLevel?: string, more?: Record<string, string> }} [options]
 *   `log`: target of its log lines; `more`: variables of its environment
 * @returns {Promise<{ url: string, pid: number, end: (signal?: NodeJS.Signals) => Promise<void> }>}
 */
export async function startServer(dataDir, options = {}) {
  const { flags = [], log = 'inherit', logLevel = 'warn', more = {} } = options;
  const args = [serverBin, 'start', '--port', '0', '--data-dir', dataDir, '--json', ...flags];
  const child = spawn(process.execPath, args, {
    env: { ...environmentOf(dataDir), LOG_LEVEL: logLevel, ...more },
    stdio: ['ignore', 'pipe', log],
  });
  const output = /** @type {import('node:stream').Readable} */ (child.stdout);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  /** @param {NodeJS.Signals} signal */
  const end = async (signal = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  for await (const line of createInterface({ input: output })) {
    const { url, pid } = JSON.parse(line);
    return { url, pid, end };
  }
  throw new Error('the server ended before it was ready');
}

/**
 * Runs an operator's command in this process beside the servers on a data directory: quicker than a process for each.
 * @param {string} dataDir
 * @param {...string} words the command and its flags
 * @returns {Promise<Record<string, any>>} its JSON document; a command with findings (exit 1) has one, too
 * @throws Error when the command printed no JSON document
 */
export async function operate(dataDir, ...words) {
  const { main } = await import(built);
  const said = { out: '', err: '' };
  const code = await main([...words, '--data-dir', dataDir, '--json'], {
    env: environmentOf(dataDir),
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    input: () => Promise.resolve(''),
    interactive: false,
    stopRequested: () => new Promise(() => undefined),
  });
  if (said.out === '') throw new Error(`skiptrace-server ${words.join(' ')} ended with ${code}: ${said.err}`);
  return JSON.parse(said.out);
}

const AT_ONCE = 20;

/**
 * Makes accounts in this process, as `operate` runs commands.
 * @param {string} dataDir
 * @param {{ name: string, balanceCents: number, email?: string, terms?: object }[]} openings as `openAccount` takes them
 * @returns {Promise<{ accountId: string, apiKey: string }[]>} in the order of the openings
 */
export async function openAccounts(dataDir, openings) {
  const { openAccount, openService, randomIds, readConfig, silentLogger, systemClock } = await import(built);
  const config = readConfig(environmentOf(dataDir), { dataDir });
  const service = await openService(config, { clock: systemClock, ids: randomIds, logger: silentLogger });
  const open = async (opening) => {
    const { account, key } = await openAccount(service, { email: null, terms: {}, ...opening });
    return { accountId: account.id, apiKey: key.apiKey };
  };
  try {
    // A limited number at a time: each takes a connection to PostgreSQL, and waiting too long for one fails.
    const opened = [];
    for (let from = 0; from < openings.length; from += AT_ONCE)
      opened.push(...(await Promise.all(openings.slice(from, from + AT_ONCE).map(open))));
    return opened;
  } finally {
    await service.close();
  }
}

/** An account for each balance, in their order, with the same terms. */
export const createAccounts = (dataDir, balancesCents, terms = {}) =>
  openAccounts(
    dataDir,
    balancesCents.map((balanceCents, nth) => ({ name: `Account ${nth}`, balanceCents, terms })),
  );
