// A test of your own code, without a server: `npx vitest run examples/owner.test.ts`.
// In Jest it is the same without the first import; with node:test, import `test` from it and use node:assert.
import type { SkipTrace } from '@skiptrace/sdk';
import { match, mockSkipTrace } from '@skiptrace/sdk/testing';
import { expect, test } from 'vitest';

/** The code under test: the numbers that may be called. */
async function callable(client: SkipTrace, address: string): Promise<string[]> {
  const owner = await client.lookup(address);
  return owner.found ? owner.phones.filter(({ dnc }) => !dnc).map(({ number }) => number) : [];
}

const client = mockSkipTrace({
  '100 Main St, Austin, TX 78701': match({ phones: ['5125550100', { number: '5125550199', dnc: true }] }),
});

test('leaves out numbers on a Do Not Call registry', async () => {
  expect(await callable(client, '100 Main St, Austin, TX 78701')).toEqual(['5125550100']);
});

test('has no numbers for an address without an owner', async () => {
  expect(await callable(client, '1 Elm St, Reno, NV 89501')).toEqual([]);
});
