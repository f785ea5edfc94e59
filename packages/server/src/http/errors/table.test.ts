import { openapiDocument } from '@skiptrace/contract/document';
import { expect, it } from 'vitest';

import { IdempotencyConflictError } from '../../idempotency/errors.js';
import { CONTRACT_ERROR_CODES, errorAnswer } from './table.js';

it('the contract lists every code of the table, and no other', () => {
  const header = openapiDocument.components.headers['X-Error-Code'];
  expect([...((header?.schema as { enum?: string[] }).enum ?? [])].sort()).toEqual(
    [...CONTRACT_ERROR_CODES].sort(),
  );
});

it('an error says its code in a header, and an unexpected one says nothing of itself', () => {
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
