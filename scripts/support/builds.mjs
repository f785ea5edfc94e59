// Finds packages with a dist/ that differs from what their sources would give: before building, and before
// tests run it.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { folderOf, isBundled, isForBrowsers, manifestOf, needsOf, packages, root } from './packages.mjs';

const SETTINGS = [
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'tsdown.config.ts',
  'vite.config.ts',
  'index.html',
];
const SHARED_SETTINGS = [
  'package-lock.json',
  'tsconfig.base.json',
  'scripts/build.mjs',
  'scripts/support/notices.mjs',
];

/** Sources of the contract's two documents, and the documents themselves (scripts/generate.mjs). */
const DOCUMENT_SOURCES = ['openapi.yaml', 'packages/contract/app.yaml', 'scripts/generate.mjs'];
const DOCUMENT = /\/contract\/src\/generated\/(app-)?document\.ts$/;

/** Key of each package's dist/, by name. */
export const stamp = path.join(root, 'node_modules', '.skiptrace-builds.json');

const sha256 = (content) => createHash('sha256').update(content).digest('hex');

function filesBelow(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** Tests are never built, and src/testing only if it is published or tsdown would follow it. */
function isBuilt(file, name) {
  if (/\.test\.tsx?$/.test(file) || DOCUMENT.test(file)) return false;
  return isBundled(name) || !file.startsWith(path.join(folderOf(name), 'src', 'testing'));
}

function keyOf(name, keys) {
  const folder = folderOf(name);
  const files = [
    ...SHARED_SETTINGS.map((file) => path.join(root, file)),
    ...(name === 'contract' ? DOCUMENT_SOURCES.map((file) => path.join(root, file)) : []),
    ...SETTINGS.map((file) => path.join(folder, file)).filter((file) => existsSync(file)),
    ...filesBelow(path.join(folder, 'scripts')),
    ...filesBelow(path.join(folder, 'public')),
    ...filesBelow(path.join(folder, 'src')).filter((file) => isBuilt(file, name)),
  ];
  const own = files.map((file) => `${path.relative(root, file)} ${sha256(readFileSync(file))}`);
  return sha256([...own, ...needsOf(name).map((need) => keys[need])].join('\n'));
}

/** Key of each package, which changes if a file of its dist/ could change. */
export function buildKeys() {
  const keys = {};
  for (const name of packages) keys[name] = keyOf(name, keys);
  return keys;
}

function readStamp() {
  try {
    return JSON.parse(readFileSync(stamp, 'utf8'));
  } catch {
    return {};
  }
}

/** Stores the key of a built package; null while it is being built. */
export function noteBuild(name, key) {
  const text = JSON.stringify({ ...readStamp(), [name]: key });
  writeFileSync(`${stamp}.new`, text);
  renameSync(`${stamp}.new`, stamp);
}

/** Packages that must be built, each after those it needs. */
export function staleBuilds(keys = buildKeys()) {
  const built = readStamp();
  return packages.filter(
    (name) => built[name] !== keys[name] || !outputsOf(name).every((file) => existsSync(file)),
  );
}

function outputsOf(name) {
  const main = isForBrowsers(name) ? 'index.html' : 'bin' in manifestOf(name) ? 'main.js' : 'index.js';
  const documents = name === 'contract' ? ['document.ts', 'app-document.ts'] : [];
  return [`dist/${main}`, ...documents.map((file) => `src/generated/${file}`)].map((file) =>
    path.join(folderOf(name), file),
  );
}
