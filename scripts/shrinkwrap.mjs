// Writes packages/server/npm-shrinkwrap.json, which travels in the server's tarball: each installation of the server
// gets the very versions that were tested here. It is derived from package-lock.json when the server is packed, and deleted afterwards: `npm pack -w packages/server`.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const home = 'packages/server';
const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
const { name, version, license, engines, bin, dependencies } = packages[home];

/** Node's own resolution, on the paths of the lock: beside the requesting package, then upwards. */
function resolve(from, wanted) {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
    const found = `${at === '' ? '' : `${at}/`}node_modules/${wanted}`;
    if (found in packages) return found;
    if (at === '') return undefined;
  }
}

/** Path of a locked package in a folder that holds only the server. */
const placeOf = (at) => (at.startsWith(`${home}/`) ? at.slice(home.length + 1) : at);

const locked = new Map();
function add(from, wanted, optional) {
  const at = resolve(from, wanted);
  if (at === undefined) {
    if (optional) return;
    throw new Error(`package-lock.json has no ${wanted}, which ${from} needs`);
  }
  const place = placeOf(at);
  const known = locked.get(place);
  if (known !== undefined) {
    if (known.at !== at) throw new Error(`${place} is needed in two versions: ${known.at} and ${at}`);
    return;
  }
  // Without the download address and its role in this repository: a customer's registry may be another.
  const { resolved, dev, devOptional, peer, ...kept } = packages[at];
  locked.set(place, { at, entry: kept });
  for (const each of Object.keys(kept.dependencies ?? {})) add(at, each, false);
  for (const each of Object.keys(kept.optionalDependencies ?? {})) add(at, each, true);
  for (const each of Object.keys(kept.peerDependencies ?? {})) {
    if (kept.peerDependenciesMeta?.[each]?.optional !== true) add(at, each, false);
  }
}
for (const each of Object.keys(dependencies)) add(home, each, false);

const ordered = [...locked].sort(([one], [other]) => (one < other ? -1 : 1));
const shrinkwrap = {
  name,
  version,
  lockfileVersion: 3,
  requires: true,
  packages: {
    '': { name, version, license, engines, bin, dependencies },
    ...Object.fromEntries(ordered.map(([place, { entry }]) => [place, entry])),
  },
};
writeFileSync(path.join(root, home, 'npm-shrinkwrap.json'), `${JSON.stringify(shrinkwrap, null, 2)}\n`);
