import type { CreateSkipTraceJobResponse } from '@skiptrace/contract';
import type { Config } from '../config.js';
import type { LinkQuery, SignedLinks } from '../storage/index.js';
import type { Job } from './entities.js';

/** The version in an upload link: it is for whatever file comes next, not for one that exists. */
const NEXT_UPLOAD = 'next';

/** The addresses that files are sent to and fetched from (readings 22, 32). */
export class JobLinks {
  constructor(
    private readonly signed: SignedLinks,
    private readonly config: Pick<Config, 'uploadMethod' | 'uploadTtlSeconds' | 'downloadTtlSeconds'>,
    /** Where the server is reached, without a trailing slash; known once it listens. */
    private readonly baseUrl: () => string,
  ) {}

  uploadTarget(jobId: string): CreateSkipTraceJobResponse {
    const { uploadMethod, uploadTtlSeconds } = this.config;
    if (uploadMethod === 'direct') {
      return { jobId, uploadMethod, uploadUrl: `${this.baseUrl()}/api/user/skip-trace/${jobId}/upload` };
    }
    const query = this.signed.sign({ purpose: 'upload', jobId, version: NEXT_UPLOAD }, uploadTtlSeconds);
    return { jobId, uploadMethod, uploadUrl: `${this.baseUrl()}/files/uploads/${jobId}?${query}` };
  }

  /** Null unless the job is completed and its file still there. */
  downloadUrl({ id: jobId, status, resultVersion }: Job): string | null {
    if (status !== 'completed' || resultVersion === null) return null;
    const claim = { purpose: 'download', jobId, version: resultVersion } as const;
    return `${this.baseUrl()}/files/downloads/${jobId}?${this.signed.sign(claim, this.config.downloadTtlSeconds)}`;
  }

  /** @throws InvalidLinkError */
  verifyUpload(jobId: string, query: LinkQuery): void {
    this.signed.verify('upload', jobId, query);
  }

  /** The version the link is for. @throws InvalidLinkError */
  verifyDownload(jobId: string, query: LinkQuery): string {
    return this.signed.verify('download', jobId, query);
  }
}
