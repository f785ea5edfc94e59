import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../platform/logger.js';
import { startS3, type S3Server, S3_CREDENTIALS } from '../../testing/s3-server.js';
import { useCredentials } from '../../testing/s3-store.js';
import { temporaryServer, type TemporaryServer } from '../../testing/server.js';
import { watchStorage } from './serve.js';

let s3: S3Server;
let server: TemporaryServer;
const lines: { level: number; msg: string; fault?: string }[] = [];
beforeEach(async () => {
  s3 = await startS3();
  useCredentials(S3_CREDENTIALS);
  const logger = createLogger('info', {
    write: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]),
  });
  server = await temporaryServer({ env: { STORAGE_URL: s3.storageUrl('jobs') }, logger });
});
afterEach(async () => {
  await server.close();
  await s3.close();
});

it('a failing bucket is logged once with its reason, and once more when it works again', async () => {
  s3.faults.push(...Array.from({ length: 3 }, () => ({ status: 403, code: 'AccessDenied' })));
  const watch = watchStorage(server.service, 10);
  const said = () => lines.filter(({ msg }) => msg.includes('the file storage'));
  await expect.poll(() => said().length).toBe(2);
  watch.stop();
  expect(s3.faults).toEqual([]);
  expect(said()).toEqual([
    expect.objectContaining({
      level: 50,
      fault: expect.stringMatching(/s3:\/\/files can't be reached: access is denied/) as string,
    }),
    expect.objectContaining({ level: 40, msg: 'the file storage can be reached again' }),
  ]);
});
