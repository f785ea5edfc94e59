import type { CreateSkipTraceJobResponse } from '@skiptrace/contract';
import type { Caller } from '../../money/accounts/index.js';
import type { Config } from '../../platform/config.js';
import {
  InvalidLinkError,
  type DownloadedAs,
  type FileStore,
  type LinkClaim,
  type LinkQuery,
  type SignedLinks,
} from '../../platform/storage/index.js';
import type { Job } from './entities.js';
import { uploadName } from './files.js';

/** Time a browser has to follow a redirect to the file store. */
const FOLLOW_SECONDS = 60;

export interface JobLinksNeeds {
  signed: SignedLinks;
  store: Pick<FileStore, 'uploadLink' | 'link'>;
  config: Pick<Config, 'uploadMethod' | 'uploadTtlSeconds' | 'downloadTtlSeconds'>;
  /** Whether a key is accepted at this moment: not revoked, and its account active. */
  isInForce(keyId: string): Promise<boolean>;
  /** URL of the server, without a trailing slash; set once it listens. */
  baseUrl(): string;
}

/** The file that a job waits for. */
export interface AwaitedUpload {
  jobId: string;
  /** Set when the job is created, so that the file has its name before it is sent. */
  version: string;
}

/**
 * URLs for sending and fetching files (readings 22, 32). A link works without a key, but only as long as the key it was
 * created with does.
 */
export class JobLinks {
  constructor(private readonly needs: JobLinksNeeds) {}

  async uploadTarget(
    { keyId }: Caller,
    { jobId, version }: AwaitedUpload,
  ): Promise<CreateSkipTraceJobResponse> {
    const { signed, store, config, baseUrl } = this.needs;
    const { uploadMethod, uploadTtlSeconds } = config;
    if (uploadMethod === 'direct') {
      return { jobId, uploadMethod, uploadUrl: `${baseUrl()}/api/user/skip-trace/${jobId}/upload` };
    }
    const name = uploadName(jobId, version);
    const atStore = await store.uploadLink(name, uploadTtlSeconds);
    if (atStore !== null) return { jobId, uploadMethod, uploadUrl: atStore.href };
    const query = signed.sign({ purpose: 'upload', jobId, version, keyId }, uploadTtlSeconds);
    return { jobId, uploadMethod, uploadUrl: `${baseUrl()}/files/uploads/${jobId}?${query}` };
  }

  /**
   * URL if the store serves the file itself; null if it is read through this server, as with direct uploads: customers then
   * need not reach the store, or know that there is one.
   */
  async atStore(name: string, as: DownloadedAs): Promise<URL | null> {
    const { store, config } = this.needs;
    return config.uploadMethod === 'direct' ? null : store.link(name, FOLLOW_SECONDS, as);
  }

  /** Null unless the job is completed and its file still there. */
  downloadUrl({ keyId }: Caller, { id: jobId, status, resultVersion }: Job): string | null {
    if (status !== 'completed' || resultVersion === null) return null;
    const claim = { purpose: 'download', jobId, version: resultVersion, keyId } as const;
    const { signed, config, baseUrl } = this.needs;
    return `${baseUrl()}/files/downloads/${jobId}?${signed.sign(claim, config.downloadTtlSeconds)}`;
  }

  /** @throws InvalidLinkError */
  async verifyUpload(jobId: string, query: LinkQuery): Promise<void> {
    await this.#verify('upload', jobId, query);
  }

  /** The version that the link is for, and the key that requested it. @throws InvalidLinkError */
  verifyDownload(jobId: string, query: LinkQuery): Promise<Pick<LinkClaim, 'version' | 'keyId'>> {
    return this.#verify('download', jobId, query);
  }

  async #verify(
    purpose: 'upload' | 'download',
    jobId: string,
    query: LinkQuery,
  ): Promise<Pick<LinkClaim, 'version' | 'keyId'>> {
    const { version, keyId } = this.needs.signed.verify(purpose, jobId, query);
    if (!(await this.needs.isInForce(keyId))) throw new InvalidLinkError();
    return { version, keyId };
  }
}
