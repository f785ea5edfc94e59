// Proxy between servers and their S3, which can then be busy or hang.
import { startProxy } from '../../support/tcp-proxy.mjs';

const BODY =
  '<?xml version="1.0" encoding="UTF-8"?><Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>';
const BUSY = Buffer.from(
  `HTTP/1.1 503 Slow Down\r\nContent-Type: application/xml\r\nContent-Length: ${BODY.length}\r\nConnection: close\r\n\r\n${BODY}`,
);

/**
 * @param {string} endpoint where the S3 listens, on this machine. Signatures are over the Host header, which passes unchanged.
 * @returns `fail` makes it answer 503 to everything (`busy`), or take requests and never answer (`hang`), until `mend`
 */
export async function startBucketWire(endpoint) {
  let isBusy = false;
  const proxy = await startProxy(Number(new URL(endpoint).port), {
    onRequest: (bytes, answer) => {
      if (!isBusy) return bytes;
      answer(BUSY);
      return null;
    },
  });
  return {
    url: `http://127.0.0.1:${proxy.port}`,
    fail: (how) => {
      if (how === 'hang') proxy.hang();
      else isBusy = true;
    },
    mend: () => {
      isBusy = false;
      proxy.goOn();
    },
    close: () => proxy.close(),
  };
}
