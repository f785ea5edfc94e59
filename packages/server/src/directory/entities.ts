import type { PhoneType } from './record.js';

/**
 * Only active imports are seen by matches. A retired import's records stay readable by id, for what refers to them, until
 * they are purged. A loading one is being written, or was left by a process that died.
 */
export type ImportState = 'loading' | 'active' | 'retired';

/** Counts of an import. `records` counts owners: a row can hold two. */
export interface ImportCounts {
  rowsRead: number;
  rowsMerged: number;
  rowsRefused: number;
  records: number;
  addressKeys: number;
  phones: number;
  /** Phones without a type in the data, including phones typed by `phoneTypeDefault`. */
  untypedPhones: number;
  emails: number;
}

/** An imported file, or the sandbox. */
export interface Import extends ImportCounts {
  sequence: number;
  id: string;
  source: string;
  state: ImportState;
  /** Order of activation over all sources: the higher one is newer. Null until active. */
  edition: number | null;
  /** SHA-256 over the file's bytes and everything that decides how they are read. */
  fingerprint: string;
  /** SHA-256 of the file's bytes alone; null for imports without a file and for imports made before this column existed. */
  fileDigest: string | null;
  /** Priority of the source: at a property that several sources know, the highest wins, then the newest import. */
  priority: number;
  /** Type the source assumes for phones without one; null leaves them out of answers. */
  phoneTypeDefault: PhoneType | null;
  /** As JSON, the headers that the operator chose, by field (source-columns.ts); null for none. */
  chosenColumns: string | null;
  /** Version of the address rules that made the keys (property.ts). */
  addressRules: number;
  /** First id of the import's range. */
  firstRecordId: number;
  /** Last id of the range. The range has gaps and may contain records of imports that ran at the same time. */
  lastRecordId: number;
  startedAt: number;
  /** Last heartbeat of the loading process. */
  touchedAt: number;
  activatedAt: number | null;
  retiredAt: number | null;
}

/** All phones of an import, including untyped ones; `phones` counts only the phones that answers may have. */
export const storedPhones = ({ phones, untypedPhones, phoneTypeDefault }: Import): number =>
  phones + (phoneTypeDefault === null ? untypedPhones : 0);

/** Source name of the made-up owners of `--sandbox`; reserved. */
export const SANDBOX_SOURCE = 'sandbox';
