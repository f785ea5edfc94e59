import type { CreateSkipTraceJobResponse } from '@skiptrace/contract';
import type { Caller } from '../accounts/index.js';
import type { Config } from '../config.js';
import { InvalidLinkError, type LinkQuery, type SignedLinks } from '../storage/index.js';
import type { Job } from './entities.js';

/** The version in an upload link: it is for whatever file comes next, not for one that exists. */
const NEXT_UPLOAD = 'next';

/**
 * The addresses that files are sent to and fetched from (readings 22, 32). A link works without a key, but only as long
 * as the key that asked for it does.
 */
export class JobLinks {
  constructor(
    private readonly signed: SignedLinks,
    private readonly config: Pick<Config, 'uploadMethod' | 'uploadTtlSeconds' | 'downloadTtlSeconds'>,
    /** Whether a key is accepted at this moment: not revoked, and its account active. */
    private readonly isInForce: (keyId: string) => Promise<boolean>,
    /** Where the server is reached, without a trailing slash; known once it listens. */
    private readonly baseUrl: () => string,
  ) {}

  uploadTarget({ keyId }: Caller, jobId: string): CreateSkipTraceJobResponse {
    const { uploadMethod, uploadTtlSeconds } = this.config;
    if (uploadMethod === 'direct') {
      return { jobId, uploadMethod, uploadUrl: `${this.baseUrl()}/api/user/skip-trace/${jobId}/upload` };
    }
    const query = this.signed.sign(
      { purpose: 'upload', jobId, version: NEXT_UPLOAD, keyId },
      uploadTtlSeconds,
    );
    return { jobId, uploadMethod, uploadUrl: `${this.baseUrl()}/files/uploads/${jobId}?${query}` };
  }

  /** Null unless the job is completed and its file still there. */
  downloadUrl({ keyId }: Caller, { id: jobId, status, resultVersion }: Job): string | null {
    if (status !== 'completed' || resultVersion === null) return null;
    const claim = { purpose: 'download', jobId, version: resultVersion, keyId } as const;
    return `${this.baseUrl()}/files/downloads/${jobId}?${this.signed.sign(claim, this.config.downloadTtlSeconds)}`;
  }

  /** @throws InvalidLinkError */
  async verifyUpload(jobId: string, query: LinkQuery): Promise<void> {
    await this.#verify('upload', jobId, query);
  }

  /** The version the link is for. @throws InvalidLinkError */
  verifyDownload(jobId: string, query: LinkQuery): Promise<string> {
    return this.#verify('download', jobId, query);
  }

  async #verify(purpose: 'upload' | 'download', jobId: string, query: LinkQuery): Promise<string> {
    const { version, keyId } = this.signed.verify(purpose, jobId, query);
    if (!(await this.isInForce(keyId))) throw new InvalidLinkError();
    return version;
  }
}
