import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { zipOf } from '../../../csv/src/testing/zip.js';

/** Rows of a list: id and hash, plus the list for `Removed`. */
type Rows = readonly (readonly string[])[];

export interface Package {
  /** Files by the type in their names. */
  files: Readonly<Record<string, Rows>>;
  isLarge?: boolean;
}

/** Fault of one of the next requests. */
export type DropFault =
  | { status: number; retryAfter?: string; text?: string }
  /** No fault: the request is answered. */
  | 'none'
  /** The request is carried out, but the response is lost. */
  | 'lose answer'
  /** The archive ends in the middle. */
  | 'cut';

const BROKER = '4821';

/** Simulation of California's DROP for one broker, after its OpenAPI document 1.2.0 (../shared/spec/drop.md). */
export async function startDrop() {
  const apiKey = 'key-of-the-portal';
  const waiting: Package[] = [];
  const faults: DropFault[] = [];
  const asked: string[] = [];
  /** Status of each id. */
  const statuses = new Map<string, number>();
  const known = new Set<string>();
  let day = 20260801;
  let open: { owed: Map<string, Set<string>>; used: Set<string> } | null = null;
  const used = new Set<string>();

  const give = (response: ServerResponse, status: number, document: unknown): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(document));
  };

  async function download(response: ServerResponse, isCut: boolean): Promise<void> {
    if (open !== null) return give(response, 409, { message: 'The previous batch is not complete.' });
    const next = waiting[0];
    if (next === undefined) return give(response, 200, { message: 'There are no new requests.' });
    day += 1;
    const files = Object.entries(next.files).map(([type, rows]) => ({
      name: `${day}_${BROKER}_${type}.csv`,
      content: [
        type === 'Removed' ? 'ID,Hash,ListType' : 'ID,Hash',
        ...rows.map((row) => row.join(',')),
      ].join('\n'),
    }));
    const zip = await zipOf(Object.fromEntries(files.map(({ name, content }) => [name, content])), {
      isLarge: next.isLarge === true,
    });
    response.writeHead(200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${day}_${BROKER}_DROP.zip"`,
      'content-length': zip.length,
    });
    if (isCut) {
      response.write(zip.subarray(0, zip.length / 2), () => response.destroy());
      return;
    }
    waiting.shift();
    const owed = Object.entries(next.files).flatMap(([type, rows], at) =>
      type === 'Removed' || rows.length === 0
        ? []
        : [[files[at]?.name ?? '', new Set(rows.map(([id = '']) => id))] as const],
    );
    for (const [, ids] of owed) for (const id of ids) known.add(id);
    open = owed.length === 0 ? null : { owed: new Map(owed), used: new Set() };
    response.end(zip);
  }

  /** Reason why a file is rejected; null if it is accepted. */
  function take(name: string, text: string, kind: 'upload' | 'amend'): string | null {
    const [, plain = ''] = /^(\d{8}_\d{4}_[A-Za-z]+)(?:_[A-Za-z0-9]{1,10})?\.csv$/.exec(name) ?? [];
    if (plain === '') return 'Not a CSV file of this download.';
    if (used.has(name)) return 'A file with this name was already uploaded for this download.';
    const [head, ...lines] = text.trimEnd().split('\n');
    if (head !== 'Id,Status') return 'Wrong header.';
    const ids = kind === 'upload' ? open?.owed.get(`${plain}.csv`) : known;
    if (ids === undefined) return 'Not a file of this download.';
    used.add(name);
    for (const line of lines) {
      const [id = '', status = ''] = line.split(',');
      if (!known.has(id) || !/^[2-5]$/.test(status)) throw new Error(`row-level error: ${line}`);
      statuses.set(id, Number(status));
      ids.delete(id);
      if (kind === 'amend') known.add(id);
    }
    if (kind === 'upload' && ids.size === 0) open?.owed.delete(`${plain}.csv`);
    if (open?.owed.size === 0) open = null;
    return null;
  }

  async function upload(request: IncomingMessage, response: ServerResponse, kind: 'upload' | 'amend') {
    const body = await buffer(request);
    if ((kind === 'upload') === (open === null))
      return give(response, 409, {
        message: kind === 'upload' ? 'No active download.' : 'Not possible now.',
      });
    const headers = { 'content-type': request.headers['content-type'] ?? '' };
    // oxlint-disable-next-line typescript/no-deprecated -- small bodies, in a test
    const form = await new Response(body, { headers }).formData();
    const accepted: unknown[] = [];
    const rejected: unknown[] = [];
    for (const file of form.getAll('files')) {
      if (typeof file === 'string') continue;
      const why = take(file.name, await file.text(), kind);
      if (why === null) accepted.push({ fileName: file.name, fileSizeBytes: file.size });
      else rejected.push({ fileName: file.name, message: why });
    }
    give(response, accepted.length > 0 ? 202 : 400, {
      message: 'Processed.',
      acceptedCount: accepted.length,
      rejectedCount: rejected.length,
      accepted,
      rejected,
    });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').replace(/^\/sandbox/, '');
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (request.headers['x-api-key'] !== apiKey) {
      response.writeHead(401, { 'content-type': 'text/plain' }).end('Unauthorized');
      return;
    }
    const fault = faults.shift();
    if (typeof fault === 'object') {
      const { status, retryAfter, text = JSON.stringify({ message: 'Try later.' }) } = fault;
      request.resume();
      response
        .writeHead(status, {
          'content-type': 'application/json',
          ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
        })
        .end(text);
      return;
    }
    if (fault === 'lose answer') {
      response.end = () => {
        response.destroy();
        return response;
      };
    }
    if (path === '/data/download') await download(response, fault === 'cut');
    else if (path === '/data/upload') await upload(request, response, 'upload');
    else if (path === '/data/amend') await upload(request, response, 'amend');
    else response.writeHead(404).end();
  }

  const errors: unknown[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      errors.push(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    apiKey,
    /** Packages for the next downloads. */
    waiting,
    faults,
    asked,
    statuses,
    errors,
    /** Whether it expects statuses. */
    isOpen: () => open !== null,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

export type DropServer = Awaited<ReturnType<typeof startDrop>>;
