/** Bytes per part of a Blob. Browsers keep the parts outside the page's memory. */
const PIECE_BYTES = 1024 * 1024;

/** Collects a stream into a Blob. */
export async function collect(
  chunks: AsyncIterable<Uint8Array>,
  type: string,
  onBytes?: (bytes: number) => void,
): Promise<Blob> {
  const pieces: Blob[] = [];
  let waiting: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk as Uint8Array<ArrayBuffer>);
    bytes += chunk.length;
    onBytes?.(chunk.length);
    if (bytes < PIECE_BYTES) continue;
    pieces.push(new Blob(waiting));
    waiting = [];
    bytes = 0;
  }
  return new Blob([...pieces, ...waiting], { type });
}
