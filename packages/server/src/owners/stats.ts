import type { Import } from './entities.js';
import type { ImportStore } from './import/import-store.js';
import type { PhoneType } from './record.js';
import { addressRules } from './property.js';

/** Statistics of a source, over its active imports. */
export interface SourceStats {
  source: string;
  /** If several sources know a property, the highest priority wins, then the newest import. */
  priority: number;
  imports: number;
  records: number;
  addressKeys: number;
  /** All stored phones, with or without a type. */
  phones: number;
  /** Type assumed for phones without one; null leaves them out of answers. */
  phoneTypeDefault: PhoneType | null;
  /** Number of `phones` without a type in the data. Answers leave them out if the setting is null. */
  untypedPhones: number;
  emails: number;
  lastImportAt: number;
  /** Imported under other address rules, so some of its owners aren't found until their file is imported again. */
  outdated: boolean;
}

export interface DirectoryStats {
  /** Sources sorted by name. */
  sources: SourceStats[];
  /** Retired records, kept until nothing can refer to them any more. */
  retired: { imports: number; records: number };
  /** Imports being written, or left by a dead process. */
  loading: number;
}

/** Uses counts stored at import time, so it takes the same time for any size of directory. */
export async function directoryStats(store: ImportStore): Promise<DirectoryStats> {
  const imports = await store.imports();
  const inState = (state: Import['state']): Import[] => imports.filter((one) => one.state === state);
  const names = [...new Set(inState('active').map(({ source }) => source))].sort();
  return {
    sources: names.map((name) => {
      const active = inState('active').filter(({ source }) => source === name);
      return {
        source: name,
        priority: active[0]?.priority ?? 0,
        imports: active.length,
        records: sum(active, 'records'),
        addressKeys: sum(active, 'addressKeys'),
        phones: active.reduce((total, one) => total + storedPhones(one), 0),
        phoneTypeDefault: active.at(-1)?.phoneTypeDefault ?? null,
        untypedPhones: sum(active, 'untypedPhones'),
        emails: sum(active, 'emails'),
        lastImportAt: Math.max(...active.map(({ activatedAt }) => activatedAt ?? 0)),
        outdated: active.some((one) => one.addressRules !== addressRules()),
      };
    }),
    retired: { imports: inState('retired').length, records: sum(inState('retired'), 'records') },
    loading: inState('loading').length,
  };
}

/** All phones of an import, including untyped ones; `phones` counts only the phones that answers may have. */
export const storedPhones = ({ phones, untypedPhones, phoneTypeDefault }: Import): number =>
  phones + (phoneTypeDefault === null ? untypedPhones : 0);

const sum = (
  imports: readonly Import[],
  field: 'records' | 'addressKeys' | 'untypedPhones' | 'emails',
): number => imports.reduce((total, one) => total + one[field], 0);
