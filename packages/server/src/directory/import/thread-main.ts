// The entry of a reading thread: reads one part of an owner file after another.
import { parentPort, workerData } from 'node:worker_threads';
import type { FilePart } from './owner-file.js';
import { readPart, type ReadingOptions } from './read-part.js';

const options = workerData as ReadingOptions;

parentPort?.on('message', (part: FilePart) => {
  const read = readPart(options, part);
  const { identities, ownerNumbers, keys } = read.records;
  parentPort?.postMessage(read, [identities.buffer, ownerNumbers.buffer, keys.buffer] as ArrayBuffer[]);
});
