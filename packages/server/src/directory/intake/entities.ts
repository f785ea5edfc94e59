import { id, integer, nullableInteger, nullableText, text } from '../../platform/database/index.js';
import { EntitySchema } from '../../platform/database/typeorm.js';
import type { ImportOptions } from '../import/import-owners.js';
import type { ImportSummary } from '../import/import-summary.js';
import type { PhoneType } from '../record.js';
import type { OwnerFileHead } from './peek.js';

/** A file of owners uploaded from a browser. */
export interface OwnerUpload {
  id: string;
  /** File name on the operator's machine. */
  name: string;
  /** Null until it has arrived completely, and again after it was removed. */
  bytes: number | null;
  createdAt: number;
  /** Last heartbeat of the server that receives it; null when it isn't arriving. */
  aliveAt: number | null;
  /** Cached previews of the file by reading options. Null after it was removed. */
  heads: Record<string, OwnerFileHead> | null;
}

/** Settings to import an upload. */
export interface IntakeOptions extends Pick<
  ImportOptions,
  'priority' | 'state' | 'headerRow' | 'sheet' | 'unused'
> {
  phoneTypeDefault?: PhoneType;
  nameOrder?: 'as-written' | 'comma' | 'first-last' | 'last-first';
  dryRun: boolean;
  source: string;
  replace: boolean;
  dncDefault: boolean;
  allowNameless: boolean;
  /** Rows of one address are the same property, even if an unread column tells them apart. */
  sameProperty?: boolean;
  /** Field → headers, for fields that the operator gave other columns. */
  overrides?: Record<string, string[]>;
  /** Headers of columns that are not read. */
  unused?: string[];
  /** The import with the rejected rows that this one imports, corrected. */
  corrects?: CorrectedRows;
}

export interface CorrectedRows {
  uploadId: string;
  runId: string;
  /** Lines of its file. */
  lines: number[];
  /** SHA-256 of the file with the corrected rows. */
  fileDigest: string;
}

/** An import of an upload, or a dry run. */
export interface OwnerRun {
  id: string;
  /** Empty if the command line read the file in place. */
  uploadId: string;
  /** Null if an older version of the server started it. */
  fileName: string | null;
  /** Actor in the log of disclosures. */
  startedBy: string | null;
  dryRun: boolean;
  /** Settings of the run; null if an older version of the server started it. */
  request: IntakeOptions | null;
  state: 'running' | 'done' | 'failed';
  rowsRead: number;
  bytesRead: number;
  /** Size of the uploaded file. */
  bytes: number;
  /** Null until it is done. */
  summary: ImportSummary | null;
  /** Message about a failure, with advice. */
  error: string | null;
  startedAt: number;
  /** Last heartbeat of its server. */
  aliveAt: number;
}

export const OwnerUploadEntity = new EntitySchema<OwnerUpload>({
  name: 'OwnerUpload',
  tableName: 'owner_uploads',
  columns: {
    id,
    name: text,
    bytes: nullableInteger,
    createdAt: integer,
    aliveAt: nullableInteger,
    heads: { type: 'simple-json', nullable: true },
  },
});

export const OwnerRunEntity = new EntitySchema<OwnerRun>({
  name: 'OwnerRun',
  tableName: 'owner_runs',
  columns: {
    id,
    uploadId: text,
    fileName: nullableText,
    startedBy: nullableText,
    dryRun: { type: 'boolean' },
    request: { type: 'simple-json', nullable: true },
    state: text,
    rowsRead: integer,
    bytesRead: integer,
    bytes: integer,
    summary: { type: 'simple-json', nullable: true },
    error: nullableText,
    startedAt: integer,
    aliveAt: integer,
  },
});
