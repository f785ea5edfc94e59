// The operator's commands, run in this process beside the servers on a data directory: quicker than a process for each.
import path from 'node:path';
import { environmentOf } from './server-process.mjs';

const program = path.resolve(import.meta.dirname, '../../packages/server/dist/operator/main.js');

/**
 * @param {string} dataDir
 * @param {readonly string[]} words the command and its flags
 * @returns {Promise<Record<string, unknown>>} its JSON document
 * @throws Error when the command ends with another code than 0
 */
export async function operateHere(dataDir, words) {
  const { main } = await import(program);
  const said = { out: '', err: '' };
  const code = await main([...words, '--data-dir', dataDir, '--json'], {
    env: environmentOf(dataDir),
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    input: () => Promise.resolve(''),
    interactive: false,
    stopRequested: () => new Promise(() => undefined),
  });
  if (code !== 0) throw new Error(`skiptrace-server ${words.join(' ')} ended with ${code}: ${said.err}`);
  return JSON.parse(said.out);
}
