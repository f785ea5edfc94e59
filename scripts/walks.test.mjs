// The walks of docs/ARCHITECTURE.md: what a stranger reads first must stay short.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

const MAX_LINES = 15;
const MAX_FILES = 35;

const page = readFileSync(path.resolve(import.meta.dirname, '../docs/ARCHITECTURE.md'), 'utf8');
const walks = page
  .split(/^## /m)
  .filter((section) => /^How .* walks?\b/.test(section))
  .map((section) => [section.slice(0, section.indexOf('\n')), section]);

describe('the walks of docs/ARCHITECTURE.md', () => {
  it('are there for a lookup, a job, an import, and a list from a browser and a terminal', () => {
    expect(walks).toHaveLength(5);
  });

  it.each(walks)('%s: at most 15 steps and 35 files', (_title, section) => {
    const steps = section.split('\n').filter((line) => /^\d+\. /.test(line));
    const files = new Set(section.match(/`[\w./-]+\.ts`/g));
    expect(steps.length).toBeGreaterThan(4);
    expect(steps.length).toBeLessThanOrEqual(MAX_LINES);
    expect(files.size).toBeGreaterThan(0);
    expect(files.size).toBeLessThanOrEqual(MAX_FILES);
  });
});
