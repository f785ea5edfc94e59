// Makes a clone ready to run: installs from the lock file and builds, each only when something changed.
// Every npm script that needs a built project starts with it; by hand: `npm run ready`.
// SQLite is compiled with little optimization, which takes a third of the time and costs tests little; with `--optimized` as npm
// compiles it for users, which is what benchmarks measure.
// Needs nothing but Node: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { staleBuilds } from './support/builds.mjs';
import { root } from './support/packages.mjs';

const stamp = path.join(root, 'node_modules', '.skiptrace-ready.json');
const lock = path.join(root, '.ready-lock');

const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** Key that changes if an installed tree would differ: the lock file, or a machine it was not compiled for. */
const installKey = () =>
  sha256(`${readFileSync(path.join(root, 'package-lock.json'))} ${process.platform} ${process.arch}`);

const writeStamp = (state) => writeFileSync(stamp, JSON.stringify(state));

function readStamp() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    return {};
  }
}

/** Whether someone has run `npm ci` by hand: npm's record of the installed tree is the younger file, and sqlite3 is compiled. */
function isInstalled() {
  const changed = (file) => statSync(path.join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? NaN;
  return (
    changed('node_modules/.package-lock.json') > changed('package-lock.json') &&
    changed('node_modules/sqlite3/build/Release/node_sqlite3.node') > 0
  );
}

/** The command has printed its error; this only names it. */
class CommandFailed extends Error {}

async function run(command, args, settings = {}) {
  // A surrounding npm run sets variables that would change npm's behavior here.
  const env = {
    // node-gyp compiles on every core only if told to.
    JOBS: 'max',
    ...settings,
    ...Object.fromEntries(
      Object.entries(process.env).filter(
        ([name]) => !/^npm_(config_workspace|lifecycle_)|^NODE_ENV$/.test(name),
      ),
    ),
  };
  const [status, signal] = await once(
    spawn(command, args, { cwd: root, env, stdio: ['ignore', 2, 2] }),
    'exit',
  );
  if (status !== 0) {
    const words = [path.basename(command), ...args].join(' ');
    throw new CommandFailed(`"${words}" failed${signal ? ` (${signal})` : ''}`);
  }
}

const npm = (args, env) =>
  process.env.npm_execpath
    ? run(process.execPath, [process.env.npm_execpath, ...args], env)
    : run('npm', args, env);

const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/**
 * Runs work under a lock: the second process waits instead of installing into the same folder, and takes over
 * a lock with a dead owner.
 */
async function withLock(work) {
  for (;;) {
    try {
      mkdirSync(lock);
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (isStale()) rmSync(lock, { recursive: true, force: true });
      else pause(300);
    }
  }
  writeFileSync(path.join(lock, 'pid'), String(process.pid));
  try {
    await work();
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function isStale() {
  try {
    const pid = Number(readFileSync(path.join(lock, 'pid'), 'utf8'));
    process.kill(pid, 0);
    return false;
  } catch (error) {
    if (error.code === 'ESRCH') return true;
    // The file has no pid yet: its owner is just starting, unless that was long ago.
    const { mtimeMs = Infinity } = statSync(lock, { throwIfNoEntry: false }) ?? {};
    return error.code === 'ENOENT' && Date.now() - mtimeMs > 5_000;
  }
}

/**
 * Installs and builds what changed. `onceBuilt` is called when all but the compiled parts is there, so that what needs
 * no database can use the other core meanwhile. Resolves to what it resolved to, when everything is ready.
 */
export async function ensureReady(onceBuilt = () => undefined, { optimized = false } = {}) {
  try {
    return await makeReady(onceBuilt, optimized);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    process.stderr.write(`ready: ${error.message}\n`);
    return process.exit(1);
  }
}

/** Flags that node-gyp's makefiles put last, so that they win. */
const QUICKLY = { CFLAGS: '-O1', CXXFLAGS: '-O1' };

async function makeReady(onceBuilt, optimized) {
  let result;
  await withLock(async () => {
    const before = readStamp();
    const install = installKey();
    const installing = before.install !== install && !(before.install === undefined && isInstalled());
    if (installing) {
      process.stderr.write(
        'ready: installing (once; sqlite3 is compiled here where there is no prebuilt one) …\n',
      );
      await npm(['ci', '--no-audit', '--no-fund', '--ignore-scripts']);
    }
    let isCompiled = false;
    const compile = async () => {
      // An installation by hand has compiled it as npm does.
      const isQuick = before.install === install ? before.isQuick === true : installing;
      if (installing || (optimized && isQuick)) await npm(['rebuild'], optimized ? {} : QUICKLY);
      isCompiled = true;
      // A build that fails is fixed and run again; the installation stays valid.
      writeStamp({ install, isQuick: isQuick && !optimized });
    };
    const work = async () => {
      if (staleBuilds().length > 0) {
        process.stderr.write('ready: building …\n');
        await run(process.execPath, [path.join(root, 'scripts', 'build.mjs')]);
      }
      result = onceBuilt();
      if (!isCompiled) process.stderr.write('ready: built; sqlite3 is still being compiled …\n');
    };
    // The compiler of sqlite3 takes one core for minutes. Neither task keeps running after the other failed.
    for (const settled of await Promise.allSettled([compile(), work()])) {
      if (settled.status === 'rejected') throw settled.reason;
    }
  });
  return result;
}

if (process.argv[1] === import.meta.filename)
  await ensureReady(undefined, { optimized: process.argv.includes('--optimized') });
