// Tries the packages as a stranger would: packs each, installs the tarball into an empty folder, and uses it there on
// Node 20, 22 and 24. It needs the registry, so it is not part of `npm test`: `npm run test:nodes [-- sdk …]`.
// `npm run test:all` has the command line and the SDK on Node 22 (`--node 22 cli sdk`); `npm run test:release` has all of it.
import { execFile, execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { contractAnswer, reset, ScenarioServer } from '@skiptrace/sdk/testing';
import { suites } from './test-nodes/suites.mjs';

const root = path.resolve(import.meta.dirname, '..');
const cache = path.join(root, 'node_modules', '.cache', 'nodes');
const MAJORS = [20, 22, 24];

/** npm without the settings of the npm that may have started this. */
function npm(cwd, ...args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)));
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** The program of a Node version: this one, or one from the npm package `node`, kept for the next run. */
function nodeOf(major) {
  if (process.versions.node.startsWith(`${major}.`)) return process.execPath;
  const folder = path.join(cache, String(major));
  const bin = path.join(folder, 'node_modules', 'node', 'bin', 'node');
  if (!existsSync(bin)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{"private":true,"allowScripts":{"node":true}}');
    npm(folder, 'install', '--no-audit', '--no-fund', `node@${major}`);
  }
  return bin;
}

async function isReachable() {
  const registry = npm(root, 'config', 'get', 'registry').trim();
  const signal = AbortSignal.timeout(10_000);
  const answer = await fetch(new URL('is-number', registry), { signal }).catch(() => null);
  return answer?.ok === true;
}

function pack(names, folder) {
  return names.map((name) => {
    const out = npm(path.join(root, 'packages', name), 'pack', '--json', '--pack-destination', folder);
    return path.join(folder, JSON.parse(out)[0].filename);
  });
}

/** Size of an install: number of packages, and of bytes. */
function sizeOf(modules) {
  const count = { packages: 0, bytes: 0 };
  for (const entry of readdirSync(modules, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    count.bytes += statSync(file).size;
    const isTop = /node_modules\/(?:@[^/]+\/)?[^/]+$/.test(entry.parentPath);
    if (entry.name === 'package.json' && isTop) count.packages += 1;
  }
  return count;
}

function install(suite, folder) {
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ name: 'stranger', private: true, allowScripts: suite.allowScripts }),
  );
  npm(folder, 'install', '--no-audit', '--no-fund', ...pack(suite.packages, folder));
  const { packages, bytes } = sizeOf(path.join(folder, 'node_modules'));
  console.log(
    `     ${suite.packages.join()}: ${packages} packages, ${(bytes / 1e6).toFixed(2)} MB installed`,
  );
  if (packages > (suite.most?.packages ?? Infinity) || bytes > (suite.most?.bytes ?? Infinity))
    throw new Error(`that is more than ${JSON.stringify(suite.most)}`);
  if (suite.extras?.length) npm(folder, 'install', '--no-audit', '--no-fund', ...suite.extras);
}

/** Resolves to what a failed case printed, else to null. */
async function failureOf({ files = {}, command }, node, folder) {
  const place = mkdtempSync(path.join(folder, 'case-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(place, name), text);
  const server = await ScenarioServer.start();
  server.script('skipTraceSingle', contractAnswer('skipTraceSingle', 200), reset());
  const PATH = [path.dirname(node), path.join(folder, 'node_modules', '.bin'), process.env.PATH].join(':');
  try {
    const env = { PATH, HOME: place, URL: server.url };
    await promisify(execFile)('sh', ['-c', command], { cwd: place, timeout: 120_000, env });
    return null;
  } catch (error) {
    return `${error.stdout}${error.stderr}`;
  } finally {
    await server.close();
  }
}

/** Runs a suite on every Node; prints a line each. Returns the number of failures. */
async function runSuite(name, nodes) {
  const suite = suites[name];
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `skiptrace-${name}-`)));
  let failures = 0;
  try {
    install(suite, folder);
    for (const [nth, { major, bin }] of nodes.entries()) {
      for (const each of suite.cases.filter(({ once }) => !once || nth === 0)) {
        const failure = await failureOf(each, bin, folder);
        console.log(`${failure === null ? 'ok  ' : 'FAIL'} ${name} on Node ${major}: ${each.name}`);
        if (failure === null) continue;
        failures += 1;
        console.log(failure);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return failures;
}

const { values, positionals } = parseArgs({
  options: {
    node: { type: 'string', multiple: true },
    'where-reachable': { type: 'boolean', default: false },
  },
  allowPositionals: true,
});
// Without a registry nothing can be installed.
if (values['where-reachable'] && !(await isReachable())) {
  console.log('Left out: npm has no registry here.');
  process.exit(0);
}
const majors = values.node?.map(Number) ?? MAJORS;
const chosen = positionals.length > 0 ? positionals : Object.keys(suites);
const unknown = chosen.filter((name) => !(name in suites));
if (unknown.length > 0) {
  console.error(`test:nodes: there is no ${unknown.join(', ')}; there are ${Object.keys(suites).join(', ')}`);
  process.exit(2);
}
const nodes = majors.map((major) => ({ major, bin: nodeOf(major) }));
let failures = 0;
for (const name of chosen) failures += await runSuite(name, nodes);
console.log(failures === 0 ? 'Every package works everywhere.' : `${failures} failed`);
process.exitCode = failures > 0 ? 1 : 0;
