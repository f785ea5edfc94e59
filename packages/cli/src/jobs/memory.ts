import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failures/failure.js';
import type { Host } from '../host.js';
import { readJson, writeJson } from '../settings/private-file.js';
import { holdState, type Lock } from './lock.js';

const KEPT = 'kept.json';

const WHERE_PAID: Readonly<Record<string, string>> = {
  uploads: '"skiptrace jobs list" shows its jobs.',
  bulk: 'Billing in the web app shows what bulk lookups cost.',
};

/**
 * State about a list for the next run of it: a private folder of the state directory with one document, held by
 * one process at a time.
 */
export class Memory<T extends object> {
  private constructor(
    readonly folder: string,
    private readonly lock: Lock,
    private kept: T | undefined,
  ) {}

  /** @throws Failure busy, output_unwritable; usage if it can't be read: without it the same list could be paid for twice */
  static async open<T extends object>(
    host: Host,
    kind: string,
    identity: unknown,
    isKept: (value: unknown) => value is T,
  ): Promise<Memory<T>> {
    const { place, lock } = await holdState(host, kind, identity);
    const kept = await readJson(path.join(place, KEPT)).catch(() => 'broken');
    if (kept === undefined || isKept(kept)) return new Memory(place, lock, kept);
    await lock.release();
    throw new Failure(
      'usage',
      `${place} cannot be read, so whether this list was paid for before is not known.`,
      { hint: `${WHERE_PAID[kind] ?? ''} Delete the folder to start over; what was paid for is paid again.` },
    );
  }

  get value(): T | undefined {
    return this.kept;
  }

  async write(value: T): Promise<void> {
    this.kept = value;
    await writeJson(path.join(this.folder, KEPT), value);
  }

  /** Ignores what is kept, which stays until something replaces it. */
  disregard(): void {
    this.kept = undefined;
  }

  /** Writes it in place of everything kept. @throws Failure busy if this process was stopped and another took over */
  async replace(value: T): Promise<void> {
    if (!(await this.lock.isHeld()))
      throw new Failure('busy', 'While this command was stopped, another skiptrace took over this file.', {
        hint: 'Nothing was sent by this one. Run it again when the other is done.',
        retryable: true,
      });
    await this.forget();
    await this.write(value);
  }

  async forget(): Promise<void> {
    this.disregard();
    await rm(this.folder, { recursive: true, force: true });
  }

  close(): Promise<void> {
    return this.lock.release();
  }
}
