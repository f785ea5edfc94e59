import type { FileStore } from '../../storage/index.js';
import { DamagedFileError, readChecked, writeChecked } from './checked-files.js';
import type { MatchedPart } from './match-part.js';
import { RecordSizes } from './record-sizes.js';
import { RowProperties } from './row-properties.js';
import { Sidecar } from './sidecar.js';
import type { Part } from './survey.js';

/** Stores the sidecar, then the sizes, then the properties if requested. */
export async function storeMatches(
  store: FileStore,
  name: string,
  { sidecar, sizes, properties }: MatchedPart,
): Promise<void> {
  await writeChecked(store, name, [sidecar.bytes, sizes.bytes, properties.bytes]);
}

/** Null if there is no file. @throws DamagedFileError */
export async function storedMatches(
  store: FileStore,
  name: string,
  { rows, records }: Part,
): Promise<MatchedPart | null> {
  const content = await readChecked(store, name);
  if (content === null) return null;
  const sidecarBytes = Sidecar.sizeOf(rows);
  const sizesEnd = sidecarBytes + RecordSizes.sizeOf(records);
  const hasProperties = content.length > sizesEnd;
  if (content.length !== sizesEnd + (hasProperties ? RowProperties.sizeOf(rows) : 0))
    throw new DamagedFileError(name);
  return {
    sidecar: Sidecar.stored(content.subarray(0, sidecarBytes)),
    sizes: RecordSizes.stored(content.subarray(sidecarBytes, sizesEnd)),
    properties: RowProperties.stored(content.subarray(sizesEnd)),
  };
}
