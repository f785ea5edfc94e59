// Fields of each answer, and when they are present.
import { describe, expect, test } from 'vitest';
import { openapiDocument } from './document.js';
import { accepts, errorsOfNamed } from './testing/validator.js';
import { JOB_STATUSES } from './index.js';

const { schemas } = openapiDocument.components;

describe('SkipTraceResponse', () => {
  const contact = Object.fromEntries(
    Object.keys(schemas.Contact?.properties ?? {}).map((field) => [field, null]),
  );
  const match = { success: true, found: true, contact, charged: 4, phones: [], emails: [] };
  const miss = { success: true, found: false, contact: null };
  const phone = (type: string) => ({ number: '5125550100', type, dnc: false });

  test('is a match with everything, or a miss without charged, phones and emails', () => {
    expect(accepts('SkipTraceResponse', match)).toBe(true);
    expect(accepts('SkipTraceResponse', miss)).toBe(true);
    for (const field of Object.keys(match)) {
      const { [field]: _left, ...rest } = match as Record<string, unknown>;
      expect(accepts('SkipTraceResponse', rest), `a match without ${field}`).toBe(false);
    }
    for (const extra of [{ charged: 0 }, { phones: [] }, { emails: [] }]) {
      expect(accepts('SkipTraceResponse', { ...miss, ...extra })).toBe(false);
    }
    expect(accepts('SkipTraceResponse', { ...match, contact: null })).toBe(false);
    expect(accepts('SkipTraceResponse', { ...miss, contact })).toBe(false);
    expect(accepts('SkipTraceResponse', { ...match, charged: 1001 })).toBe(false);
    expect(accepts('SkipTraceResponse', { ...match, success: false })).toBe(false);
  });

  test('may gain fields', () => {
    expect(accepts('SkipTraceResponse', { ...match, confidence: 0.9 })).toBe(true);
    expect(accepts('SkipTraceResponse', { ...miss, reason: 'new' })).toBe(true);
  });

  test('has every field of the contact, each a string or null', () => {
    for (const field of Object.keys(contact)) {
      const { [field]: _left, ...rest } = contact;
      expect(accepts('Contact', rest), field).toBe(false);
      expect(accepts('Contact', { ...rest, [field]: 'x' }), field).toBe(true);
      expect(accepts('Contact', { ...rest, [field]: 1 }), field).toBe(false);
    }
  });

  test('has at most 10 mobile numbers, 9 landlines and 28 emails', () => {
    const phones = (mobiles: number, landlines: number) => [
      ...Array.from({ length: mobiles }, () => phone('mobile')),
      ...Array.from({ length: landlines }, () => phone('landline')),
    ];
    expect(accepts('SkipTraceMatch', { ...match, phones: phones(10, 9) })).toBe(true);
    expect(accepts('SkipTraceMatch', { ...match, phones: phones(11, 0) })).toBe(false);
    expect(accepts('SkipTraceMatch', { ...match, phones: phones(0, 10) })).toBe(false);
    const emails = (count: number) => Array.from({ length: count }, (_, index) => `a${index}@example.com`);
    expect(accepts('SkipTraceMatch', { ...match, emails: emails(28) })).toBe(true);
    expect(accepts('SkipTraceMatch', { ...match, emails: emails(29) })).toBe(false);
  });

  test('a bulk miss has all its fields, empty', () => {
    const bulkMiss = { found: false, charged: 0, contact: null, phones: [], emails: [] };
    expect(accepts('BulkLookupResult', bulkMiss)).toBe(true);
    expect(accepts('BulkLookupResult', { ...bulkMiss, charged: 4 })).toBe(false);
    expect(accepts('BulkLookupResult', { ...bulkMiss, phones: [phone('mobile')] })).toBe(false);
    expect(accepts('BulkLookupResult', { found: false, charged: 0, contact: null })).toBe(false);
  });
});

describe('SkipTraceJob', () => {
  const job = {
    id: '018f6f2e-7b0a-7c3e-9a51-2d4c8b6f1e90',
    status: 'preview',
    filename: 'leads.csv',
    totalRows: 3,
    matchedRows: 2,
    totalChargeCents: 8,
    createdAt: '2026-11-21T09:30:00.000Z',
    updatedAt: '2026-11-21T09:30:00.000Z',
  };

  test('needs id, status, filename and the two times', () => {
    for (const field of ['id', 'status', 'filename', 'createdAt', 'updatedAt']) {
      const { [field]: _left, ...rest } = job as Record<string, unknown>;
      expect(accepts('SkipTraceJob', rest), field).toBe(false);
    }
  });

  test('has rows, matches and total in preview', () => {
    expect(errorsOfNamed('SkipTraceJob', job)).toEqual([]);
    for (const field of ['totalRows', 'matchedRows', 'totalChargeCents']) {
      expect(accepts('SkipTraceJob', { ...job, [field]: null }), field).toBe(false);
    }
  });

  test('has no counts before the preview', () => {
    for (const status of ['pending', 'uploaded', 'processing']) {
      expect(accepts('SkipTraceJob', { ...job, status })).toBe(false);
      const uncounted = { ...job, status, totalRows: null, matchedRows: null, totalChargeCents: null };
      expect(accepts('SkipTraceJob', uncounted)).toBe(true);
    }
  });

  test('has a download link only while it is completed', () => {
    const downloadUrl = 'http://127.0.0.1:3000/files/results/x';
    for (const status of JOB_STATUSES.slice(3)) {
      expect(accepts('SkipTraceJob', { ...job, status, downloadUrl }), status).toBe(status === 'completed');
      expect(accepts('SkipTraceJob', { ...job, status, downloadUrl: null }), status).toBe(true);
    }
  });

  test('only confirm must state its charge', () => {
    const action = { status: 'confirmed', jobId: job.id };
    expect(accepts('JobActionResponse', action)).toBe(true);
    expect(accepts('ConfirmSkipTraceJobResponse', action)).toBe(false);
    expect(accepts('ConfirmSkipTraceJobResponse', { ...action, totalChargeCents: 0 })).toBe(true);
  });
});

describe('Error', () => {
  test('always has a sentence; a 402 also has the amount needed', () => {
    expect(accepts('Error', {})).toBe(false);
    expect(accepts('Error', { error: '' })).toBe(false);
    expect(accepts('Error', { error: 'no' })).toBe(true);
    expect(accepts('InsufficientBalanceError', { error: 'no' })).toBe(false);
    expect(accepts('InsufficientBalanceError', { error: 'no', balanceRequired: 4 })).toBe(true);
  });
});
