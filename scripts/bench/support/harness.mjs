// Options, turns, servers, files and tables of every benchmark.
import { mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../../support/packages.mjs';
import { startServer } from '../../support/server-process.mjs';
import { median } from '../../support/statistics.mjs';

/** Folder for made-up files and DuckDB, kept for the next run. */
export const cache = path.join(root, 'node_modules', '.cache', 'skiptrace-bench');
mkdirSync(cache, { recursive: true });

/**
 * Sizes of a run: `smoke` or `quick` if that option is given, otherwise `full`. An option with the name of a size replaces it.
 * @template {Record<string, number | number[]>} Sizes
 * @param {string[]} args
 * @param {{ smoke: Sizes, quick?: Sizes, full: Sizes }} sizes
 * @returns {Sizes}
 */
export function sizesOf(args, { smoke, quick, full }) {
  const names = Object.keys(full).filter((name) => typeof full[name] === 'number');
  /** @type {Record<string, { type: 'boolean' | 'string' }>} */
  const options = {
    smoke: { type: 'boolean' },
    ...(quick && { quick: { type: 'boolean' } }),
    ...Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  };
  const { values } = parseArgs({ args, options });
  const chosen = names.filter((name) => values[name] !== undefined);
  const replaced = Object.fromEntries(chosen.map((name) => [name, Number(values[name])]));
  return { ...(values.smoke ? smoke : values.quick && quick ? quick : full), ...replaced };
}

/**
 * Gives `measure` an empty folder on the disk, and what starts a server as `startServer` does. Ends the servers, whatever was
 * registered by `atEnd`, and removes the folder.
 * @param {(at: { folder: string, start: typeof startServer, atEnd: (end: () => unknown) => void }) => Promise<void>} measure
 */
export async function withServers(measure) {
  const folder = mkdtempSync(path.join(cache, 'run-'));
  const log = openSync(path.join(folder, 'server.log'), 'w');
  const ends = [];
  const start = async (dataDir, options) => {
    const server = await startServer(dataDir, { log, ...options });
    ends.push(() => server.end());
    return server;
  };
  try {
    await measure({ folder, start, atEnd: (end) => void ends.push(end) });
  } finally {
    for (const end of ends.reverse()) await end();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Measures each contender once a round, in turn: other load on the machine slows all of them.
 * @param {Record<string, () => Promise<any>>} contenders
 * @param {number} rounds
 * @returns {Promise<Record<string, any[]>>} the samples of each
 */
export async function inTurn(contenders, rounds) {
  const samples = Object.fromEntries(
    Object.keys(contenders).map((name) => [name, /** @type {any[]} */ ([])]),
  );
  for (let round = 0; round < rounds; round += 1)
    for (const [name, measure] of Object.entries(contenders)) samples[name].push(await measure());
  return samples;
}

/** Median of one figure of the samples. */
export const medianOf = (samples, figure) => median(samples.map((sample) => sample[figure]));

/** Seconds that some work takes. */
export async function secondsOf(work) {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1000;
}

/** Prints lines of cells in columns. */
export function printTable(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column])).join('  '));
}
