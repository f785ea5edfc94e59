import { createRequire } from 'node:module';

const manifest = createRequire(import.meta.url)('#package') as { version: string };

/** The version in this package's package.json. */
export const VERSION = manifest.version;
