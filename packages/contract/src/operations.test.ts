import { expect, test } from 'vitest';
import { dereference, openapiDocument, operationObject, responseObject } from './document.js';
import { operationPolicies, type OperationId } from './index.js';

// Copied by hand (specification, Endpoints): method, path and every status it lists.
const specified: Record<OperationId, [method: string, path: string, ...statuses: number[]]> = {
  skipTraceSingle: ['POST', '/api/v1/skip-trace', 200, 400, 401, 402, 429, 500],
  skipTraceBulk: ['POST', '/api/v1/skip-trace-bulk', 200, 400, 401, 402, 429, 500],
  createSkipTraceJob: ['POST', '/api/user/skip-trace', 201, 400, 401, 429, 500],
  markSkipTraceJobUploaded: ['POST', '/api/user/skip-trace/{jobId}/uploaded', 200, 401, 404, 409, 429, 500],
  uploadSkipTraceJobFile: ['POST', '/api/user/skip-trace/{jobId}/upload', 200, 400, 401, 404, 409, 429, 500],
  getSkipTraceJob: ['GET', '/api/user/skip-trace/{jobId}', 200, 401, 404, 429, 500],
  // The 400 is of our own parameter (reading 50).
  listSkipTraceJobs: ['GET', '/api/user/skip-trace', 200, 400, 401, 429, 500],
  confirmSkipTraceJob: ['POST', '/api/user/skip-trace/{jobId}/confirm', 200, 401, 402, 404, 409, 429, 500],
  cancelSkipTraceJob: ['POST', '/api/user/skip-trace/{jobId}/cancel', 200, 401, 404, 409, 429, 500],
  sendContactMessage: ['POST', '/api/contact', 200, 400, 429, 500],
  // Our own operation, beyond the specification (reading 37).
  getAccount: ['GET', '/api/user/account', 200, 401, 429, 500],
  // Ours, too (reading 47).
  listDeliveries: ['GET', '/api/user/webhook-deliveries', 200, 401, 429, 500],
};
const ids = Object.keys(specified) as OperationId[];

test('there are the ten operations of the specification, our own two, and no others', () => {
  expect(Object.keys(operationPolicies).sort()).toEqual([...ids].sort());
  expect(
    Object.values(openapiDocument.paths).flatMap((item) =>
      Object.keys(item).filter((key) => key !== 'parameters'),
    ),
  ).toHaveLength(12);
});

test.each(ids)('%s answers with the specified statuses and no others', (id) => {
  const [method, path, ...statuses] = specified[id];
  expect(operationPolicies[id]).toMatchObject({ method, path, statuses });
  expect(operationObject(id).operationId).toBe(id);
});

test('only the lookups and confirm can charge, 4 cents a match', () => {
  const charging = ids.filter((id) => operationPolicies[id].money === 'charges');
  expect(charging).toEqual(['skipTraceSingle', 'skipTraceBulk', 'confirmSkipTraceJob']);
  for (const id of ids) {
    expect(operationPolicies[id].priceCents).toBe(charging.includes(id) ? 4 : null);
    expect(operationPolicies[id].safety === 'charged').toBe(charging.includes(id));
  }
});

test('single, bulk and create honor an Idempotency-Key, the actions depend on the state of the job', () => {
  const by = (idempotency: string) => ids.filter((id) => operationPolicies[id].idempotency === idempotency);
  expect(by('key')).toEqual(['skipTraceSingle', 'skipTraceBulk', 'createSkipTraceJob']);
  expect(by('state')).toEqual([
    'markSkipTraceJobUploaded',
    'uploadSkipTraceJobFile',
    'confirmSkipTraceJob',
    'cancelSkipTraceJob',
  ]);
  expect(by('none')).toEqual(['sendContactMessage']);
  expect(ids.filter((id) => operationPolicies[id].idempotencyKey)).toEqual(by('key'));
});

test('only the contact message needs no key', () => {
  expect(ids.filter((id) => operationPolicies[id].security === 'public')).toEqual(['sendContactMessage']);
});

test('every operation has its rate limit', () => {
  const jobs = { name: 'jobs', limit: 3000, windowSeconds: 60, scope: 'account', configurable: true };
  expect(Object.fromEntries(ids.map((id) => [id, operationPolicies[id].rateLimit]))).toEqual({
    skipTraceSingle: { name: 'single', limit: 500, windowSeconds: 60, scope: 'account', configurable: false },
    skipTraceBulk: { name: 'bulk', limit: 250, windowSeconds: 60, scope: 'account', configurable: false },
    sendContactMessage: { name: 'contact', limit: 5, windowSeconds: 900, scope: 'ip', configurable: false },
    createSkipTraceJob: jobs,
    markSkipTraceJobUploaded: jobs,
    uploadSkipTraceJobFile: jobs,
    getSkipTraceJob: jobs,
    listSkipTraceJobs: jobs,
    confirmSkipTraceJob: jobs,
    cancelSkipTraceJob: jobs,
    getAccount: { name: 'account', limit: 600, windowSeconds: 60, scope: 'account', configurable: false },
    listDeliveries: { name: 'account', limit: 600, windowSeconds: 60, scope: 'account', configurable: false },
  });
});

test('every 429 carries Retry-After, in whole seconds of at least one', () => {
  for (const id of ids) {
    const header = responseObject(id, 429)?.headers['Retry-After'];
    expect(header && dereference(header), id).toMatchObject({
      required: true,
      schema: { type: 'integer', minimum: 1 },
    });
  }
});

test('every answer has a request id; only /api/v1 can be deprecated; only keyed operations echo a key', () => {
  for (const id of ids) {
    for (const status of operationPolicies[id].statuses) {
      const headers = Object.keys(responseObject(id, status)?.headers ?? {});
      const where = `${id} ${status}`;
      expect(headers, where).toContain('X-Request-Id');
      expect(headers.includes('X-Error-Code'), where).toBe(status >= 400);
      for (const name of ['Deprecation', 'Sunset', 'Link']) {
        expect(headers.includes(name), where).toBe(operationPolicies[id].path.startsWith('/api/v1/'));
      }
      expect(headers.includes('Idempotency-Key'), where).toBe(operationPolicies[id].idempotencyKey);
      expect(headers.includes('Idempotency-Replayed'), where).toBe(
        operationPolicies[id].idempotencyKey && status < 300,
      );
      // A 401 has no account to count the request for.
      expect(headers.includes('RateLimit-Remaining'), where).toBe(status !== 401);
    }
  }
});
