// Copies the built web app into dist/web. Part of `npm run build`; by hand, after packages/web was built:
// `node packages/server/scripts/web.mjs`.
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { compressBeside } from './compress.mjs';

const source = path.resolve(import.meta.dirname, '../../web/dist');
const target = path.resolve(import.meta.dirname, '../dist/web');

await rm(target, { recursive: true, force: true });
await cp(source, target, { recursive: true, filter: (file) => path.basename(file) !== '.vite' });
await compressBeside(target);
