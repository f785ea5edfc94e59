import { utf8 } from '../bytes.js';
import type { StreamingBody } from '../transport/exchange.js';

export interface MultipartBody extends StreamingBody {
  readonly contentType: string;
}

/** A multipart/form-data body with one part named `file` (RFC 7578), of exactly known length and never held in memory. */
export function multipartFile(filename: string, file: StreamingBody): MultipartBody {
  const boundary = `skiptrace-${crypto.randomUUID()}`;
  const head = utf8(
    `--${boundary}\r\n` +
      `Content-Disposition: form-data; name="file"; filename="${escapeName(filename)}"\r\n` +
      `Content-Type: text/csv\r\n\r\n`,
  );
  const tail = utf8(`\r\n--${boundary}--\r\n`);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    bytes: head.length + file.bytes + tail.length,
    async *open() {
      yield head;
      yield* file.open();
      yield tail;
    },
  };
}

/** Escapes as browsers do (HTML, "multipart/form-data encoding algorithm"): a quote or line break would end the header. */
function escapeName(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
