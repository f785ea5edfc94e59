import { expect, test } from 'vitest';
import { createMatcher } from '../index.js';
import { houses, inputOf, neighborLeads } from '../testing/neighbors.js';

const onFile = houses.filter(({ isOnFile }) => isOnFile);
const matcher = createMatcher(onFile.map(({ id, parts }) => ({ ...inputOf(parts), ownerId: id })));
const found = (input: Parameters<typeof matcher.match>[0]) => {
  const result = matcher.match(input);
  return result.matched ? result.record.ownerId : undefined;
};

test('no lead of a town full of neighbors finds another house', () => {
  const wrong = neighborLeads.flatMap(({ input, mayFind }) => {
    const id = found(input);
    return id === undefined || mayFind.has(id) ? [] : [`${Object.values(input).join(', ')} -> ${id}`];
  });
  expect(wrong).toEqual([]);
});

test('every house on file is found by its address, and no other by its own', () => {
  for (const { id, isOnFile, parts } of houses) expect(found(inputOf(parts))).toBe(isOnFile ? id : undefined);
});

test.each([
  ['6 Cedar Blvd', '6 W Cedar Blvd, Dayton 45406'],
  ['6 Cedar Blvd W', '6 W Cedar Blvd, Dayton 45406'],
  ['6 West Cedar', '6 W Cedar Blvd, Dayton 45406'],
])('where there is no neighbor carelessness is forgiven: %s', (address, id) => {
  expect(found({ address, city: 'Dayton', state: 'OH', zip: '45406' })).toBe(id);
  expect(found({ address, city: 'Dayton', state: 'OH', zip: '' })).toBe(id);
});
