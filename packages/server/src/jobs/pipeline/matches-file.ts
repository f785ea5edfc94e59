import type { FileStore } from '../../storage/index.js';
import { DamagedFileError, readChecked, writeChecked } from './checked-files.js';
import type { MatchedPart } from './match-part.js';
import { RecordSizes } from './record-sizes.js';
import { Sidecar } from './sidecar.js';
import type { Part } from './survey.js';

/** The sidecar, then the sizes. */
export async function storeMatches(
  store: FileStore,
  name: string,
  { sidecar, sizes }: MatchedPart,
): Promise<void> {
  await writeChecked(store, name, [sidecar.bytes, sizes.bytes]);
}

/** Null when there are none. @throws DamagedFileError */
export async function storedMatches(
  store: FileStore,
  name: string,
  { rows, records }: Part,
): Promise<MatchedPart | null> {
  const content = await readChecked(store, name);
  if (content === null) return null;
  const sidecarBytes = Sidecar.sizeOf(rows);
  if (content.length !== sidecarBytes + RecordSizes.sizeOf(records)) throw new DamagedFileError(name);
  return {
    sidecar: Sidecar.stored(content.subarray(0, sidecarBytes)),
    sizes: RecordSizes.stored(content.subarray(sidecarBytes)),
  };
}
