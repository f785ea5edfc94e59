// Engines: SQLite, PostgreSQL at a release

import { openapiDocument } from '@skiptrace/contract/document';
import { expect, it } from 'vitest';
import { IdempotencyConflictError } from '../../money/receipts/index.js';
import { CONTRACT_ERROR_CODES, errorAnswer } from './errors.js';

it('the contract lists exactly the codes of the table', () => {
  const header = openapiDocument.components.headers['X-Error-Code'];
  expect([...((header?.schema as { enum?: string[] }).enum ?? [])].sort()).toEqual(
    [...CONTRACT_ERROR_CODES].sort(),
  );
});

it('an error has its code in a header, and an unexpected one reveals nothing', () => {
  expect(errorAnswer(new IdempotencyConflictError('used'))).toEqual({
    status: 400,
    headers: { 'X-Error-Code': 'idempotency_conflict' },
    body: { error: 'used' },
  });
  expect(errorAnswer(Object.assign(new Error('a secret'), { code: 'ENOENT' }))).toMatchObject({
    status: 500,
    headers: { 'X-Error-Code': 'server_error' },
  });
});
