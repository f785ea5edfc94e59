// The built server as a process, for scripts that measure it or kill it.
import { execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';

const packageFolder = path.resolve(import.meta.dirname, '../../packages/server');
const serverBin = path.join(packageFolder, 'bin/skiptrace-server.js');

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
  const ended = new Promise((resolve) => child.once('exit', resolve));
  /** @param {NodeJS.Signals} signal */
  const end = async (signal = 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const { url, pid } = JSON.parse(line);
    return { url, pid, end };
  }
  throw new Error('the server ended before it was ready');
}

/** Runs an operator's command and returns its document; a command with findings (exit 1) has one, too. */
export function operate(dataDir, ...words) {
  return new Promise((resolve, reject) => {
    const args = [serverBin, ...words, '--data-dir', dataDir, '--json'];
    execFile(
      process.execPath,
      args,
      { env: environmentOf(dataDir), maxBuffer: 2 ** 28 },
      (error, stdout, stderr) => {
        if (stdout === '') reject(new Error(`skiptrace-server ${words.join(' ')}: ${error?.code} ${stderr}`));
        else resolve(JSON.parse(stdout));
      },
    );
  });
}
