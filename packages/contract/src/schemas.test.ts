// Rules for every schema, and the lists and limits made from them.
import { describe, expect, test } from 'vitest';
import { openapiDocument, openapiYaml } from './document.js';
import { declaredFields, declaredSchemas } from './testing/fields.js';
import {
  CONTACT_REASONS,
  JOB_STATUSES,
  PHONE_TYPES,
  TERMINAL_JOB_STATUSES,
  UPLOAD_METHODS,
  limits,
} from './index.js';

const { schemas } = openapiDocument.components;

describe('every schema', () => {
  test.each([...declaredFields()])('$name has a description', ({ schema }) => {
    const target = typeof schema.$ref === 'string' ? schemas[schema.$ref.split('/').at(-1) ?? ''] : undefined;
    expect(schema.description ?? target?.description).toMatch(/\S/);
  });

  test('is described and open: neither requests nor answers refuse unknown fields', () => {
    for (const [name, schema] of Object.entries(schemas)) expect(schema.description, name).toMatch(/\S/);
    expect(openapiYaml).not.toMatch(/^\s*(additionalProperties|unevaluatedProperties):/m);
  });

  test('requires only fields that it declares', () => {
    for (const { name, schema } of declaredSchemas()) {
      for (const field of (schema.required ?? []) as string[]) {
        expect(Object.keys(schema.properties ?? {}), name).toContain(field);
      }
    }
  });

  test('marks fields that describe a person or a property, so that they never reach a log', () => {
    const marked = (extension: string) =>
      [...declaredFields()].filter(({ schema }) => schema[extension] === true).map(({ name }) => name);
    expect(marked('x-skiptrace-personal-data')).toEqual([
      'AddressInput.address',
      'AddressInput.city',
      'AddressInput.state',
      'AddressInput.zip',
      ...Object.keys(schemas.Contact?.properties ?? {}).map((field) => `Contact.${field}`),
      'Phone.number',
      'Emails[]',
      'BulkLookupMiss.emails[]',
      'UploadSkipTraceJobFileRequest.file',
      'Account.name',
      'Account.topUpUrl',
      'ContactMessage.fullName',
      'ContactMessage.email',
      'ContactMessage.phone',
      'ContactMessage.message',
    ]);
    // Signed links: anyone who has one can upload to, or download from, the job.
    expect(marked('x-skiptrace-secret')).toEqual([
      'CreateSkipTraceJobResponse.uploadUrl',
      'SkipTraceJob.downloadUrl',
    ]);
  });
});

describe('the lists and limits of the package', () => {
  test('match the specification', () => {
    expect(JOB_STATUSES).toEqual([
      'pending',
      'uploaded',
      'processing',
      'preview',
      'confirmed',
      'generating',
      'completed',
      'failed',
      'cancelled',
    ]);
    expect(TERMINAL_JOB_STATUSES.every((status) => JOB_STATUSES.includes(status))).toBe(true);
    expect(UPLOAD_METHODS).toEqual(['presigned', 'direct']);
    expect(PHONE_TYPES).toEqual(['mobile', 'landline']);
    expect(CONTACT_REASONS).toEqual(['Login Issues', 'General', 'Other']);
    expect(limits).toMatchObject({
      addressesPerBulkRequest: 100,
      rowsPerJob: 250_000,
      directUploadBytes: 50 * 1024 * 1024,
      filenameLength: 500,
      jobsInList: 50,
      mobilesPerMatch: 10,
      landlinesPerMatch: 9,
      emailsPerMatch: 28,
      dailyMissLimit: 250,
      matchesPerForgivenMiss: 4,
    });
  });

  test('agree with the schemas', () => {
    const field = (name: string) => [...declaredFields()].find((one) => one.name === name)?.schema;
    expect(field('BulkSkipTraceRequest.addresses')?.maxItems).toBe(limits.addressesPerBulkRequest);
    expect(field('BulkSkipTraceResponse.results')?.maxItems).toBe(limits.addressesPerBulkRequest);
    expect(field('SkipTraceJob.totalRows')?.maximum).toBe(limits.rowsPerJob);
    expect(field('SkipTraceJob.totalChargeCents')?.maximum).toBe(limits.rowsPerJob * limits.maxPriceCents);
    expect(field('CreateSkipTraceJobRequest.filename')?.maxLength).toBe(limits.filenameLength);
    expect(field('SkipTraceJobList.jobs')?.maxItems).toBe(limits.jobsInList);
    expect(schemas.Phones?.maxItems).toBe(limits.mobilesPerMatch + limits.landlinesPerMatch);
    expect(schemas.Emails?.maxItems).toBe(limits.emailsPerMatch);
  });
});
