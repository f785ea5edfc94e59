import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { writingIn } from '../failures/system-error.js';
import type { Host } from '../host.js';

type Maker = Pick<Host, 'hostname' | 'pid' | 'isAlive'>;

/** The run of a command (context.ts). Its temporary files are removed when it ends. */
interface Run {
  readonly host: Host;
  onEnd(task: () => void | Promise<void>): void;
}

/**
 * Temporary folders and files are named after the machine and the process that made them. Files of a killed process are
 * removed by the next one that works in the same place; files of a living process are never touched.
 */
const FOLDER = 'skiptrace-';
const PART = '.skiptrace-';

const made = new WeakMap<Run, Promise<string>>();

/** The private folder of this command. It is removed when the command ends; after a kill, the next run removes it. */
export function temporaryFolder(run: Run): Promise<string> {
  const known = made.get(run);
  if (known !== undefined) return known;
  const folder = makeFolder(run.host);
  made.set(run, folder);
  // Registered before the folder exists: a signal may end the command while it is being made.
  run.onEnd(async () => {
    const name = await folder.catch(() => undefined);
    if (name !== undefined) removeNow(name);
  });
  return folder;
}

async function makeFolder(host: Host): Promise<string> {
  const parent = host.temporaryDirectory;
  await removeLeftovers(parent, FOLDER, host);
  return writingIn(parent, () => mkdtemp(path.join(parent, `${FOLDER}${nameOf(host)}-`)));
}

/** Name of the temporary file that is written before it is renamed. Short, even if the file's own name is long. */
export async function temporaryFileBeside(file: string, run: Run): Promise<string> {
  const { host } = run;
  const folder = path.dirname(file);
  await removeLeftovers(folder, PART, host);
  const part = path.join(folder, `${PART}${nameOf(host)}-${randomBytes(4).toString('hex')}.part`);
  run.onEnd(() => removeNow(part));
  return part;
}

/** Synchronous, because an interrupted command waits only 50 ms for asynchronous tasks: too short on a busy machine. */
const removeNow = (name: string) => rmSync(name, { recursive: true, force: true });

/** Machines may share a folder, and their process ids are unrelated. */
const machine = ({ hostname }: Maker) => createHash('sha256').update(hostname).digest('hex').slice(0, 8);
const nameOf = (host: Maker) => `${machine(host)}-${host.pid}`;

async function removeLeftovers(folder: string, prefix: string, host: Maker): Promise<void> {
  const start = `${prefix}${machine(host)}-`;
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = name.startsWith(start) ? Number.parseInt(name.slice(start.length), 10) : 0;
    if (!(pid > 0) || pid === host.pid || host.isAlive(pid)) continue;
    // A file that cannot be removed does no harm.
    await rm(path.join(folder, name), { recursive: true, force: true }).catch(() => undefined);
  }
}
