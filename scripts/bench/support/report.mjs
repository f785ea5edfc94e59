// Options, figures and tables of every benchmark.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Made-up files, data directories and peers, kept for the next run. */
export const cache = path.resolve(import.meta.dirname, '../../../node_modules/.cache/skiptrace-bench');
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

/** The one in the middle; of an even number the upper one of the two. */
export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** The value that `share` of all are at most, from 0 to 1. */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

/** Prints lines of cells in columns. */
export function printTable(lines) {
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column])).join('  '));
}

// Processes that a benchmark runs and measures.
const root = path.resolve(import.meta.dirname, '../../..');

const serverBin = path.join(root, 'packages', 'server', 'bin', 'skiptrace-server.js');

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ input?: string }} [options] `input`: text for its standard input
 * @returns its output, its seconds and its peak memory in MB
 */
export async function timed(command, args, { input } = {}) {
  const from = performance.now();
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  const memory = watchMemory(child.pid);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  const seconds = (performance.now() - from) / 1000;
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${output}`);
  return { output, seconds, peakMb: memory.stop().peakMb };
}

/** Runs the operator's command line. @returns the document it prints, its seconds and its peak memory */
export async function operator(dataDir, ...words) {
  const args = [serverBin, ...words, '--data-dir', dataDir, '--json'];
  const { output, ...rest } = await timed(process.execPath, args);
  return { ...JSON.parse(output), ...rest };
}

/** Interval between readings, which take processor time from the measured process. */
const LOOK_EVERY_MS = 200;

/**
 * Peak resident memory in MB of a process and the processes it started: of all of them together, as seen now and then,
 * and of the largest of those it started, as the system notes it. Pages that they share count for each. Zero where there
 * is no /proc.
 */
export function watchMemory(pid) {
  let together = 0;
  let largestChild = 0;
  const look = () => {
    const [own, ...children] = familyOf(pid);
    const all = [own, ...children].map((id) => memoryMb(id, 'VmRSS'));
    const sum = all.reduce((total, mb) => total + mb);
    together = Math.max(together, sum, memoryMb(own, 'VmHWM'));
    largestChild = Math.max(largestChild, ...children.map((id) => memoryMb(id, 'VmHWM')));
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      look();
      return { peakMb: Math.round(together), largestChildMb: Math.round(largestChild) };
    },
  };
}

/** A process and those it started. */
export function familyOf(pid) {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return [pid, ...children.flatMap(familyOf)];
  } catch {
    return [pid];
  }
}

/** @param field of /proc/PID/status, in kB there */
function memoryMb(pid, field) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** User and system time of a process and all its threads so far (Linux: proc(5), in ticks of 10 ms); NaN elsewhere. */
export function processorMs(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, user, system] = /^.*\) (?:\S+ ){11}(\d+) (\d+)/.exec(stat) ?? [];
    return (Number(user) + Number(system)) * 10;
  } catch {
    return NaN;
  }
}
