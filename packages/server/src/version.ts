import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('../package.json') as { version: string };

/** The published version, the same as `npm view @skiptrace/server version`. */
export const VERSION = manifest.version;
