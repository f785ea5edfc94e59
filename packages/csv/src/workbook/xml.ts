import { SaxesParser } from 'saxes';
import { MAX_DEPTH, MAX_TOKEN, requireAtMost } from './limits.js';

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Names without their namespace prefix: `x:row` of some writers is `row`. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** A row of a few characters may have thousands of cells, so XML is parsed in small pieces. */
const PIECE = 8 * 1024;

/** Parses XML as it arrives and yields the result of `taken` after each piece: memory does not grow with the sheet. */
export async function* readXml<T>(
  bytes: AsyncIterable<Uint8Array>,
  handler: XmlHandler,
  taken: () => readonly T[],
): AsyncGenerator<T> {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  // The parser keeps incomplete tokens, and the names of the open elements.
  let unseen = 0;
  let depth = 0;
  parser.on('opentag', ({ name, attributes }) => {
    unseen = 0;
    requireAtMost(MAX_DEPTH, ++depth, 'elements within each other');
    handler.open?.(local(name), attributes);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => {
    unseen = 0;
    depth--;
    handler.close?.(local(name));
  });
  const decoder = new TextDecoder();
  const read = function* (text: string): Generator<T> {
    for (let at = 0; at < text.length; at += PIECE) {
      const piece = text.slice(at, at + PIECE);
      unseen += piece.length;
      parser.write(piece);
      requireAtMost(MAX_TOKEN, unseen, 'characters in one piece');
      yield* taken();
    }
  };
  for await (const chunk of bytes) yield* read(decoder.decode(chunk, { stream: true }));
  yield* read(decoder.decode());
  parser.close();
  yield* taken();
}

/** Reads a small part to its end. */
export async function readWholeXml(
  bytes: AsyncIterable<Uint8Array> | undefined,
  handler: XmlHandler,
): Promise<void> {
  if (!bytes) return;
  for await (const _ of readXml(bytes, handler, () => [])) continue;
}
