import type { ColumnMapping, JobStatus, ResultSummary } from '@skiptrace/contract';
import type { Encoding, EnrichedWidths } from '@skiptrace/csv';
import type { EntitySchemaColumnOptions } from 'typeorm';
import type { Mode } from '../../money/accounts/index.js';
import { integer, nullableInteger, nullableText, text } from '../../platform/database/index.js';
import { EntitySchema } from '../../platform/database/typeorm.js';
import type { MissCounts } from './miss-reasons.js';

/** Facts about the file, learned in matching, that writing the result needs. */
export interface ResultLayout {
  /** As known at the end of the file: invalid UTF-8 may come late. */
  encoding: Encoding;
  delimiter: string;
  widths: EnrichedWidths;
  /** Summary of the matches for the preview; absent if what is on file for one of them is unknown. */
  summary?: { contents: ResultSummary; isShown: boolean };
  /** Rows without a match by reason. */
  misses: MissCounts;
}

/** A customer's CSV job. */
export interface Job {
  /** The order of creation. */
  sequence: number;
  id: string;
  accountId: string;
  /**
   * Mode of the key that created it. Only keys of this mode see it; a test job is free and is matched against the sandbox's
   * owners only.
   */
  mode: Mode;
  status: JobStatus;
  /** As the customer named it; for display only, never part of a path. */
  filename: string;
  /** `NO_COLUMNS` once the job has ended and its files are deleted: names may be long, and are not read again. */
  columnMapping: ColumnMapping;
  origin: 'api' | 'dashboard';
  /** 1: an owner without a phone is not a match for this job (reading 45). */
  requirePhone: 1 | null;
  /** Identifies jobs of the same list; see `contentMark` in jobs.ts. Null if the client sent no `contentDigest`. */
  contentMark: string | null;
  /** Version of the upload, set at the job's creation, before the file arrives; null after its retention. */
  uploadVersion: string | null;
  /** Null before the upload. */
  uploadBytes: number | null;
  /** From this time until the job has ended, owner records are kept (reading 35). */
  matchingStartedAt: number | null;
  totalRows: number | null;
  matchedRows: number | null;
  blankAddressCount: number | null;
  layout: ResultLayout | null;
  /** Cents per matched row: an upper limit until the preview fixes it. */
  priceCents: number | null;
  /** The amount that confirm charges; fixed by the preview. */
  totalChargeCents: number | null;
  refundCents: number | null;
  /** Days for which a paid property is free, as set for the account at the preview; null if repeats are charged. */
  freeRepeatDays: number | null;
  /** Matched rows that are free repeats; null before the preview, and if repeats are charged. */
  repeatRows: number | null;
  /** Version of the file of properties that the preview charges for; null without one. */
  unpaidVersion: string | null;
  /** Version of the result; null before there is one and after its retention. */
  resultVersion: string | null;
  /** An estimate once a free job is confirmed, until its result is written. */
  resultBytes: number | null;
  /** Version of the suppression list when the result was written (privacy/list/); null before. */
  suppressionVersion: number | null;
  /** Matched rows missing from the result, because their owners opted out after they were paid for. */
  withheldRows: number | null;
  errorMessage: string | null;
  createdAt: number;
  updatedAt: number;
}

/** Stands in for the column names once no file is left that has them. */
export const NO_COLUMNS: ColumnMapping = { address: '', city: '', state: '', zip: '' };

const json: EntitySchemaColumnOptions = { type: 'simple-json' };

export const JobEntity = new EntitySchema<Job>({
  name: 'Job',
  tableName: 'jobs',
  columns: {
    sequence: { type: 'integer', primary: true, generated: 'increment' },
    id: text,
    accountId: text,
    mode: text,
    status: text,
    filename: text,
    columnMapping: json,
    origin: text,
    requirePhone: nullableInteger,
    contentMark: nullableText,
    uploadVersion: nullableText,
    uploadBytes: nullableInteger,
    matchingStartedAt: nullableInteger,
    totalRows: nullableInteger,
    matchedRows: nullableInteger,
    blankAddressCount: nullableInteger,
    layout: { ...json, nullable: true },
    priceCents: nullableInteger,
    totalChargeCents: nullableInteger,
    refundCents: nullableInteger,
    freeRepeatDays: nullableInteger,
    repeatRows: nullableInteger,
    unpaidVersion: nullableText,
    resultVersion: nullableText,
    resultBytes: nullableInteger,
    suppressionVersion: nullableInteger,
    withheldRows: nullableInteger,
    errorMessage: nullableText,
    createdAt: integer,
    updatedAt: integer,
  },
});
