import { byteSourceOf } from './byte-source.js';
import { loadLeads } from './csv-companion.js';
import type { DownloadOptions } from './download.js';
import type { JobHandle } from './handle.js';
import type { OutputStream } from './output-stream.js';
import { openFileSink, openStreamSink, partBeside, type Sink } from './sink.js';
import type { FileSource } from './source.js';

/**
 * Downloads the result of a copy that `payOnce` made, and writes the list as the person had it: without the columns that the
 * service alone needed, and with the owner in every row that repeats a property.
 */
export async function downloadWhole(
  handle: JobHandle,
  output: string | OutputStream,
  options: DownloadOptions,
): Promise<void> {
  const { restored } = await loadLeads();
  const write = async (served: FileSource, sink: Sink) => {
    try {
      for await (const chunk of restored(await byteSourceOf(served))) await sink.write(chunk);
      await sink.publish();
    } finally {
      await sink.discard();
    }
  };
  if (typeof output !== 'string') {
    const { stream, bytes } = collecting();
    await handle.download(stream, { ...options, force: undefined });
    return write(bytes(), openStreamSink(output));
  }
  const { force = false } = options;
  const served = await partBeside(output, handle.id);
  const { unlink } = await import('node:fs/promises');
  try {
    await handle.download(served, options);
    await write(served, await openFileSink(output, { jobId: handle.id, force, resumable: false }));
  } finally {
    await unlink(served).catch(() => {});
  }
}

/** A stream that keeps what it is given: a runtime without files has nowhere else to put the service's file. */
function collecting(): { stream: OutputStream; bytes: () => Uint8Array } {
  const chunks: Uint8Array[] = [];
  const nothing = () => {};
  const stream: OutputStream = {
    destroyed: false,
    writableEnded: false,
    write(chunk, done) {
      chunks.push(chunk.slice());
      done();
      return true;
    },
    on: nothing,
    off: nothing,
  };
  const bytes = () => {
    const all = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0));
    let at = 0;
    for (const chunk of chunks) {
      all.set(chunk, at);
      at += chunk.byteLength;
    }
    return all;
  };
  return { stream, bytes };
}
