import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { awaitedLater } from '../../platform/lib/awaited-later.js';
import type { FilePart, OwnerFile } from './owner-file.js';
import { readPart, type ReadingOptions, type ReadPart } from './read-part.js';

/** Reads a file in parts, several at a time, and yields the results in the order of the file. */
export async function* readInOrder(
  file: OwnerFile,
  options: Pick<ReadingOptions, 'dncDefault' | 'phoneTypeDefault' | 'allowNameless' | 'rowFormat'>,
  bytes: number,
  sparedCores: number,
): AsyncGenerator<{ part: FilePart; read: ReadPart }> {
  const underWay: { part: FilePart; reading: Promise<ReadPart> }[] = [];
  const takeAllBut = async function* (count: number) {
    while (underWay.length > count) {
      const [first] = underWay.splice(0, 1);
      if (first !== undefined) yield { part: first.part, read: await first.reading };
    }
  };
  let readers: PartReaders | null = null;
  try {
    for await (const part of file.parts()) {
      readers ??= partReaders({ ...file.layout, ...options, fileBytes: bytes }, bytes, sparedCores);
      const reading = awaitedLater(readers.read(part));
      underWay.push({ part, reading });
      yield* takeAllBut(readers.ahead);
    }
    yield* takeAllBut(0);
  } catch (error) {
    yield* takeAllBut(0);
    throw error;
  } finally {
    await readers?.close();
  }
}

/** Built file (package.json, `imports`), even when tests run the sources: a thread cannot read TypeScript. */
const ENTRY = createRequire(import.meta.url).resolve('#reading-thread');

/** Below this size, a file is read without threads, faster than they start. */
const MIN_BYTES_FOR_THREADS = 4 * 1024 * 1024;
/** Maximum number of threads, enough to keep the single writer busy. */
const MAX_THREADS = 4;
/** Heap limits: what a thread makes of a row soon becomes garbage. */
const MEMORY_LIMITS = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 64 };

/** Reads parts of a file, several at the same time. */
export interface PartReaders {
  /** How many parts should be under way while another is awaited. */
  readonly ahead: number;
  read(part: FilePart): Promise<ReadPart>;
  close(): Promise<void>;
}

/**
 * @param bytes of the file
 * @param sparedCores cores left to other work, if there is more than one
 */
export const partReaders = (options: ReadingOptions, bytes: number, sparedCores = 0): PartReaders =>
  bytes < MIN_BYTES_FOR_THREADS
    ? {
        ahead: 0,
        read: (part) => new Promise((resolve) => resolve(readPart(options, part))),
        close: () => Promise.resolve(),
      }
    : new ReadingThreads(options, Math.max(1, Math.min(MAX_THREADS, availableParallelism() - sparedCores)));

/** Assigns parts to threads round-robin: parts are alike, and a thread reads them in order. */
class ReadingThreads implements PartReaders {
  readonly #threads: ReadingThread[];
  #next = 0;

  constructor(options: ReadingOptions, threads: number) {
    this.#threads = Array.from({ length: threads }, () => new ReadingThread(options));
  }

  get ahead(): number {
    return this.#threads.length;
  }

  read(part: FilePart): Promise<ReadPart> {
    const thread = this.#threads[this.#next];
    if (thread === undefined) throw new Error('there are no threads');
    this.#next = (this.#next + 1) % this.#threads.length;
    return thread.read(part);
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }
}

interface Waiting {
  resolve: (read: ReadPart) => void;
  reject: (error: Error) => void;
}

class ReadingThread {
  readonly #worker: Worker;
  readonly #waiting: Waiting[] = [];
  #failure: Error | null = null;

  constructor(options: ReadingOptions) {
    this.#worker = new Worker(ENTRY, { workerData: options, resourceLimits: MEMORY_LIMITS });
    this.#worker.on('message', (read: ReadPart) => this.#waiting.shift()?.resolve(read));
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The thread that reads the file has ended.')));
  }

  read(part: FilePart): Promise<ReadPart> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) {
        reject(this.#failure);
        return;
      }
      this.#waiting.push({ resolve, reject });
      this.#worker.postMessage(part, [part.bytes.buffer as ArrayBuffer]);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failure);
  }
}
