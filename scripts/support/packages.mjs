// The packages of this repository. Add new ones here and to the layers in .dependency-cruiser.cjs.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

// Every script of a clone begins here, before anything that an older version lacks.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`This project needs Node 20.19 or newer; this is ${process.version}.\n`);
  process.exit(1);
}

export const root = path.resolve(import.meta.dirname, '..', '..');

/** Folders of packages/, each after the ones it needs. */
export const packages = ['contract', 'address', 'csv', 'web', 'server', 'sdk', 'cli', 'conformance'];

export const folderOf = (name) => path.join(root, 'packages', name);

export const manifestOf = (name) =>
  JSON.parse(readFileSync(path.join(folderOf(name), 'package.json'), 'utf8'));

/** Bundled by tsdown, or by Vite for browsers; the others are compiled by tsc. */
export const isBundled = (name) => existsSync(path.join(folderOf(name), 'tsdown.config.ts'));
export const isForBrowsers = (name) => existsSync(path.join(folderOf(name), 'vite.config.ts'));

const LINKS = ['dependencies', 'devDependencies', 'peerDependencies'];

/** Packages of this repository that a package needs, to run or to be tested. */
export function needsOf(name) {
  const manifest = manifestOf(name);
  const linked = new Set(LINKS.flatMap((kind) => Object.keys(manifest[kind] ?? {})));
  return packages.filter((other) => linked.has(`@skiptrace/${other}`));
}
