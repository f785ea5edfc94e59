import type { UploadMethod } from '@skiptrace/contract';
import type { JobStatus, JobActionResponse } from '../open-answers.js';

import { answerOf, type FullAnswer } from '../answer.js';
import { isSkipTraceError, JobCancelledError, UploadError } from '../errors/index.js';
import type { CallOptions } from '../options.js';
import { backoffMs } from '../transport/backoff.js';
import type { StreamingBody } from '../transport/exchange.js';
import { act, type JobsApi } from './api.js';
import { multipartFile } from './multipart.js';
import { aborted, pause } from './pause.js';
import { settle } from './settle.js';
import { type FileSource, nameOf, openSource } from './source.js';

export interface TransferProgress {
  /** Bytes of the file that went out or came in. Starts anew when a transfer is repeated. */
  bytes: number;
  /** Undefined when a download's length is not known. */
  totalBytes: number | undefined;
}

export interface UploadOptions extends CallOptions {
  onProgress?: ((progress: TransferProgress) => void) | undefined;
}

/** Where the file of a new job goes, as its creation said. */
export interface UploadTarget {
  readonly method: UploadMethod;
  readonly url: string;
}

const maxPutTries = 5;

/**
 * Brings a file to a job, by the method the server chose, and starts its processing. Costs nothing. A broken upload
 * starts again from the first byte; the source is opened anew for it.
 */
export async function upload(
  api: JobsApi,
  jobId: string,
  target: UploadTarget | undefined,
  source: FileSource,
  options: UploadOptions,
): Promise<FullAnswer<JobActionResponse>> {
  const { onProgress, ...call } = options;
  const file = reporting(await openSource(source), onProgress);
  let send = () => act(api, jobId, 'uploaded', call);
  if (target?.method === 'presigned') {
    await put(api, target.url, file, call);
  } else {
    const body = multipartFile((await nameOf(source)) ?? 'upload.csv', file);
    send = () =>
      answerOf<JobActionResponse>(api.transport.sendFile('uploadSkipTraceJobFile', jobId, body, call));
  }
  const notYet: JobStatus[] = ['pending'];
  return settle(
    api,
    jobId,
    {
      send,
      open: notYet,
      done(job) {
        if (job.status === 'cancelled') throw new JobCancelledError({ jobId });
        // Whatever came of the job afterwards, the file had arrived.
        return notYet.includes(job.status) ? undefined : { status: job.status, jobId };
      },
    },
    call,
  );
}

/** Puts the raw file to a signed address. The key stays here: the address may belong to another host. */
async function put(api: JobsApi, url: string, file: StreamingBody, options: CallOptions): Promise<void> {
  for (let tries = 1; ; tries++) {
    const error = await putOnce(api, url, file, options);
    if (!error) return;
    if (!error.retryable || tries >= maxPutTries) throw error;
    await pause(api, backoffMs(tries, api.clock.random), options.signal);
  }
}

async function putOnce(
  api: JobsApi,
  url: string,
  file: StreamingBody,
  options: CallOptions,
): Promise<UploadError | undefined> {
  const limits = api.transport.signed.limits(api.transport.begin(options));
  try {
    const headers = { 'content-type': 'text/csv', 'content-length': String(file.bytes) };
    const request = { method: 'PUT', url, headers, body: file };
    const { status, discard } = await api.transport.signed.send(request, limits);
    discard();
    if (status >= 200 && status < 300) return undefined;
    const why = status === 403 ? 'its address has expired or was changed' : `the storage answered ${status}`;
    return new UploadError(`The file was not taken: ${why}.`, {
      status,
      retryable: status >= 500 || status === 429,
    });
  } catch (cause) {
    if (isSkipTraceError(cause)) throw cause;
    if (limits.cutShort === 'signal') throw aborted(options.signal);
    return new UploadError('The upload broke off.', { cause, retryable: limits.cutShort !== 'deadlineMs' });
  } finally {
    limits.dispose();
  }
}

function reporting(file: StreamingBody, onProgress: UploadOptions['onProgress']): StreamingBody {
  if (!onProgress) return file;
  return {
    bytes: file.bytes,
    async *open() {
      let bytes = 0;
      for await (const chunk of file.open()) {
        yield chunk;
        bytes += chunk.byteLength;
        onProgress({ bytes, totalBytes: file.bytes });
      }
    },
  };
}
