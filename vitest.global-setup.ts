// Runs once for each project, then for the root project, which starts what all tests share.
import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { staleBuilds } from './scripts/support/builds.mjs';
import { CHROMIUM_ARGUMENTS, chromiumPath, hasChromium, started } from './scripts/support/chromium.mjs';
import { needsOf, packages } from './scripts/support/packages.mjs';
import { startServer } from './scripts/support/server-process.mjs';

/** @throws Error when something that the project's tests run is not built from the sources as they are */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (project === project.vitest.getRootProject()) return startShared(project);
  requireBuilt(project);
  return undefined;
}

/** Tests import other packages from dist/: a dist/ older than its sources would test old code. */
function requireBuilt(project: TestProject): void {
  const stale = staleFor(project.name);
  if (stale !== '') throw new Error(`${stale} Run \`npm run build\`, then the tests again.`);
  // While watching, the sources change between runs. What runs from src/ is right all the same, so this only warns.
  project.onTestsRerun(() => {
    const said = staleFor(project.name);
    if (said !== '')
      project.vitest.logger.warn(`${said} These tests ran the old ones; to renew them: npm run build`);
  });
}

function staleFor(project: string): string {
  const name = project.replace(/(-postgres)?(-release)?(-long)?$/, '');
  const used = packages.includes(name) ? [name, ...needsOf(name)] : packages;
  const stale = staleBuilds().filter((one) => used.includes(one));
  if (stale.length === 0) return '';
  return `dist/ is older than the sources of ${stale.map((one) => `packages/${one}`).join(', ')}.`;
}

/** Starts what the tests of this run need, once for all of them. */
async function startShared(root: TestProject): Promise<() => Promise<void>> {
  const running = root.vitest.projects.map(({ name }) => name);
  const ends: (() => unknown)[] = [keepFilesInMemory()];
  if (running.some((name) => /^server|-postgres/.test(name))) ends.push(await sharedPostgres(root));
  if (running.some((name) => name.startsWith('acceptance')))
    ends.push(...(hasChromium ? [await sharedBrowser(root)] : []), await sharedSandbox(root));
  return async () => {
    for (const end of ends.reverse()) await end();
  };
}

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Makes memory the temporary folder of the tests and all they start, on machines with a RAM disk. Each commit of a
 * server waits for its disk, and the tests make thousands: on a disk they wait most of their time.
 * @returns removes the folder
 */
function keepFilesInMemory(): () => void {
  try {
    // Folders of runs that were killed would hold memory until the machine is started again.
    for (const name of readdirSync(MEMORY)) {
      const owner = /^skiptrace-(\d+)-/.exec(name)?.[1];
      if (owner !== undefined && !isRunning(Number(owner)))
        rmSync(path.join(MEMORY, name), { recursive: true, force: true });
    }
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize < ENOUGH_BYTES) return () => undefined;
    const folder = mkdtempSync(path.join(MEMORY, `skiptrace-${String(process.pid)}-`));
    // Open to all users, like /tmp: if we are root, PostgreSQL runs as another user.
    chmodSync(folder, 0o1777);
    process.env.TMPDIR = folder;
    return () => {
      rmSync(folder, { recursive: true, force: true });
    };
  } catch {
    // No such file system, as on macOS, or none for us.
    return () => undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** One PostgreSQL; each test has a database of its own on it. Imported here: its module adds listeners to the process, once per project. */
async function sharedPostgres(root: TestProject) {
  const { startPostgres } = await import('./scripts/support/postgres.mjs');
  // Data need not survive a power failure here.
  const { url, stop } = await startPostgres({
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
  });
  root.provide('postgresUrl', url);
  return stop;
}

/** One Chromium; each person of a test has a context of their own in it. */
async function sharedBrowser(root: TestProject) {
  const browser = await started(() =>
    chromium.launchServer({
      executablePath: chromiumPath(),
      // Without a graphics card Chromium emulates one in software, which takes much of a core. Tests read pages, not pixels.
      args: [...CHROMIUM_ARGUMENTS, '--disable-gpu', '--disable-software-rasterizer'],
      host: '127.0.0.1',
    }),
  );
  root.provide('browserUrl', browser.wsEndpoint());
  return () => browser.close();
}

/** One server with the sandbox's owners, for tests that neither kill it nor look at what all its accounts did. */
async function sharedSandbox(root: TestProject) {
  const folder = await mkdtemp(path.join(tmpdir(), 'skiptrace-shared-'));
  const server = await startServer(path.join(folder, 'data'), {
    flags: ['--sandbox'],
    more: { JOBS_PRIORITY: 'normal', DRAIN_SECONDS: '0', OPT_OUT: 'on' },
  });
  root.provide('sandbox', { url: server.url, folder });
  return async () => {
    await server.end();
    await rm(folder, { recursive: true, force: true });
  };
}
