import { describe, expect, test } from 'vitest';
import {
  dereference,
  openapiDocument,
  operationObject,
  requestSchema,
  responseObject,
  responseSchema,
  type Schema,
} from './document.js';
import { requestExamples, responseExamples } from './examples.js';
import { declaredFields, undeclaredFields } from './testing/fields.js';
import { errorsOf } from './testing/validator.js';
import {
  operationPolicies,
  type BulkSkipTraceResponse,
  type OperationId,
  type SkipTraceJob,
  type SkipTraceJobList,
} from './index.js';

const ids = Object.keys(operationPolicies) as OperationId[];

const bodies = ids.flatMap((id) => {
  const request = requestSchema(id);
  return [
    ...(request ? [{ body: `${id} request`, schema: request, examples: requestExamples(id) }] : []),
    ...operationPolicies[id].statuses.map((status) => {
      const schema = responseSchema(id, status);
      if (!schema) throw new Error(`${id} ${status} has no body`);
      return { body: `${id} ${status}`, schema, examples: responseExamples(id, status) };
    }),
  ];
});

describe.each(bodies)('$body', ({ schema, examples }) => {
  test('has an example', () => {
    expect(examples.length).toBeGreaterThan(0);
  });

  test.each([...examples])('$name is valid and has a summary of one line', ({ summary, value }) => {
    expect(errorsOf(schema, value)).toEqual([]);
    expect(summary).toMatch(/\S/);
  });

  test.each([...examples])('$name holds only declared fields', ({ value }) => {
    expect(undeclaredFields(schema, value)).toEqual([]);
  });
});

test('the examples of webhooks are valid, and hold only declared fields', () => {
  const bodies = Object.entries(openapiDocument.webhooks).map(([name, { post }]) => ({
    name,
    media: post.requestBody.content['application/json'],
  }));
  expect(bodies.map(({ name }) => name)).toEqual([
    'job.preview',
    'job.completed',
    'job.failed',
    'balance.low',
  ]);
  for (const { name, media } of bodies) {
    if (media === undefined) throw new Error(`${name} has no body`);
    const { schema, examples } = media;
    expect(Object.keys(examples)).not.toEqual([]);
    for (const { value } of Object.values(examples).map((example) => dereference(example))) {
      expect(errorsOf(schema, value), name).toEqual([]);
      expect(undeclaredFields(schema, value), name).toEqual([]);
      expect(value).toMatchObject({ type: name });
    }
  }
});

test('the examples of single fields are valid', () => {
  const withExamples = [...declaredFields()].filter(({ schema }) => Array.isArray(schema.examples));
  expect(withExamples.length).toBeGreaterThan(40);
  for (const { name, schema } of withExamples) {
    for (const value of schema.examples as unknown[]) expect(errorsOf(schema, value), name).toEqual([]);
  }
});

test('the examples of headers and parameters are valid', () => {
  const named: [string, { schema: Schema; example: unknown }][] = [
    ...Object.entries(openapiDocument.components.headers),
    ...Object.entries(openapiDocument.components.parameters),
  ];
  for (const [name, { schema, example }] of named) expect(errorsOf(schema, example), name).toEqual([]);
});

test('every component is referenced', () => {
  const text = JSON.stringify(openapiDocument);
  for (const [kind, components] of Object.entries(openapiDocument.components)) {
    if (kind === 'securitySchemes') continue;
    for (const name of Object.keys(components)) expect(text).toContain(`"#/components/${kind}/${name}"`);
  }
});

test('every sandbox address of the introduction is an example, and answered by the example of the same name', () => {
  const rows = [...openapiDocument.info.description.matchAll(/^\| (\d+ Sandbox [^|]+?) \|/gm)].map(
    (row) => row[1],
  );
  expect(rows).toHaveLength(7);

  const requests = requestExamples('skipTraceSingle').filter(({ name }) => name !== 'addressOnly');
  const lines = requests.map(({ value }) => {
    const { address, city, state, zip } = value as Record<string, string>;
    return `${address}, ${city}, ${state} ${zip}`;
  });
  expect(lines.sort()).toEqual([...rows].sort());

  const answered = responseExamples('skipTraceSingle', 200).map(({ name }) => name);
  const asked = requests.map(({ name }) => name).filter((name) => name !== 'failure');
  expect([...answered].sort()).toEqual(asked.sort());
});

test('the full sandbox match has as many phones and emails as a match can have', () => {
  const full = responseExamples('skipTraceSingle', 200).find(({ name }) => name === 'full')?.value;
  expect(full).toMatchObject({ phones: { length: 19 }, emails: { length: 28 } });
});

test('the sums of the bulk examples are right', () => {
  for (const { value } of responseExamples('skipTraceBulk', 200)) {
    const bulk = value as BulkSkipTraceResponse;
    expect(bulk.total).toBe(bulk.results.length);
    expect(bulk.matched).toBe(bulk.results.filter(({ found }) => found).length);
    expect(bulk.totalCharged).toBe(bulk.results.reduce((sum, { charged }) => sum + charged, 0));
  }
});

test('the sums of the job examples are right', () => {
  const detail = responseExamples('getSkipTraceJob', 200).map(({ value }) => value as SkipTraceJob);
  const listed = responseExamples('listSkipTraceJobs', 200).flatMap(
    ({ value }) => (value as SkipTraceJobList).jobs,
  );
  const counted = [...detail, ...listed].filter(({ totalRows }) => typeof totalRows === 'number');
  expect(counted.length).toBeGreaterThan(3);
  for (const job of counted) {
    expect(job.totalRows).toBe(Number(job.matchedRows) + Number(job.unmatchedRows));
    expect(job.totalChargeCents).toBe(Number(job.matchedRows) * Number(job.pricePerRowCents));
    if (detail.includes(job))
      expect(job.unmatchedRows).toBe(Number(job.nonMatchCount) + Number(job.blankAddressCount));
  }
});

test('fields of the list and of the detail appear only there', () => {
  const only = (side: string) =>
    [...declaredFields()]
      .filter(({ schema }) => schema['x-skiptrace-only-in'] === side)
      .map(({ name }) => name.replace('SkipTraceJob.', ''));
  expect(only('list')).toEqual(['origin', 'areaZip5']);
  expect(only('detail')).toEqual(['blankAddressCount']);

  for (const { value } of responseExamples('getSkipTraceJob', 200)) {
    for (const field of only('list')) expect(value).not.toHaveProperty(field);
    for (const field of only('detail')) expect(value).toHaveProperty(field);
  }
  for (const job of responseExamples('listSkipTraceJobs', 200).flatMap(
    ({ value }) => (value as SkipTraceJobList).jobs,
  )) {
    for (const field of only('detail')) expect(job).not.toHaveProperty(field);
    for (const field of only('list')) expect(job).toHaveProperty(field);
  }
});

test('people, numbers and mailboxes of the examples are made up', () => {
  const text = JSON.stringify(bodies.map(({ examples }) => examples));
  for (const [email] of text.matchAll(/[\w.+-]+@[\w.-]+/g)) expect(email).toMatch(/@example\.com$/);
  for (const [, number] of text.matchAll(/"number":"(\d+)"/g)) expect(number).toMatch(/^\d{3}55501\d\d$/);
});

test('a request for something that the contract lacks returns nothing, and a broken reference is an error', () => {
  expect(requestSchema('listSkipTraceJobs')).toBeUndefined();
  expect(requestExamples('confirmSkipTraceJob')).toEqual([]);
  expect(responseObject('listSkipTraceJobs', 404)).toBeUndefined();
  expect(responseExamples('sendContactMessage', 401)).toEqual([]);
  expect(operationObject('listSkipTraceJobs').requestBody).toBeUndefined();
  expect(() => dereference<Schema>({ $ref: '#/components/schemas/Nothing' })).toThrow(
    '#/components/schemas/Nothing',
  );
});
