import type { Environment } from '../config.js';
import type { Io } from '../operator/io.js';

/** Simulated process for a command, which captures its output. */
export function capturedIo(env: Environment, input = ''): { io: Io; said: { out: string; err: string } } {
  const said = { out: '', err: '' };
  const io: Io = {
    env,
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    input: () => Promise.resolve(input),
    interactive: false,
    stopRequested: () => new Promise(() => undefined),
  };
  return { io, said };
}
