import { expect, test } from 'vitest';
import { faultsOf, operationOf } from './http.js';

const json = { 'content-type': 'application/json' };
const faults = (status: number, body: unknown, headers: Record<string, string> = json) =>
  faultsOf('skipTraceSingle', { status, headers: new Headers(headers), json: body });

test('knows the operation of a request by its method and path', () => {
  expect(operationOf('POST', '/api/v1/skip-trace')).toBe('skipTraceSingle');
  expect(operationOf('GET', '/api/user/skip-trace/1')).toBe('getSkipTraceJob');
  expect(operationOf('GET', '/api/v1/skip-trace')).toBeUndefined();
});

test('finds nothing in an answer that follows openapi.yaml', () => {
  expect(faults(200, { success: true, found: false, contact: null })).toEqual([]);
  expect(faults(200, { success: true, found: false, contact: null, news: 1 })).toEqual([]);
});

test('finds statuses that are not listed', () => {
  expect(faults(418, { error: 'no' })).toEqual(['openapi.yaml has no status 418 for skipTraceSingle']);
});

test('finds bodies that do not fit', () => {
  expect(faults(200, { success: true, found: true })).not.toEqual([]);
  expect(faults(402, { error: 'no' }).join()).toContain('balanceRequired');
  expect(faults(400, undefined)).toEqual(['the body is not JSON']);
});

test('finds headers that are missing or wrong, and other content types', () => {
  expect(faults(429, { error: 'no' })).toEqual(['header Retry-After is missing']);
  expect(faults(429, { error: 'no' }, { ...json, 'retry-after': 'soon' }).join()).toContain('"soon"');
  expect(faults(429, { error: 'no' }, { ...json, 'retry-after': '0' }).join()).toContain('>= 1');
  expect(faults(400, { error: 'no' }, { 'content-type': 'text/html' }).join()).toContain('text/html');
});
