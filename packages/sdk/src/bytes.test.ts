import { expect, it } from 'vitest';
import { fromBase64Url, toBase64Url, utf8, utf8Length } from './bytes.js';

const texts = [
  '',
  'Main St',
  'Señor Peña',
  '日本',
  '🏠 a🏠',
  '\ud800',
  'a\udc00b',
  '\ud83c',
  '\ud83cé',
  '~~~???',
];

it.each(texts)('%j is measured and encoded as Buffer does it', (text) => {
  const buffer = Buffer.from(text);
  expect([...utf8(text)]).toEqual([...buffer]);
  expect(utf8Length(text)).toBe(buffer.length);
  const encoded = toBase64Url(text);
  expect(encoded).toBe(buffer.toString('base64url'));
  expect(fromBase64Url(encoded)).toBe(buffer.toString());
});
