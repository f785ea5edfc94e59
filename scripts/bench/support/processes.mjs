// Processes that a benchmark runs and measures.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../../support/packages.mjs';

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
export async function runOperator(dataDir, ...words) {
  const args = [serverBin, ...words, '--data-dir', dataDir, '--json'];
  const { output, ...rest } = await timed(process.execPath, args);
  return { ...JSON.parse(output), ...rest };
}

/** Interval between readings, which take processor time from the measured process. */
const LOOK_EVERY_MS = 200;

/**
 * Peak resident memory in MB: `peakMb` of a process with its children, sampled; `largestChildMb` as the kernel records it.
 * Shared pages count in each. 0 without /proc.
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
