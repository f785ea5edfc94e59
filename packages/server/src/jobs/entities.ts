import type { ColumnMapping, JobStatus, ResultSummary } from '@skiptrace/contract';
import type { Encoding, EnrichedWidths } from '@skiptrace/csv';
import type { EntitySchemaColumnOptions } from 'typeorm';
import type { Mode } from '../accounts/index.js';
import { integer, nullableInteger, nullableText, text } from '../database/index.js';
import { EntitySchema } from '../database/typeorm.js';

/** What matching learnt of the file that writing its result needs. */
export interface ResultLayout {
  /** As known at the end of the file: bytes that are not UTF-8 may come late. */
  encoding: Encoding;
  widths: EnrichedWidths;
  /** What the preview says of its matches; absent in jobs made before it did. */
  summary?: { contents: ResultSummary; isShown: boolean };
}

/** A customer's CSV job. */
export interface Job {
  /** The order of creation. */
  sequence: number;
  id: string;
  accountId: string;
  /** Mode of the key that made it. Only keys of this mode see it; a test job is free and knows the sandbox's owners alone. */
  mode: Mode;
  status: JobStatus;
  /** As the customer named it; for showing only, never part of a path. */
  filename: string;
  /** `NO_COLUMNS` once the job has ended and has no result: names may be long, and are not read again. */
  columnMapping: ColumnMapping;
  origin: 'api' | 'dashboard';
  /** 1: an owner without a phone is no match of this job (reading 45). */
  requirePhone: 1 | null;
  /** Tells jobs of the same list; see `contentMark` in jobs.ts. Null where the client sent no `contentDigest`. */
  contentMark: string | null;
  /** Names the upload from the job's creation on, whether it has come or not; null after its retention. */
  uploadVersion: string | null;
  /** Null before an upload has come. */
  uploadBytes: number | null;
  /** Owner records are kept from here until the job has ended (reading 35). */
  matchingStartedAt: number | null;
  totalRows: number | null;
  matchedRows: number | null;
  blankAddressCount: number | null;
  layout: ResultLayout | null;
  /** Cents a matched row: until the preview fixes it, the highest that it may be. Null in jobs made before it was noted. */
  priceCents: number | null;
  /** What confirm charges; fixed by the preview. */
  totalChargeCents: number | null;
  refundCents: number | null;
  /** Days for which a property that was paid for is free, as the account had them at the preview; null where it is charged again. */
  freeRepeatDays: number | null;
  /** Matched rows that cost nothing; null before the preview, and where there is no such term. */
  repeatRows: number | null;
  /** Names the file of the properties that the preview charges for; null without one. */
  unpaidVersion: string | null;
  /** Tells this result from every other; null before there is one and after its retention. */
  resultVersion: string | null;
  /** Null also for results of versions that did not note it. */
  resultBytes: number | null;
  /** The list of those to leave out that the result was written under (people/); null: before there was one. */
  suppressionVersion: number | null;
  /** Matched rows that the result lacks, because their owners asked to be left out after they were paid for. */
  withheldRows: number | null;
  errorMessage: string | null;
  createdAt: number;
  updatedAt: number;
}

/** The column names, kept for when no file is left that has them. */
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
