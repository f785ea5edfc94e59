import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const dist = path.resolve(import.meta.dirname, '../dist');
const assets = path.join(dist, 'assets');
const files = readdirSync(assets);
const textOf = (file: string): string => readFileSync(path.join(assets, file), 'utf8');

interface Chunk {
  file: string;
  css?: string[];
  /** Static imports, loaded together with the file. Dynamic imports, which load later, are not listed. */
  imports?: string[];
}

/** Vite's manifest: entries by source file. */
const manifest = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

function filesOf(source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source];
  if (chunk === undefined) throw new Error(`${source} is no chunk`);
  if (found.has(chunk.file)) return found;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const imported of chunk.imports ?? []) filesOf(imported, found);
  return found;
}

/** Not as small as the files are served: that takes twenty times as long. */
const QUICK = { params: { [constants.BROTLI_PARAM_QUALITY]: 8 } };
const QUICK_IS_LARGER = 1.07;

/** Compressed sizes by file, computed once each, because most pages share their files. */
const compressed = new Map<string, number>();
function compressedBytes(file: string): number {
  const bytes = compressed.get(file) ?? brotliCompressSync(readFileSync(path.join(dist, file)), QUICK).length;
  compressed.set(file, bytes);
  return bytes;
}

/** Files a browser without a cache loads before a page can be used. */
const firstLoad = (page: string): string[] => [
  ...new Set([
    'index.html',
    ...files.filter((file) => file.endsWith('.woff2')).map((file) => `assets/${file}`),
    ...['index.html', ...frameOf(page), `src/pages/${page}/index.tsx`].flatMap((source) => [
      ...filesOf(source),
    ]),
  ]),
];

/** Source file of a page's shell; pages before sign-in have none. */
const frameOf = (page: string): string[] =>
  page.endsWith('sign-in') || page === 'opt-out'
    ? []
    : [`src/shell/${page.startsWith('operator') ? 'operator' : 'customer'}-shell.tsx`];

const pages = Object.keys(manifest).flatMap(
  (source) => /^src\/pages\/([^/]+)\/index\.tsx$/.exec(source)?.[1] ?? [],
);

describe('the first load', () => {
  it.each(pages)(
    'of the page %s is at most 13 files with the font, and 240 kB, not counting files loaded after the first paint',
    (page) => {
      const loaded = firstLoad(page);
      expect(loaded.length).toBeLessThanOrEqual(13);
      expect(loaded.reduce((sum, file) => sum + compressedBytes(file), 0)).toBeLessThan(
        240_000 * QUICK_IS_LARGER,
      );
    },
  );

  it('is measured for every page', () => {
    expect(pages).toHaveLength(readdirSync(path.join(import.meta.dirname, 'pages')).length);
  });
});

it('has the styles of every component that is used', () => {
  const classes = (text: string) => new Set(text.match(/\bm_[0-9a-f]{6,8}\b/g));
  const require = createRequire(import.meta.url);
  const known = classes(readFileSync(require.resolve('@mantine/core/styles.css'), 'utf8'));
  const styled = classes(
    files
      .filter((file) => file.endsWith('.css'))
      .map(textOf)
      .join('\n'),
  );
  const used = classes(
    files
      .filter((file) => file.endsWith('.js'))
      .map(textOf)
      .join('\n'),
  );
  expect([...used].filter((name) => known.has(name) && !styled.has(name))).toEqual([]);
});
