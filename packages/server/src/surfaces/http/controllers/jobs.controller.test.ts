// Engines: SQLite, PostgreSQL at a release

import 'reflect-metadata';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Response } from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../platform/logger.js';
import { StreetDirectory, temporaryJobs, type TemporaryJobs } from '../../../testing/job-pipeline.js';
import { RawConnection, statusOf } from '../../../testing/raw-http.js';
import { attachment } from '../../../work/jobs/downloads.js';
import { ErrorFilter } from '../answers.js';
import { SERVICE } from '../app-operation.js';
import type { ApiRequest } from '../request-context.js';
import { FilesController } from './files.controller.js';
import { JobsController } from './jobs.controller.js';

let world: TemporaryJobs;
let app: NestExpressApplication;
let port: number;

/** The jobs' own routes over HTTP, with the caller that authentication would set. */
async function serve(uploadMethod: 'direct' | 'presigned') {
  world = await temporaryJobs({ uploadMethod });
  const { jobs, uploads, downloads } = world;
  const module = {
    module: class JobsAlone {},
    controllers: [JobsController, FilesController],
    providers: [{ provide: SERVICE, useValue: { jobs: { jobs, uploads, downloads } } }],
  };
  app = await NestFactory.create<NestExpressApplication>(module, { logger: false, bodyParser: false });
  app.use((request: ApiRequest, _: Response, next: NextFunction) => {
    request.context = { requestId: 'test', caller: world.caller };
    next();
  });
  app.useGlobalFilters(new ErrorFilter(silentLogger));
  await app.listen(0, '127.0.0.1');
  const address: unknown = app.getHttpServer().address();
  port = typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0;
}
const here = (url: string) => url.replace('http://server.test', `http://127.0.0.1:${port}`);
const unfinished = () => readdir(path.join(world.folder, 'files', 'unfinished'));
const uploaded = async (jobId: string) => (await world.store.list(jobId)).map(({ name }) => name);
const status = async (jobId: string) => (await world.jobs.get(world.caller, jobId)).status;

const stop = async () => {
  await app.close();
  await world.remove();
};

const FILE = 'Address,City,State,Zip\n1 Elm St,Austin,TX,78701\n';

describe('the direct upload', () => {
  afterEach(stop);
  let jobId: string;
  beforeEach(async () => {
    await serve('direct');
    jobId = await world.create();
  });
  const post = (body: FormData | string, headers: Record<string, string> = {}, id = jobId) =>
    fetch(here(`http://server.test/api/user/skip-trace/${id}/upload`), { method: 'POST', body, headers });
  const form = (...parts: [string, string | Blob, string?][]) => {
    const data = new FormData();
    for (const [name, value, filename] of parts) {
      if (typeof value === 'string') data.append(name, value);
      else data.append(name, value, filename);
    }
    return data;
  };

  it('accepts the file part named file, whatever else is sent with it', async () => {
    const answer = await post(
      form(['note', 'x'], ['file', new Blob([FILE]), 'leads.csv'], ['other', new Blob(['y']), 'b']),
    );
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'uploaded', jobId });
    expect(await uploaded(jobId)).toHaveLength(1);
  });

  it.each<[string, () => FormData]>([
    ['no part', () => form()],
    ['a text field instead of a file', () => form(['file', FILE])],
    ['a file part of another name', () => form(['leads', new Blob([FILE]), 'leads.csv'])],
    ['an empty file', () => form(['file', new Blob([]), 'leads.csv'])],
    ['two files', () => form(['file', new Blob([FILE]), 'a.csv'], ['file', new Blob([FILE]), 'b.csv'])],
    [
      'more than the file may be long in other parts',
      () =>
        form(['other', new Blob([new Uint8Array(54_000_000)]), 'b'], ['file', new Blob([FILE]), 'leads.csv']),
    ],
    ['more than 50 MiB', () => form(['file', new Blob([new Uint8Array(52_428_801)]), 'leads.csv'])],
  ])('refuses %s, names file and leaves the job pending', async (_, body) => {
    const answer = await post(body());
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: expect.stringMatching(/^file /) as unknown });
    expect(await status(jobId)).toBe('pending');
    expect(await unfinished()).toEqual([]);
    expect(await uploaded(jobId)).toEqual([]);
  });

  it.each([
    ['a body that is not multipart', FILE, 'text/csv'],
    ['no boundary', FILE, 'multipart/form-data'],
    [
      'a form that breaks off',
      `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${FILE}`,
      'multipart/form-data; boundary=b',
    ],
  ])('refuses %s and leaves the job pending', async (_, body, contentType) => {
    const answer = await post(body, { 'content-type': contentType });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('file');
    expect(await status(jobId)).toBe('pending');
    expect(await uploaded(jobId)).toEqual([]);
    expect(await unfinished()).toEqual([]);
  });

  it.each([
    ['another form', 'application/x-www-form-urlencoded', 1_000_000],
    ['another multipart', 'multipart/mixed; boundary=b', 1_000_000],
    ['a body that says it is too large', 'multipart/form-data; boundary=b', 60_000_000],
  ])('refuses %s without waiting for it', async (_, contentType, length) => {
    const client = await RawConnection.open(here('http://server.test'));
    client.send(
      `POST /api/user/skip-trace/${jobId}/upload HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n` +
        `Content-Type: ${contentType}\r\n\r\n--b\r\n`,
    );
    await expect.poll(() => client.received).toMatch(/"error":"file /);
    expect(statusOf(client.received)).toBe(400);
    client.socket.destroy();
    expect(await status(jobId)).toBe('pending');
    expect(await uploaded(jobId)).toEqual([]);
  });

  it('accepts 50,000,000 bytes', async () => {
    const answer = await post(form(['file', new Blob([new Uint8Array(50_000_000).fill(0x61)]), 'leads.csv']));
    expect(answer.status).toBe(200);
  });

  it('checks the job and its status before the body', async () => {
    expect((await post('x', { 'content-type': 'text/csv' }, 'no-such-job')).status).toBe(404);
    await world.jobs.cancel(world.caller, jobId);
    const refused = await post('x', { 'content-type': 'text/csv' });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('cancelled');
  });

  it('leaves the job pending and nothing on the disk when the client disconnects', async () => {
    const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n`;
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /api/user/skip-trace/${jobId}/upload HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\n\r\n${head}${FILE}`,
    );
    await expect.poll(unfinished).toHaveLength(1);
    socket.destroy();
    await expect.poll(unfinished).toEqual([]);
    expect(await status(jobId)).toBe('pending');
    expect(await uploaded(jobId)).toEqual([]);
  });
});

describe('the presigned upload', () => {
  afterEach(stop);
  let jobId: string;
  let uploadUrl: string;
  beforeEach(async () => {
    await serve('presigned');
    const mapping = { address: 'Address', city: 'City', state: 'State', zip: 'Zip' };
    const { value } = await world.jobs.create(
      world.caller,
      { filename: 'a.csv', columnMapping: mapping },
      undefined,
    );
    jobId = value.jobId;
    uploadUrl = here(value.uploadUrl);
  });
  const put = (body: string, url = uploadUrl) =>
    fetch(url, { method: 'PUT', body, headers: { 'content-type': 'text/csv' } });
  const mark = () => world.jobs.markUploaded(world.caller, jobId);

  it('changes nothing by itself, is replaced by a second PUT, and is fixed by uploaded', async () => {
    await expect(mark()).rejects.toThrow('pending');
    expect((await put('first')).status).toBe(200);
    expect((await put(FILE)).status).toBe(200);
    expect(await status(jobId)).toBe('pending');
    expect(await uploaded(jobId)).toHaveLength(1);
    expect(await mark()).toEqual({ status: 'uploaded', jobId });
    const late = await put('late');
    expect(late.status).toBe(409);
    world.startWorker(new StreetDirectory().add('1 Elm St'));
    expect(await world.until(jobId, 'preview', 'failed')).toMatchObject({
      status: 'preview',
      matchedRows: 1,
    });
  });

  it.each([
    ['is compressed', FILE, { 'content-encoding': 'gzip' }],
    ['is a part of one', FILE, { 'content-range': 'bytes 0-9/100' }],
    ['has nothing in it', '', {}],
  ])('refuses a file that %s, and keeps the one it has', async (_, body, headers) => {
    await put(FILE);
    const kept = await uploaded(jobId);
    const refused = await fetch(uploadUrl, { method: 'PUT', body, headers });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('file ');
    expect(await uploaded(jobId)).toEqual(kept);
  });

  it('refuses a link that was changed, is of another job or has expired', async () => {
    const other = here(
      (
        await world.jobs.create(
          world.caller,
          { filename: 'b.csv', columnMapping: { address: 'A', city: 'B', state: 'C', zip: 'D' } },
          undefined,
        )
      ).value.uploadUrl,
    );
    expect(
      (
        await put(
          FILE,
          uploadUrl.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        )
      ).status,
    ).toBe(403);
    expect((await put(FILE, uploadUrl.replace(/expires=\d+/, 'expires=9999999999'))).status).toBe(403);
    expect((await put(FILE, uploadUrl.replace(/\?.*/, new URL(other).search))).status).toBe(403);
    expect((await put(FILE, uploadUrl.replace(/\?.*/, ''))).status).toBe(403);
    world.clock.ms += 3_600_000;
    expect((await put(FILE)).status).toBe(403);
    expect(await uploaded(jobId)).toEqual([]);
  });
});

describe('the name of a download', () => {
  it('keeps every letter, and cannot break out of the header', () => {
    expect(attachment('Müller "A"/\r\nX:\u202ey.csv')).toBe(
      `attachment; filename="M_ller _A__  X: y.csv"; filename*=UTF-8''M%C3%BCller%20%22A%22%2F%20%20X%3A%20y.csv`,
    );
  });
});

describe('the download', () => {
  afterEach(stop);
  let url: string;
  let jobId: string;
  beforeEach(async () => {
    await serve('direct');
    world.startWorker(new StreetDirectory().add('1 Elm St', { firstName: 'Vera' }));
    jobId = await world.upload(FILE);
    await world.until(jobId, 'preview');
    await world.jobs.confirm(world.caller, jobId);
    url = here((await world.until(jobId, 'completed')).downloadUrl ?? '');
  });

  it('is the enriched file, as an attachment with ranges and an entity tag', async () => {
    const answer = await fetch(url);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="leads.enriched.csv"; filename*=UTF-8''leads.enriched.csv`,
    );
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f-]{36}"$/);
    const whole = await answer.text();
    expect(whole).toBe(await world.result(jobId));
    const part = await fetch(url, { headers: { range: 'bytes=8-11', 'if-range': etag } });
    expect(part.status).toBe(206);
    expect(await part.text()).toBe(whole.slice(8, 12));
    expect((await fetch(url, { headers: { range: 'bytes=999999-' } })).status).toBe(416);
    const changed = await fetch(url, { headers: { range: 'bytes=8-11', 'if-range': '"other"' } });
    expect([changed.status, await changed.text()]).toEqual([200, whole]);
    const several = await fetch(url, { headers: { range: 'bytes=0-1,8-11' } });
    expect([several.status, await several.text()]).toEqual([200, whole]);
    // A raw connection: fetch adds "Cache-Control: no-cache" to a conditional request, which requests the
    // file anyway.
    const client = await RawConnection.open(url);
    const { pathname, search } = new URL(url);
    client.send(`GET ${pathname}${search} HTTP/1.1\r\nHost: x\r\nIf-None-Match: ${etag}\r\n\r\n`);
    await expect.poll(() => client.received).toMatch(/^HTTP\/1\.1 304/);
    client.socket.destroy();
    expect((await fetch(url, { headers: { 'if-match': '"other"' } })).status).toBe(412);
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe(String(whole.length));
  });

  it('ends with its link: changed, of another job, expired, or past the retention', async () => {
    expect((await fetch(url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).status).toBe(403);
    expect((await fetch(url.replace(jobId, await world.create()))).status).toBe(403);
    await world.store.removeFolder(jobId);
    expect((await fetch(url)).status).toBe(404);
    world.clock.ms += 900_000;
    expect((await fetch(url)).status).toBe(403);
  });
});
