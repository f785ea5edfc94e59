// Engines: SQLite, PostgreSQL

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomIds } from '../platform/ids.js';
import { ownerEnginesOfTests, temporaryOwners, type TemporaryOwners } from '../testing/owners.js';
import { SandboxFaultError } from './errors.js';
import type { Lead } from './match/match-leads.js';
import { SandboxDirectory, SANDBOX_OWNERS } from './sandbox-directory.js';
import { loadSandbox } from './sandbox.js';

describe.each(ownerEnginesOfTests)('on $name', (engine) => {
  let real: TemporaryOwners;
  const sandbox = new SandboxDirectory();
  beforeAll(async () => {
    real = await temporaryOwners(engine);
    await loadSandbox(real.stores, randomIds);
  });
  afterAll(() => real.remove());

  /** Comparable result of a directory: the owner without its internal id, with the property; a miss; or a failure. */
  const found = async (directory: Pick<SandboxDirectory, 'find'>, lead: Lead) => {
    try {
      const [match = null] = await directory.find([lead]);
      return match === null ? null : { ...match.owner, id: 0, property: match.property() };
    } catch (error) {
      if (error instanceof SandboxFaultError) return 'fails';
      throw error;
    }
  };

  const numbers = ['100', '200', '300', '400', '404', '500', '600', '600 1/2', '101', '100-102'];
  const streets = SANDBOX_OWNERS.map(({ property }) => property.address.replace(/^\d+ /, ''));
  const lead: fc.Arbitrary<Lead> = fc
    .record({
      number: fc.constantFrom(...numbers),
      street: fc.constantFrom(
        ...streets,
        'Sandbox Match',
        'Sandbox Match Street',
        'N Sandbox Full Road',
        'Elm St',
      ),
      unit: fc.constantFrom('', '', ' Apt 4', ' #2'),
      place: fc.constantFrom(...SANDBOX_OWNERS.map(({ property }) => property)),
      city: fc.boolean(),
      zip: fc.boolean(),
      upper: fc.boolean(),
      names: fc.constantFrom(
        {},
        { firstName: 'Sam' },
        { firstName: 'Alex', lastName: 'Rivers' },
        { lastName: 'X' },
      ),
    })
    .map(({ number, street, unit, place, city, zip, upper, names }) => {
      const line = `${number} ${street}${unit}`;
      return {
        address: upper ? line.toUpperCase() : line,
        ...(city && { city: place.city, state: place.state }),
        ...(zip && { zip: place.zip }),
        ...names,
      };
    });

  describe('the sandbox by itself', () => {
    it('finds the same owners as a directory with the sandbox, in any spelling of an address', async () => {
      for (const { property } of SANDBOX_OWNERS) {
        expect(await found(sandbox, property)).toEqual(await found(real.directory, property));
        expect(await found(sandbox, property)).not.toBeNull();
      }
      await fc.assert(
        fc.asyncProperty(lead, async (asked) => {
          expect(await found(sandbox, asked)).toEqual(await found(real.directory, asked));
        }),
        { numRuns: 300 },
      );
    });

    it('reads the records it matched, and nothing else', async () => {
      const leads = SANDBOX_OWNERS.filter(({ fails }) => !fails).map(({ property }) => property);
      const results = await sandbox.match(leads);
      const ids = results.flatMap((result) => (result.matched ? [result.ownerRecordId] : []));
      const owners = await sandbox.read([...ids, 4_711]);
      expect([...owners.keys()].sort()).toEqual([...new Set(ids)].sort());
      for (const result of results) {
        if (!result.matched) throw new Error('an owner of the sandbox was missed');
        const { phones, emails } = owners.get(result.ownerRecordId) ?? { phones: [], emails: [] };
        expect([phones.length, emails.length]).toEqual([result.phoneCount, result.emailCount]);
      }
    });
  });
});
