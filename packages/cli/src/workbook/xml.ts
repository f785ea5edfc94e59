import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';

export interface XmlHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Names without their namespace prefix: `x:row` of some writers is `row`. */
const local = (name: string) => name.slice(name.indexOf(':') + 1);

/** Reads XML as it comes, and hands over whatever `taken` has after each piece: memory does not grow with the sheet. */
export async function* readXml<T>(
  stream: Readable,
  handler: XmlHandler,
  taken: () => readonly T[],
): AsyncGenerator<T> {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => handler.open?.(local(name), attributes));
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => handler.close?.(local(name)));
  stream.setEncoding('utf8');
  for await (const chunk of stream) {
    parser.write(chunk as string);
    yield* taken();
  }
  parser.close();
  yield* taken();
}

/** Reads a small part to its end. */
export async function readWholeXml(stream: Readable | undefined, handler: XmlHandler): Promise<void> {
  if (!stream) return;
  for await (const _ of readXml(stream, handler, () => [])) continue;
}
