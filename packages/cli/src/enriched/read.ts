import { createReadStream } from 'node:fs';
import {
  type AddressColumns,
  CsvReader,
  type EnrichedOwner,
  mapHeaders,
  type MapOptions,
  propertyColumns,
} from '@skiptrace/csv';
import { inputFailure } from '../leads/failures.js';
import { readSample } from '../leads/sample.js';
import { UnclearMapping } from '../leads/unclear.js';
import type { Source } from '../leads/source.js';
import { type AddedBlock, addedHeaders, findAddedBlock } from './columns.js';
import { ownerOf } from './owner.js';

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

type Wanted = Pick<MapOptions, 'overrides' | 'state'>;

const NO_ADDRESS: PropertyAddress = { address: '', city: '', state: '', zip: '' };

/** The owners of an enriched file, a row each, without the property. */
export async function* readOwners(source: Source): AsyncGenerator<EnrichedOwner | null> {
  for await (const { owner } of rowsOf(source, () => undefined)) yield owner;
}

/** Every row of an enriched file: the property it was asked for, and the owner it got. */
export function readEnriched(source: Source, wanted: Wanted): AsyncGenerator<EnrichedRow> {
  return withSample();

  async function* withSample(): AsyncGenerator<EnrichedRow> {
    const samples = (await readSample(source, undefined))?.rows ?? [];
    yield* rowsOf(source, (names) => {
      const mapping = mapHeaders(names, { ...wanted, samples });
      if (mapping.errors.length > 0) throw new UnclearMapping(source, mapping, names, samples);
      return propertyColumns(mapping);
    });
  }
}

async function* rowsOf(
  source: Source,
  propertyOf: (originalNames: readonly string[]) => AddressColumns | undefined,
): AsyncGenerator<EnrichedRow> {
  let block: AddedBlock | undefined;
  let property: AddressColumns | undefined;
  const reader = new CsvReader({
    mappedHeaders: (names) => {
      block = findAddedBlock(names, source.shown);
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
  try {
    for await (const chunk of createReadStream(source.path, { highWaterMark: 1 << 20 })) {
      yield* rows(reader.push(chunk as Buffer));
    }
    yield* rows(reader.end());
  } catch (error) {
    throw inputFailure(source, error);
  }
}
