import { byteSourceOf } from './byte-source.js';
import { loadLeads } from './csv-companion.js';
import type { DownloadOptions } from './download.js';
import type { JobHandle } from './handle.js';
import { openFileSink, partBeside, removeFile } from './files.node.js';
import { openStreamSink, type OutputTarget, type Sink } from './sink.js';
import type { FileSource } from './source.js';

/**
 * Downloads the result of a copy made by `payOnce`, and restores the user's list: without the columns added for the service,
 * and with the owner in every row that repeats a property.
 */
export async function downloadWhole(
  handle: JobHandle,
  output: OutputTarget,
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
    // A runtime without files can only keep the service's file in memory.
    const { force: _ofAPath, ...rest } = options;
    return write(await handle.bytes(rest), openStreamSink(output));
  }
  const { force = false } = options;
  const served = await partBeside(output, handle.id);
  try {
    await handle.download(served, options);
    await write(served, await openFileSink(output, { jobId: handle.id, force, resumable: false }));
  } finally {
    await removeFile(served);
  }
}
