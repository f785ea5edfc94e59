import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { enrichedName, openTarget } from './results.js';
import { hostsOfThisFile } from './testing/fake-host.js';

const newHost = hostsOfThisFile();
const wish = (cwd: string, more: object = {}) => ({ output: undefined, force: false, cwd, ...more });

describe('the name of the result', () => {
  it("is the input's name with .enriched", () => {
    expect(enrichedName('leads.csv')).toBe('leads.enriched.csv');
    expect(enrichedName('/lists/County.CSV')).toBe('/lists/County.enriched.CSV');
    expect(enrichedName('leads.txt')).toBe('leads.enriched.csv');
    expect(enrichedName('a.b.csv')).toBe('a.b.enriched.csv');
    expect(enrichedName('leads.csv', { isTest: true })).toBe('leads.test.enriched.csv');
  });
});

describe('the output, before anything is uploaded', () => {
  it('may be standard output', async () => {
    expect(await openTarget(wish('/', { output: '-' }), 'x.csv')).toEqual({ kind: 'stdout' });
  });

  it('is refused if it exists, unless it may be replaced', async () => {
    const { cwd } = newHost();
    writeFileSync(path.join(cwd, 'x.csv'), '');
    await expect(openTarget(wish(cwd), 'x.csv')).rejects.toMatchObject({ code: 'output_exists' });
    expect(await openTarget(wish(cwd, { force: true }), 'x.csv')).toMatchObject({
      path: path.join(cwd, 'x.csv'),
    });
  });

  it('is refused if it is a directory or its folder is missing', async () => {
    const { cwd } = newHost();
    mkdirSync(path.join(cwd, 'there'));
    await expect(openTarget(wish(cwd, { force: true }), 'there')).rejects.toMatchObject({
      code: 'output_unwritable',
    });
    await expect(openTarget(wish(cwd), 'missing/x.csv')).rejects.toThrow(/no such folder/);
  });

  it.skipIf(process.getuid?.() === 0)('is refused if its folder is not writable', async () => {
    const { cwd } = newHost();
    const folder = path.join(cwd, 'closed');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    await expect(openTarget(wish(cwd), 'closed/x.csv')).rejects.toMatchObject({ code: 'output_unwritable' });
  });

  it('never replaces its own input, even with force or through a link', async () => {
    const { cwd } = newHost();
    const input = path.join(cwd, 'leads.csv');
    writeFileSync(input, 'x');
    symlinkSync(input, path.join(cwd, 'link.csv'));
    for (const output of ['leads.csv', 'link.csv']) {
      await expect(openTarget(wish(cwd, { output, force: true, input }), 'y')).rejects.toThrow(/own input/);
    }
  });
});
