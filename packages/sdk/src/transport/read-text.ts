/** Largest answer that is read into memory. A full bulk answer is under 1 MB. */
export const maxAnswerBytes = 16 * 1024 * 1024;

/** The whole body as text; refuses one that is larger than any answer of the contract. */
export async function readText(
  body: AsyncIterable<Uint8Array> & { text(): Promise<string> },
  contentLength: string | string[] | undefined,
): Promise<string> {
  // Fast path: a declared, small length.
  if (typeof contentLength === 'string' && Number(contentLength) <= maxAnswerBytes) return body.text();
  return readCounted(body);
}

/** The whole body, counted while reading, regardless of the declared length. */
export async function readCounted(body: AsyncIterable<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxAnswerBytes) throw new RangeError(`The answer is larger than ${maxAnswerBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
