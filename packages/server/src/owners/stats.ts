import type { Import } from './entities.js';
import type { ImportStore } from './import/import-store.js';
import type { PhoneType } from './record.js';
import { addressRules } from './property.js';

/** What one source holds, over its active imports. */
export interface SourceStats {
  source: string;
  /** At a property that several sources know, the highest wins, then the newest import. */
  priority: number;
  imports: number;
  records: number;
  addressKeys: number;
  /** All that are stored, with or without a type. */
  phones: number;
  /** What phones without a type are; null leaves them out of answers. */
  phoneTypeDefault: PhoneType | null;
  /** Those of `phones` of which no file says the type. Answers leave them out where the setting is null. */
  untypedPhones: number;
  emails: number;
  lastImportAt: number;
  /** Imported under other rules of addresses: some of its owners are not found until their file is imported again. */
  outdated: boolean;
}

export interface DirectoryStats {
  /** By name. */
  sources: SourceStats[];
  /** Out of the directory, but kept until nothing can refer to them any more. */
  retired: { imports: number; records: number };
  /** Being written now, or left by a process that died. */
  loading: number;
}

/** Counted when imported, so this costs the same however large the directory is. */
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

/** Phones of an import, with those that wait for a type: `phones` alone are what answers can have. */
export const storedPhones = ({ phones, untypedPhones, phoneTypeDefault }: Import): number =>
  phones + (phoneTypeDefault === null ? untypedPhones : 0);

const sum = (
  imports: readonly Import[],
  field: 'records' | 'addressKeys' | 'untypedPhones' | 'emails',
): number => imports.reduce((total, one) => total + one[field], 0);
