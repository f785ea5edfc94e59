// Processor time and memory of a process, as Linux notes them; elsewhere there are no such figures.
import { readdirSync, readFileSync } from 'node:fs';

/** A process and those it started. */
function familyOf(pid) {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
    );
    return [pid, ...children.flatMap(familyOf)];
  } catch {
    return [pid];
  }
}

/** The numbers of a pattern in a file of /proc/PID; none when the process has ended. */
function numbersIn(pid, file, pattern) {
  try {
    const [, ...numbers] = pattern.exec(readFileSync(`/proc/${pid}/${file}`, 'utf8')) ?? [];
    return numbers.map(Number);
  } catch {
    return [];
  }
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

/** User and system time of a process, all its threads, and the processes that it started, in milliseconds (proc(5): ticks of 10 ms). */
export const processorMs = (pid) =>
  10 * sum(familyOf(pid).flatMap((id) => numbersIn(id, 'stat', /^.*\) (?:\S+ ){11}(\d+) (\d+)/)));

/** Interval between readings, which take processor time from the measured process. */
const LOOK_EVERY_MS = 200;

/** Watches the processes that a server starts. @returns ends the watch, with the peak of the largest of them in MB */
export function watchJobMemory(pid) {
  let largestKb = 0;
  const look = () => {
    const [, ...children] = familyOf(pid);
    largestKb = Math.max(largestKb, ...children.flatMap((id) => numbersIn(id, 'status', /VmHWM:\s+(\d+)/)));
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return () => {
    clearInterval(timer);
    look();
    return Math.round(largestKb / 1024);
  };
}
