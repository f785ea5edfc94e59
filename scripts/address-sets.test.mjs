// Targets of @skiptrace/address on the development sets. Precision comes first: not one wrong answer is
// allowed.
import { expect, test } from 'vitest';
import { compare, createMatcher, parseAddress } from '../packages/address/dist/index.js';
import { scoreMatching, scorePairs, scoreParsing } from './support/address-sets.mjs';

const contender = {
  parse: (line) => {
    const { predirectional, postdirectional, zip5, ...parsed } = parseAddress(line);
    return { ...parsed, predir: predirectional, postdir: postdirectional, zip: zip5 };
  },
  // In these sets "same" means: the same, if no street on file contradicts it.
  same: (a, b) => ['same', 'compatible'].includes(compare(a, b).verdict),
  createMatcher: (owners) => {
    const matcher = createMatcher(owners.map((owner) => ({ ...owner, ownerId: owner.owner_id })));
    return {
      match: (lead) => {
        const result = matcher.match(lead);
        return result.matched ? result.record.ownerId : null;
      },
    };
  },
};

test('no two different addresses are called the same, and equal ones are recognized', async () => {
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
