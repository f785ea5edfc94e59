// Takes the built web app into dist/web, each text beside its compressed forms, so that the server compresses nothing while it
// serves. Part of `npm run build`; by hand, after packages/web was built: `node packages/server/scripts/web.mjs`.
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const source = path.resolve(import.meta.dirname, '../../web/dist');
const target = path.resolve(import.meta.dirname, '../dist/web');

await rm(target, { recursive: true, force: true });
await cp(source, target, { recursive: true });
const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];
for (const entry of await readdir(target, { withFileTypes: true, recursive: true })) {
  // index.html differs from answer to answer (http/pages/web.ts).
  if (!entry.isFile() || !/\.(js|css|svg)$/.test(entry.name)) continue;
  const file = path.join(entry.parentPath, entry.name);
  const bytes = await readFile(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await brotli(bytes, { params }));
  await writeFile(`${file}.gz`, await gzipped(bytes, { level: 9 }));
}
