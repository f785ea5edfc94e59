import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../failures/failure.js';
import type { Host } from '../host.js';
import { readJson, writeJson } from '../settings/private-file.js';
import { holdState } from './lock.js';

const KEPT = 'kept.json';

/**
 * State about a list for the next run of it: a private folder of the state directory with one document, held by
 * one process at a time.
 */
export class Memory<T extends object> {
  private constructor(
    readonly folder: string,
    readonly close: () => Promise<void>,
    private kept: T | undefined,
  ) {}

  /** @throws Failure busy, output_unwritable; usage if it can't be read: without it the same list could be paid for twice */
  static async open<T extends object>(
    host: Host,
    kind: string,
    identity: unknown,
    isKept: (value: unknown) => value is T,
  ): Promise<Memory<T>> {
    const { place, unlock } = await holdState(host, kind, identity);
    const kept = await readJson(path.join(place, KEPT)).catch(() => 'broken');
    if (kept === undefined || isKept(kept)) return new Memory(place, unlock, kept);
    await unlock();
    throw new Failure(
      'usage',
      `${place} cannot be read, so whether this list was paid for before is not known.`,
      {
        hint: '"skiptrace jobs list" shows its jobs. Delete the folder to start over.',
      },
    );
  }

  get value(): T | undefined {
    return this.kept;
  }

  async write(value: T): Promise<void> {
    this.kept = value;
    await writeJson(path.join(this.folder, KEPT), value);
  }

  async forget(): Promise<void> {
    this.kept = undefined;
    await rm(this.folder, { recursive: true, force: true });
  }
}
