// The faults of scripts/support/mutants.mjs, which only `npm run test:all` plants: a change of the sources must not lose their places.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutants, placesOf, testsOf } from './support/mutants.mjs';
import { folderOf } from './support/packages.mjs';

describe.each(mutants)('the fault "$name"', (mutant) => {
  it('has one place in its source, and changes it', () => {
    expect(placesOf(mutant)).toBe(1);
    expect(mutant.to).not.toBe(mutant.from);
  });

  it('names tests that exist', () => {
    expect(mutant.tests).not.toEqual([]);
    const [name] = mutant.file.split('/');
    expect(testsOf(mutant).filter((file) => !existsSync(path.join(folderOf(name), file)))).toEqual([]);
  });
});

describe('the faults', () => {
  it('have different names, under which they are run', () => {
    const names = mutants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
