import { setTimeout as pause } from 'node:timers/promises';
import { coded } from '../../lib/coded.js';
import { AccountsBlockedError, DatabaseUnavailableError } from '../database.js';
import { lateness } from './transaction.js';

/** Interval of checks whether a blocked account is free. The server that holds it hangs, so checking more often gains nothing. */
const ASK_EVERY_MS = 50;

/** An account was not locked within the lock timeout. Nothing was done. */
export class LockTimeoutError extends coded('lock_timeout') {}

interface Wait {
  freed: Promise<void>;
  /** Ends the wait; an error is passed to the waiters. */
  end(error?: unknown): void;
  isLate(): boolean;
}

/**
 * Accounts that another server has locked and does not release: it hangs within a transaction. Work for them waits here, without
 * a connection, so that nothing else waits behind it.
 */
export class BlockedAccounts {
  readonly #waits = new Map<string, Wait>();

  /** @param findLocked returns which of these accounts another transaction has locked now; never waits for locks */
  constructor(private readonly findLocked: (accountIds: readonly string[]) => Promise<string[]>) {}

  /**
   * @param work locks the accounts, and throws LockTimeoutError if it waits too long
   * @throws AccountsBlockedError if another transaction holds one of them: the caller decides which items continue without it
   * @throws DatabaseUnavailableError if the accounts stay locked, although no other transaction is seen to hold them
   */
  async run<T>(accountIds: readonly string[], work: () => Promise<T>): Promise<T> {
    for (const isLate = lateness(); ;) {
      this.#requireFree(accountIds);
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof LockTimeoutError)) throw error;
        if (isLate()) throw new DatabaseUnavailableError({ cause: error });
        this.#watch(await this.findLocked(accountIds));
      }
    }
  }

  /** Like `run` for one account, but waits until the account is free. @throws DatabaseUnavailableError */
  async runPatiently<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await this.run([accountId], work);
      } catch (error) {
        if (!(error instanceof AccountsBlockedError)) throw error;
        await error.freed.get(accountId);
      }
    }
  }

  #requireFree(accountIds: readonly string[]): void {
    if (this.#waits.size === 0) return;
    const blocked = new Map<string, Promise<void>>();
    for (const id of accountIds) {
      const wait = this.#waits.get(id);
      if (wait !== undefined) blocked.set(id, wait.freed);
    }
    if (blocked.size > 0) throw new AccountsBlockedError(blocked);
  }

  #watch(accountIds: readonly string[]): void {
    const isWatching = this.#waits.size > 0;
    for (const id of accountIds) if (!this.#waits.has(id)) this.#waits.set(id, newWait());
    if (!isWatching && this.#waits.size > 0) void this.#untilFree();
  }

  async #untilFree(): Promise<void> {
    while (this.#waits.size > 0) {
      await pause(ASK_EVERY_MS);
      const ids = [...this.#waits.keys()];
      try {
        const locked = new Set(await this.findLocked(ids));
        for (const id of ids) {
          if (!locked.has(id)) this.#end(id);
          else if (this.#waits.get(id)?.isLate() === true) this.#end(id, new DatabaseUnavailableError());
        }
      } catch (error) {
        for (const id of ids) this.#end(id, error);
      }
    }
  }

  #end(accountId: string, error?: unknown): void {
    const wait = this.#waits.get(accountId);
    this.#waits.delete(accountId);
    wait?.end(error);
  }
}

function newWait(): Wait {
  let end: Wait['end'] = () => undefined;
  const freed = new Promise<void>((resolve, reject) => {
    end = (error) => {
      if (error === undefined) resolve();
      else reject(error);
    };
  });
  // Waiters may have given up.
  freed.catch(() => undefined);
  return { freed, end, isLate: lateness() };
}
