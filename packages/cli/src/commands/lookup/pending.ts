import { createHash, randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { AddressInput } from '@skiptrace/sdk';
import { isRecord } from '../../json.js';
import type { Host } from '../../host.js';
import { KEPT_MS } from '../../money/idempotency.js';
import { stateDirectory } from '../../settings/paths.js';
import { makePrivateFolder, readJson, writeJson, writeNewJson } from '../../settings/private-file.js';

/** Identity of a lookup: the same address, at the same service for the same account. */
export interface LookupIdentity {
  readonly address: AddressInput;
  readonly baseUrl: string;
  /** See `accountMark`. */
  readonly account: string;
}

/**
 * The Idempotency-Key of a lookup, stored on disk before it is sent until its answer has been printed. The
 * same command within a day sends the same key, which the service answers without a second charge. The file
 * holds no address and no API key.
 */
export class PendingLookup {
  private constructor(
    private readonly file: string,
    readonly idempotencyKey: string,
    /** True if an earlier run sent it and printed no answer. */
    readonly isRepeated: boolean,
  ) {}

  static async open(host: Host, identity: LookupIdentity): Promise<PendingLookup> {
    const folder = path.join(stateDirectory(host), 'lookups');
    await makePrivateFolder(folder);
    await forgetOld(folder, host);
    const name = createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
    const file = path.join(folder, `${name}.json`);
    const key = randomUUID();
    // Two equal concurrent lookups share the key of the first, so only one of them is charged. If the record
    // is removed again (the other lookup has ended), start over.
    for (let attempt = 0; attempt < 5; attempt++) {
      if (await writeNewJson(file, { version: 1, key })) return new PendingLookup(file, key, false);
      const kept = await readJson(file).catch(() => undefined);
      if (isRecord(kept) && typeof kept['key'] === 'string')
        return new PendingLookup(file, kept['key'], true);
    }
    // The record is damaged.
    await writeJson(file, { version: 1, key });
    return new PendingLookup(file, key, false);
  }

  /** Keeps the record because the answer was lost, also if an equal concurrent lookup has ended and removed it. */
  async keep(): Promise<void> {
    await writeJson(this.file, { version: 1, key: this.idempotencyKey });
  }

  /** Removes the record: the answer is printed, or the lookup is known to have cost nothing. */
  async forget(): Promise<void> {
    await rm(this.file, { force: true });
  }
}

/** Removes keys older than the time for which the service keeps answers: they are useless. */
async function forgetOld(folder: string, { clock }: Host): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const written = await stat(file).catch(() => undefined);
    if (written && clock.now() - written.mtimeMs >= KEPT_MS) await rm(file, { force: true });
  }
}
