// Makes a clone ready to run: installs from the lock file and builds, each only when something changed.
// Every npm script that needs a built project starts with it; by hand: `npm run ready`.
// Needs nothing but Node: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { staleBuilds } from './support/builds.mjs';
import { root } from './support/packages.mjs';

const stamp = path.join(root, 'node_modules', '.skiptrace-ready.json');
const lock = path.join(root, '.ready-lock');

const readJson = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

/** Key that changes if an installed tree would differ: the lock file, or a machine it was not compiled for. */
const installKey = () =>
  sha256(`${readFileSync(path.join(root, 'package-lock.json'))} ${process.platform} ${process.arch}`);

const writeStamp = (install) => writeFileSync(stamp, JSON.stringify({ install }));

function readStamp() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    return {};
  }
}

/** Whether someone has run `npm ci` by hand: npm's record of the installed tree fits the lock file, and sqlite3 is compiled. */
function isInstalled() {
  const packagesIn = (file) => readJson(file).packages;
  try {
    statSync(path.join(root, COMPILED, 'Release', 'node_sqlite3.node'));
    const found = packagesIn('node_modules/.package-lock.json');
    return Object.entries(packagesIn('package-lock.json')).every(
      ([name, { version, integrity, optional }]) =>
        name === '' ||
        // Packages for other machines are not installed.
        (optional === true && found[name] === undefined) ||
        (found[name]?.version === version && found[name]?.integrity === integrity),
    );
  } catch {
    return false;
  }
}

/** The command has printed its error; this only names it. */
class CommandFailed extends Error {}

async function run(command, args, cwd = root) {
  // A surrounding npm run sets variables that would change npm's behavior here.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_(config_workspace|lifecycle_)|^NODE_ENV$/.test(name),
    ),
  );
  // node-gyp compiles on every core only if told to.
  env.JOBS ??= 'max';
  const [status, signal] = await once(spawn(command, args, { cwd, env, stdio: ['ignore', 2, 2] }), 'exit');
  if (status !== 0) {
    const words = [path.basename(command), ...args].join(' ');
    throw new CommandFailed(`"${words}" failed${signal ? ` (${signal})` : ''}`);
  }
}

const npm = (args, cwd) =>
  process.env.npm_execpath
    ? run(process.execPath, [process.env.npm_execpath, ...args], cwd)
    : run('npm', args, cwd);

const INSTALL = ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'];
const COMPILED = path.join('node_modules', 'sqlite3', 'build');

/** Runs the install scripts of the other packages: sqlite3's would compile it again. */
function setUpOthers() {
  const { allowScripts } = readJson('package.json');
  return npm([
    'rebuild',
    '--loglevel=error',
    ...Object.keys(allowScripts).filter((name) => allowScripts[name] && name !== 'sqlite3'),
  ]);
}

/**
 * Installs sqlite3 alone in a folder of its own, where it is downloaded or compiled while npm installs the rest: the compiler takes
 * one core for longer than that.
 */
async function compileSqlite(folder) {
  const { packages } = readJson('package-lock.json');
  const dependencies = { sqlite3: packages['node_modules/sqlite3'].version };
  const needed = { '': { dependencies } };
  const add = (name, from) => {
    const key = `${from}node_modules/${name}`;
    if (!(key in packages)) {
      // As Node looks for it: in the folders above.
      if (from !== '') add(name, from.slice(0, from.lastIndexOf('node_modules/')));
    } else if (!(key in needed)) {
      needed[key] = packages[key];
      const { dependencies: first, optionalDependencies: also } = packages[key];
      for (const each of Object.keys({ ...first, ...also })) add(each, `${key}/`);
    }
  };
  add('sqlite3', '');
  const write = (file, content) => writeFileSync(path.join(folder, file), JSON.stringify(content));
  write('package.json', { private: true, dependencies, allowScripts: { sqlite3: true } });
  write('package-lock.json', { lockfileVersion: 3, requires: true, packages: needed });
  await npm(INSTALL, folder);
}

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

/** Installs and builds what changed. */
export async function ensureReady() {
  try {
    await withLock(makeReady);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    process.stderr.write(`ready: ${error.message}\n`);
    process.exit(1);
  }
}

async function makeReady() {
  const before = readStamp();
  const install = installKey();
  if (before.install === install || (before.install === undefined && isInstalled())) {
    writeStamp(install);
    await build();
    return;
  }
  process.stderr.write(
    'ready: installing, once; sqlite3 is compiled beside it where there is no prebuilt one …\n',
  );
  // In the clone: npm also looks for programs in node_modules/.bin of the folders above, which others may write in a temporary one.
  const folder = path.join(lock, 'sqlite3');
  mkdirSync(folder);
  try {
    const compiled = compileSqlite(folder);
    const installed = npm([...INSTALL, '--ignore-scripts']).then(setUpOthers);
    const built = installed.then(build);
    // Nothing keeps running after something else failed.
    await Promise.allSettled([compiled, built]);
    await Promise.all([compiled, installed]);
    cpSync(path.join(folder, COMPILED), path.join(root, COMPILED), { recursive: true });
    // A build that fails is fixed and run again; the installation stays valid.
    writeStamp(install);
    await built;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function build() {
  if (staleBuilds().length === 0) return;
  process.stderr.write('ready: building …\n');
  await run(process.execPath, [path.join(root, 'scripts', 'build.mjs')]);
}

if (process.argv[1] === import.meta.filename) await ensureReady();
