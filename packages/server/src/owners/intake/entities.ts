import { id, integer, nullableInteger, nullableText, text } from '../../database/index.js';
import { EntitySchema } from '../../database/typeorm.js';
import type { ImportOptions } from '../import/import-owners.js';
import type { PhoneType } from '../record.js';
import type { ImportSummary } from '../import/import-summary.js';

import type { OwnerFileHead } from './peek.js';

/** A file of owners that was sent from a browser. */
export interface OwnerUpload {
  id: string;
  /** Its name on the sender's machine. */
  name: string;
  /** Null until it is here as a whole, and again when it was removed. */
  bytes: number | null;
  createdAt: number;
  /** When the server that receives it last said that it arrives; null when it does not arrive any more. */
  aliveAt: number | null;
  /** What a person needs to see of it, by how it is to be read: read once. Null when it was removed. */
  heads: Record<string, OwnerFileHead> | null;
}

/** How an upload is to be imported. */
export interface IntakeOptions extends Pick<ImportOptions, 'priority' | 'state' | 'headerRow' | 'sheet'> {
  phoneTypeDefault?: PhoneType;
  nameOrder?: 'as-written' | 'first-last' | 'last-first';
  dryRun: boolean;
  source: string;
  replace: boolean;
  dncDefault: boolean;
  allowNameless: boolean;
  /** Field → headers, for fields whose columns the operator changed. */
  overrides?: Record<string, string[]>;
}

/** The import of an upload, or a try. */
export interface OwnerRun {
  id: string;
  uploadId: string;
  dryRun: boolean;
  /** The settings that it was started with; null where an older version of the server started it. */
  request: IntakeOptions | null;
  state: 'running' | 'done' | 'failed';
  rowsRead: number;
  bytesRead: number;
  /** Size of the uploaded file. */
  bytes: number;
  /** Null until it is done. */
  summary: ImportSummary | null;
  /** What happened and what to do, where it failed. */
  error: string | null;
  startedAt: number;
  /** When the server that does it was last heard of. */
  aliveAt: number;
}

export const OwnerUploadEntity = new EntitySchema<OwnerUpload>({
  name: 'OwnerUpload',
  tableName: 'owner_uploads',
  columns: {
    ...{ id, name: text, bytes: nullableInteger, createdAt: integer, aliveAt: nullableInteger },
    heads: { type: 'simple-json', nullable: true },
  },
});

export const OwnerRunEntity = new EntitySchema<OwnerRun>({
  name: 'OwnerRun',
  tableName: 'owner_runs',
  columns: {
    id,
    uploadId: text,
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
