import type { Environment } from '../config.js';
import type { Io } from '../operator/io.js';
import { main } from '../operator/main.js';

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

/** Runs a command in this process. @param more other parts of the process than those of `capturedIo` */
export async function runCommand(env: Environment, words: readonly string[], more: Partial<Io> = {}) {
  const { io, said } = capturedIo(env);
  const code = await main(words, { ...io, ...more });
  return { code, ...said };
}
