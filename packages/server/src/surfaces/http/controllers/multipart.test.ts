// Engines: SQLite, PostgreSQL at a release

import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { requestOfGoneClient } from '../../../testing/raw-http.js';
import { InvalidUploadError } from '../../../work/jobs/index.js';
import type { KeepFile } from '../../../work/jobs/uploads.js';
import { bodyArrival, multipartArrival } from './multipart.js';

const keep: KeepFile = async (file) => ({ sizeBytes: (await text(Readable.from(file))).length });

it.each([
  ['a form', multipartArrival],
  ['a file as the body', bodyArrival],
])('an upload whose client went away before it was read ends at once: %s', async (_, arrival) => {
  const request = await requestOfGoneClient('Content-Type: multipart/form-data; boundary=b', '--b\r\n');
  await expect(arrival(request)(keep)).rejects.toThrow(InvalidUploadError);
});
