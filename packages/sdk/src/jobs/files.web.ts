import { ConfigurationError } from '../errors.js';
import type * as node from './files.node.js';

// Replaces files.node.ts in the build for runtimes without files (tsdown.config.ts).

function refuse(): never {
  throw new ConfigurationError(
    'Paths need Node, Deno or Bun (a bundler picks their build by the export condition "node"). Pass the bytes, a Blob or { size, stream() } of a file, and take a result by job.stream(), job.bytes() or into a WritableStream.',
  );
}

export const nameOfFile: typeof node.nameOfFile = refuse;
export const openFile: typeof node.openFile = refuse;
export const readPart: typeof node.readPart = refuse;
export const openFileSink: typeof node.openFileSink = refuse;
export const checkOutput: typeof node.checkOutput = refuse;
export const partBeside: typeof node.partBeside = refuse;
export const removeFile: typeof node.removeFile = refuse;
