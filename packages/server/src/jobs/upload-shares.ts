import type { Job } from './entities.js';
import { AccountLimitError } from './errors.js';
import { requireRoomForBytes, type Quotas } from './quotas.js';

/** Short, because uploads end soon. */
const RETRY_AFTER_SECONDS = 1;

/** An upload under way. */
export interface UploadShare {
  /** Counts arrived bytes. @throws AccountLimitError */
  add(bytes: number): void;
  end(): void;
}

/** The uploads arriving at this process: one per job, a few per account, separately for its live and its test jobs. */
export class UploadShares {
  readonly #jobs = new Set<string>();
  /** By mode and account. */
  readonly #accounts = new Map<string, { uploads: number; bytes: number }>();

  constructor(private readonly quotas: Quotas) {}

  /**
   * @param heldBytes bytes of the account's other files
   * @throws AccountLimitError
   */
  begin({ id, accountId, mode }: Pick<Job, 'id' | 'accountId' | 'mode'>, heldBytes: number): UploadShare {
    const holder = `${mode} ${accountId}`;
    const account = this.#accounts.get(holder) ?? { uploads: 0, bytes: 0 };
    if (this.#jobs.has(id)) {
      throw new AccountLimitError(
        'Another upload for this job is in progress. Nothing was changed. Wait for it to finish, then try again.',
        RETRY_AFTER_SECONDS,
      );
    }
    if (account.uploads >= this.quotas.uploadsAtOncePerAccount) {
      throw new AccountLimitError(
        `This account is already uploading ${account.uploads} files, its limit. Nothing was changed. ` +
          'Wait for one to finish, then try again.',
        RETRY_AFTER_SECONDS,
      );
    }
    requireRoomForBytes(heldBytes + account.bytes + 1, this.quotas);
    this.#jobs.add(id);
    this.#accounts.set(holder, account);
    account.uploads += 1;
    let ownBytes = 0;
    return {
      add: (bytes) => {
        ownBytes += bytes;
        account.bytes += bytes;
        requireRoomForBytes(heldBytes + account.bytes, this.quotas);
      },
      end: () => {
        this.#jobs.delete(id);
        account.uploads -= 1;
        account.bytes -= ownBytes;
        if (account.uploads === 0) this.#accounts.delete(holder);
      },
    };
  }
}
