import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';

type Handler = (
  request: IncomingMessage,
  body: string,
) => { status: number; json?: unknown; headers?: Record<string, string> } | null;

/** Starts a server and defines the browser globals that Node lacks. `null` from `answer` drops the connection. */
export async function pageOfServer(answer: Handler) {
  const server = createServer((request, response) => void reply(request, response));
  async function reply(request: IncomingMessage, response: ServerResponse) {
    const chunks = (await request.toArray()) as Buffer[];
    const answered = answer(request, Buffer.concat(chunks).toString());
    if (answered === null) return request.socket.destroy();
    const { status, json, headers } = answered;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(json ?? {}));
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const events = new EventTarget();
  vi.stubGlobal('window', { location: { origin: url } });
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events));
  vi.stubGlobal('Request', requestsTo(url));
  vi.stubGlobal('XMLHttpRequest', uploadsTo(url));
  return {
    /** Fires the browser's `online` event. */
    goOnline: () => events.dispatchEvent(new Event('online')),
    close: async () => {
      vi.unstubAllGlobals();
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

const requestsTo = (url: string) =>
  class extends Request {
    constructor(input: RequestInfo | URL, init?: RequestInit) {
      super(typeof input === 'string' ? new URL(input, url) : input, init);
    }
  };

/** The part of XMLHttpRequest that sending a file uses. */
const uploadsTo = (url: string) =>
  class {
    readonly upload = {};
    readonly #headers = new Headers();
    readonly #stop = new AbortController();
    #sent = { method: '', path: '' };
    #answer: Response | undefined;
    status = 0;
    responseText = '';
    onloadend = (): void => undefined;

    open(method: string, path: string) {
      this.#sent = { method, path };
    }

    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value);
    }

    getResponseHeader(name: string): string | null {
      return this.#answer?.headers.get(name) ?? null;
    }

    abort() {
      this.#stop.abort();
    }

    send(body: BodyInit) {
      void this.#send(body).finally(() => this.onloadend());
    }

    async #send(body: BodyInit) {
      const { method, path } = this.#sent;
      const request = { method, headers: this.#headers, body, signal: this.#stop.signal };
      try {
        this.#answer = await fetch(new URL(path, url), request);
        this.responseText = await this.#answer.text();
        this.status = this.#answer.status;
      } catch {
        this.status = 0;
      }
    }
  };
