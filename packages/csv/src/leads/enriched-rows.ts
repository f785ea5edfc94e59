import type { EnrichedOwner } from '../enriched/owner.js';
import { mapHeaders } from '../headers/map-headers.js';
import type { MapOptions } from '../headers/mapping.js';
import { type AddressColumns, propertyColumns } from '../helpers/address-columns.js';
import { CsvReader } from '../records/reader.js';
import type { ByteSource } from '../source/byte-source.js';
import { type AddedBlock, addedHeaders, findAddedBlock } from './added-block.js';
import { UnclearColumns } from './inspect.js';
import { ownerOf } from './owner-cells.js';
import { readSample } from './sample.js';

export interface PropertyAddress {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

export interface EnrichedRow {
  readonly property: PropertyAddress;
  readonly owner: EnrichedOwner | null;
}

export type EnrichedOptions = Pick<MapOptions, 'overrides' | 'state'>;

const NO_ADDRESS: PropertyAddress = { address: '', city: '', state: '', zip: '' };

/** The owners of an enriched file, a row each, without the property. @throws CsvInputError, NotEnriched */
export async function* readOwners(source: ByteSource): AsyncGenerator<EnrichedOwner | null> {
  for await (const { owner } of rowsOf(source, () => undefined)) yield owner;
}

/**
 * Every row of an enriched file: the property it was asked for, and the owner it got.
 * @throws CsvInputError, NotEnriched, UnclearColumns
 */
export function readEnriched(source: ByteSource, wanted: EnrichedOptions): AsyncGenerator<EnrichedRow> {
  return withSample();

  async function* withSample(): AsyncGenerator<EnrichedRow> {
    const samples = (await readSample(source))?.rows ?? [];
    yield* rowsOf(source, (names) => {
      const mapping = mapHeaders(names, { ...wanted, samples });
      if (mapping.errors.length > 0) throw new UnclearColumns(mapping, names, samples);
      return propertyColumns(mapping);
    });
  }
}

async function* rowsOf(
  source: ByteSource,
  propertyOf: (originalNames: readonly string[]) => AddressColumns | undefined,
): AsyncGenerator<EnrichedRow> {
  let block: AddedBlock | undefined;
  let property: AddressColumns | undefined;
  const reader = new CsvReader({
    mappedHeaders: (names) => {
      block = findAddedBlock(names);
      property = propertyOf(block.originalNames);
      return [...(property?.headers ?? []), ...addedHeaders(block)];
    },
  });
  const rows = function* (records: ReturnType<typeof reader.push>) {
    const width = property?.headers.length ?? 0;
    for (const { blank, values } of records) {
      if (blank || !block) continue;
      yield {
        property: property?.read(values.slice(0, width)) ?? NO_ADDRESS,
        owner: ownerOf(values.slice(width), block),
      };
    }
  };
  for await (const chunk of source.read()) yield* rows(reader.push(chunk));
  yield* rows(reader.end());
}
