import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import type { Environment } from '../platform/config.js';
import type { Io } from '../surfaces/commands/io.js';
import { main } from '../surfaces/commands/main.js';

const bin = path.resolve(import.meta.dirname, '../../bin/skiptrace-server.js');

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

type Variables = Readonly<Record<string, string>>;

/** Starts the built program without any of this machine's settings. */
function launch(args: readonly string[], env: Variables) {
  const child = spawn(process.execPath, [bin, ...args], {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  return { child, ended, stderr: text(child.stderr) };
}

/** Runs a command of the built program to its end. */
export async function runProgram(args: readonly string[], env: Variables = {}): Promise<Finished> {
  const { child, ended, stderr } = launch(args, env);
  const stdout = text(child.stdout);
  return { code: await ended, stdout: await stdout, stderr: await stderr };
}

export interface ServerProcess {
  child: ChildProcess;
  /** Content of its ready line. */
  ready: { event: string; url: string; pid: number; metricsUrl?: string };
  /** Stops it and waits; returns its exit code and everything it logged. */
  stop(signal?: NodeJS.Signals): Promise<{ code: number | null; log: string }>;
}

/** Starts the built server as a separate process on a free port. */
export async function startProcess(args: readonly string[], env: Variables = {}): Promise<ServerProcess> {
  const { child, ended, stderr } = launch(['start', '--port', '0', '--json', ...args], env);
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal);
    return { code: await ended, log: await stderr };
  };
  for await (const line of createInterface({ input: child.stdout })) {
    return { child, ready: JSON.parse(line) as ServerProcess['ready'], stop };
  }
  throw new Error(`the server ended with ${await ended} before it was ready: ${await stderr}`);
}

/** Simulated process for a command, which captures its output. */
export function capturedIo(env: Environment): { io: Io; said: { out: string; err: string } } {
  const said = { out: '', err: '' };
  const io: Io = {
    env,
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    input: () => Promise.resolve(''),
    interactive: false,
    stopRequested: () => new Promise(() => undefined),
  };
  return { io, said };
}

/** Runs a command in this process. @param more replaces parts of `capturedIo` */
export async function runCommand(env: Environment, words: readonly string[], more: Partial<Io> = {}) {
  const { io, said } = capturedIo(env);
  const code = await main(words, { ...io, ...more });
  return { code, ...said };
}
