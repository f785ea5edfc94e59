import { expect, test } from 'vitest';
import { names } from './check.js';

test('an error names a field by its path, as a separate word', () => {
  expect(names('zip must be 5 digits', 'zip')).toBe(true);
  expect(names('Address is required', 'address')).toBe(true);
  expect(names('addresses[1].zip must be 5 digits', 'addresses[1].zip')).toBe(true);
  expect(names('addresses must have at most 100 entries', 'address')).toBe(false);
  expect(names('zipcode is wrong', 'zip')).toBe(false);
  expect(names('columnMapping.zip is required', 'columnMapping')).toBe(true);
});
