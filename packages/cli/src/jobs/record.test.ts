import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type FakeHost, hostsOfThisFile } from '../testing/fake-host.js';
import { type UploadIdentity, UploadRecord } from './record.js';

const newHost = hostsOfThisFile();
const identity: UploadIdentity = {
  content: 'a'.repeat(64),
  baseUrl: 'http://127.0.0.1:3000',
  profileName: 'default',
};
const folder = (host: FakeHost) => path.join(host.homeDirectory, '.local/state/skiptrace/uploads');

describe('the record of an upload', () => {
  it('stores the job for the next run of the same file', async () => {
    const host = newHost();
    const first = await UploadRecord.open(host, identity);
    const idempotencyKey = 'key-1';
    await first.put({ idempotencyKey });
    await first.put({ idempotencyKey, jobId: 'job-1' });
    await first.close();
    const second = await UploadRecord.open(host, identity);
    expect(second.jobs).toEqual([{ idempotencyKey, jobId: 'job-1' }]);
    await second.close();
  });

  it('keeps the key of a create without an answer', async () => {
    const host = newHost();
    const killed = await UploadRecord.open(host, identity);
    const idempotencyKey = 'key-1';
    await killed.put({ idempotencyKey });
    await killed.close();
    const next = await UploadRecord.open(host, identity);
    expect(next.jobs).toEqual([{ idempotencyKey }]);
    await next.close();
  });

  it.each([
    ['another list', { content: 'b'.repeat(64) }],
    ['another service', { baseUrl: 'http://127.0.0.1:3001' }],
    ['another account', { profileName: 'client-a' }],
  ])('is another one for %s', async (_what, change) => {
    const host = newHost();
    const one = await UploadRecord.open(host, identity);
    await one.put({ idempotencyKey: 'key-1' });
    const other = await UploadRecord.open(host, { ...identity, ...change });
    expect(other.jobs).toEqual([]);
    await one.close();
    await other.close();
  });

  it('is private and holds no half-written file', async () => {
    const host = newHost();
    const record = await UploadRecord.open(host, identity);
    await record.put({ idempotencyKey: 'key-1' });
    await record.close();
    // The record, and the released lock beside it.
    const files = readdirSync(folder(host), { recursive: true, withFileTypes: true });
    expect(files.filter((file) => file.isFile())).toHaveLength(2);
    for (const file of files)
      expect(statSync(path.join(file.parentPath, file.name)).mode & 0o777).toBe(
        file.isFile() ? 0o600 : 0o700,
      );
    expect(statSync(folder(host)).mode & 0o777).toBe(0o700);
  });

  it('ends the run if it cannot be read, instead of risking a second charge', async () => {
    const host = newHost();
    const record = await UploadRecord.open(host, identity);
    await record.put({ idempotencyKey: 'key-1' });
    await record.close();
    const name = readdirSync(folder(host)).find((file) => !file.includes('.'));
    writeFileSync(path.join(folder(host), name ?? '', 'kept.json'), '{"version":');
    for (let run = 0; run < 2; run++)
      // The second run finds that the lock was released.
      await expect(UploadRecord.open(host, identity)).rejects.toThrow(/not known/);
  });

  it('is in XDG_STATE_HOME if that is set', async () => {
    const host = newHost();
    const state = path.join(host.folder, 'state');
    mkdirSync(state);
    host.env['XDG_STATE_HOME'] = state;
    const record = await UploadRecord.open(host, identity);
    await record.put({ idempotencyKey: 'key-1' });
    await record.close();
    expect(readdirSync(path.join(state, 'skiptrace', 'uploads'))).not.toEqual([]);
  });
});
