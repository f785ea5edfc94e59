// The goals of @skiptrace/address on the development sets. Precision comes first: not one wrong answer is allowed.
import { expect, test } from 'vitest';
import { ours } from './address-contenders.mjs';
import { scoreMatching, scorePairs, scoreParsing } from './address-sets.mjs';

const contender = await ours();

test('no two different addresses are called the same, and those that are the same are recognised', async () => {
  const { wrong, corePercent, hardPercent } = await scorePairs(contender);
  expect(wrong).toBe(0);
  expect(corePercent).toBeGreaterThanOrEqual(98.5);
  expect(hardPercent).toBeGreaterThanOrEqual(92);
});

test('one-line addresses are parsed into their parts, and no box is taken for a property', async () => {
  const { exactPercent, boxesTaken } = await scoreParsing(contender);
  expect(exactPercent).toBeGreaterThanOrEqual(85);
  expect(boxesTaken).toBe(0);
});

test('leads find their owner and never a stranger', async () => {
  const { wrong, foundPercent } = await scoreMatching(contender);
  expect(wrong).toBe(0);
  expect(foundPercent).toBeGreaterThanOrEqual(99.7);
});
