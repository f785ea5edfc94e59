import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startS3, type Fault, type S3Server, S3_CREDENTIALS } from '../../../testing/s3-server.js';
import { openS3 } from '../../../testing/s3-store.js';
import type { FileStore } from '../file-store.js';

const ROOMY = { maxBytes: 100_000_000 };
const AS_CSV = { contentType: 'text/csv', contentDisposition: 'attachment; filename="leads.csv"' };

let s3: S3Server;
let store: FileStore;
beforeEach(async () => {
  s3 = await startS3();
  store = await openS3(s3.storageUrl('customers/files'), S3_CREDENTIALS);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await s3.close();
});

async function* bytes(...parts: readonly string[]) {
  for (const part of parts) {
    await Promise.resolve();
    yield Buffer.from(part);
  }
}
const put = (url: URL | null, body: string) => fetch(String(url), { method: 'PUT', body });

describe('links to a bucket', () => {
  it('hand a file out with its name and type, and no other, and not for ever', async () => {
    await store.write('job/result', bytes('a,b\n'), ROOMY);
    const link = await store.link('job/result', 60, AS_CSV);
    const answer = await fetch(String(link));
    expect(await answer.text()).toBe('a,b\n');
    expect(answer.headers.get('content-type')).toBe('text/csv');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="leads.csv"');
    for (const changed of [
      String(link).replace('job/result', 'job/other'),
      String(link).replace('leads.csv', 'other.csv'),
      String(link).replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
    ]) {
      expect((await fetch(changed)).status).toBe(403);
    }
    expect((await fetch(String(await store.link('job/result', -1, AS_CSV)))).status).toBe(403);
  });

  const anySize = () => Promise.resolve();
  const textOf = async (name: string) => (await buffer(await store.read(name))).toString();

  it('take a file until it is sealed; what is sent later changes nothing', async () => {
    const link = await store.uploadLink('job/upload', 60);
    expect(await store.seal('job/upload', 'job/sealed', anySize)).toBeNull();
    expect((await put(link, 'first')).status).toBe(200);
    expect(await store.size('job/upload')).toBeNull();
    expect((await put(link, 'second one')).status).toBe(200);
    expect(await store.seal('job/upload', 'job/sealed', anySize)).toBe(10);
    expect((await put(link, 'too late')).status).toBe(200);
    expect(await textOf('job/sealed')).toBe('second one');
    expect(await store.folders()).toEqual(['job']);
    expect(await store.removeAbandoned(Date.now() + 1_000)).toBe(1);
    expect(s3.keys()).toEqual(['customers/files/job/sealed']);
  });

  it('take a file of any size, which is refused before it is copied', async () => {
    await put(await store.uploadLink('job/upload', 60), 'too large');
    const refusing = store.seal('job/upload', 'job/sealed', (bytes) =>
      Promise.reject(new Error(`${bytes} bytes`)),
    );
    await expect(refusing).rejects.toThrow('9 bytes');
    expect(s3.keys()).toEqual(['customers/files/incoming/job/upload']);
  });

  it('are used again while a file is sealed: it is the one that was measured, or none', async () => {
    const link = await store.uploadLink('job/upload', 60);
    await put(link, 'measured');
    await expect(
      store.seal('job/upload', 'job/sealed', async () => void (await put(link, 'sent meanwhile'))),
    ).rejects.toMatchObject({ code: 'file_changed' });
    expect(await store.seal('job/upload', 'job/sealed', () => store.removeSent('job/upload'))).toBeNull();
    expect(s3.keys()).toEqual([]);
  });
});

describe('a faulty bucket', () => {
  const faults: readonly (readonly [string, Fault])[] = [
    ['is slow down', { status: 503, code: 'SlowDown' }],
    ['has an internal error', { status: 500, code: 'InternalError' }],
    ['ends a body too early', { cutAfterBytes: 3 }],
  ];
  it.each(faults)('that %s once is asked again, and nothing is missing', async (_, fault) => {
    await store.write('job/file', bytes('0123456789'), ROOMY);
    s3.faults.push(fault);
    expect((await buffer(await store.read('job/file'))).toString()).toBe('0123456789');
    expect((await buffer(await store.read('job/file', 2, 8))).toString()).toBe('234567');
  });

  it('never returns a part of a file as the whole', async () => {
    await store.write('job/file', bytes('0123456789'), ROOMY);
    s3.faults.push(...Array.from({ length: 20 }, () => ({ cutAfterBytes: 0 })));
    await expect(store.read('job/file').then((file) => buffer(file))).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
  });

  it('never mixes two files if one replaces the other while it is read', async () => {
    const old = 'a'.repeat(200_000);
    await store.write('job/file', bytes(old), ROOMY);
    s3.faults.push({ cutAfterBytes: 100_000 });
    const read = async () => {
      for await (const chunk of await store.read('job/file')) {
        expect(String(chunk)).not.toContain('b');
        s3.put('customers/files/job/file', Buffer.from('b'.repeat(200_000)));
      }
    };
    await expect(read()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('has lost the end of a piece: it is not joined as if it were whole', async () => {
    await store.write('job/piece', bytes('0123456789'), ROOMY);
    const pieces = [
      { name: 'job/piece', bytes: 10 },
      { name: 'job/piece', bytes: 20 },
    ];
    await expect(store.join('job/file', pieces)).rejects.toMatchObject({ code: 'file_gone' });
    expect(await store.size('job/file')).toBeNull();
  });

  it.each([
    ['denied', { status: 403, code: 'AccessDenied' }, 'storage_unavailable', 'access is denied'],
    ['full', { status: 507, code: 'InsufficientStorage' }, 'storage_full', null],
    ['over its quota', { status: 403, code: 'QuotaExceeded' }, 'storage_full', null],
    ['gone', { status: 404, code: 'NoSuchBucket' }, 'storage_unavailable', 'no such bucket'],
  ] as const)('says that it is %s, and what was there stays', async (_, fault, code, reason) => {
    await store.write('job/file', bytes('old'), ROOMY);
    s3.faults.push(...Array.from({ length: 3 }, () => fault));
    const refused = await store.write('job/file', bytes('new'), ROOMY).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code,
      ...(reason !== null && { reason: expect.stringContaining(reason) as string }),
    });
    s3.faults.length = 0;
    expect((await buffer(await store.read('job/file'))).toString()).toBe('old');
  });

  it('is not there: says so of a file, too, which may be there as soon as the bucket is', async () => {
    const other = await openS3(s3.storageUrl('x').replace('s3://files', 's3://other'), S3_CREDENTIALS);
    for (const ask of [
      () => other.size('job/file'),
      () => other.seal('job/file', 'job/sealed', () => Promise.resolve()),
      () => other.read('job/file'),
    ])
      await expect(ask()).rejects.toMatchObject({
        code: 'storage_unavailable',
        reason: expect.stringContaining('no such bucket') as string,
      });
  });

  it('has forgotten a file that is being sent: says so, and not that a file is gone', async () => {
    async function* forgotten() {
      yield Buffer.alloc(10 * 2 ** 20);
      await vi.waitFor(() => expect(s3.uploads.size).toBe(1), { timeout: 10_000 });
      s3.uploads.clear();
      yield Buffer.alloc(10 * 2 ** 20);
    }
    await expect(store.write('job/file', forgotten(), ROOMY)).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
  });

  it('has no credentials: links say so', async () => {
    const none = await openS3(s3.storageUrl('x'), {});
    // Nor does this machine have a role.
    vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
    await expect(none.uploadLink('job/file', 60)).rejects.toMatchObject({ code: 'storage_unavailable' });
    await expect(none.link('job/file', 60, AS_CSV)).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it.each([
    ['a page', { 'content-type': 'text/html' }, '<html><body>Bad gateway</body>'],
    ['nothing', {}, ''],
  ])('is behind a proxy that answers 502 with %s: says so', async (_, headers, page) => {
    const proxy = createServer((_request, response) => response.writeHead(502, headers).end(page));
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const { port } = proxy.address() as AddressInfo;
    const behind = await openS3(`s3://files?endpoint=http://127.0.0.1:${port}`, S3_CREDENTIALS);
    for (const ask of [
      () => behind.size('job/file'),
      () => behind.read('job/file'),
      () => behind.write('job/file', bytes('x'), ROOMY),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'storage_unavailable' });
    expect(await behind.fault()).toContain('502');
    await new Promise((resolve) => proxy.close(resolve));
  });

  it('is told to the operator without a secret', async () => {
    expect(await store.fault()).toBeNull();
    const other = await openS3(s3.storageUrl('x').replace('s3://files', 's3://other'), S3_CREDENTIALS);
    expect(await other.fault()).toContain('s3://other');
    await s3.close();
    const fault = await store.fault();
    expect(fault).toContain('nothing listens there');
    expect(fault).not.toContain(S3_CREDENTIALS.AWS_SECRET_ACCESS_KEY);
  });
});

describe('a bucket that others use too', () => {
  it('keeps what is not ours: other folders, other names in a folder of ours, and what others are sending', async () => {
    store = await openS3(s3.storageUrl(''), S3_CREDENTIALS);
    await store.write('job/file', bytes('ours'), ROOMY);
    const others = ['Photos/cat.jpg', 'backups/2024-01-01', 'backups/full/monday', 'job/notes.txt', 'readme'];
    for (const key of others) s3.put(key, Buffer.from('theirs'));
    const begunAt = new Date(0);
    s3.uploads.set('theirs', { key: 'Photos/film.mp4', parts: new Map(), begunAt });
    s3.uploads.set('ours', { key: 'job/file', parts: new Map(), begunAt });
    expect((await store.list('job')).map(({ name }) => name)).toEqual(['job/file']);
    await put(await store.uploadLink('job/upload', 60), 'on its way');
    const all = [];
    for await (const { name } of store.all()) all.push(name);
    expect(all.filter((name) => /job|Photos|readme/.test(name))).toEqual(['job/file']);
    await store.removeSent('job/upload');
    expect(await store.folders()).toEqual(expect.arrayContaining(['job']));
    expect(await store.folders()).not.toContain('Photos');
    expect(await store.removeAbandoned(Date.now())).toBe(1);
    expect([...s3.uploads.keys()]).toEqual(['theirs']);
    await store.removeFolder('job');
    expect(s3.keys().sort()).toEqual(others.sort());
  });
});

describe('an unfinished file', () => {
  const sent = 'customers/files/incoming/job/upload';

  it('is removed when it is old, and not before', async () => {
    await put(await store.uploadLink('job/upload', 60), 'never sealed');
    s3.uploads.set('begun', { key: 'customers/files/job/file', parts: new Map(), begunAt: new Date() });
    expect(await store.removeAbandoned(Date.now() - 60_000)).toBe(0);
    expect([s3.keys(), [...s3.uploads.keys()]]).toEqual([[sent], ['begun']]);
    expect(await store.removeAbandoned(Date.now() + 60_000)).toBe(2);
    expect([s3.keys(), [...s3.uploads.keys()]]).toEqual([[], []]);
  });

  it('is removed however much there is of it, also of one file', async () => {
    const names = ['job/a', 'job/b', 'job/b', 'job/b', 'job/b', 'job/b', 'job/c', 'job/d'];
    for (const [nth, name] of names.entries()) {
      const key = `customers/files/${name}`;
      s3.uploads.set(`upload-${nth}`, { key, parts: new Map(), begunAt: new Date(0) });
    }
    expect(await store.removeAbandoned(Date.now())).toBe(names.length);
    expect(s3.uploads.size).toBe(0);
  });
});

describe('requests to a bucket', () => {
  it('goes in parts, so that no file has to fit into memory, and is aborted when its source fails', async () => {
    async function* failing() {
      yield* bytes(...Array.from({ length: 20 }, () => 'x'.repeat(2 ** 20)));
      throw new Error('the customer is gone');
    }
    await expect(store.write('job/large', failing(), ROOMY)).rejects.toThrow('the customer is gone');
    expect([s3.keys(), s3.uploads.size]).toEqual([[], 0]);
    expect(s3.largestRequest()).toBeLessThanOrEqual(8 * 2 ** 20);
  });
});
