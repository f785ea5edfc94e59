import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CsvReader } from '../records/reader.js';
import { mapHeaders } from './map-headers.js';

interface Expectation {
  readonly vendor?: string;
  readonly mapping?: Record<string, string>;
  readonly needs?: string[];
  readonly build?: Record<string, string[]>;
  readonly also?: Record<string, string | string[]>;
  readonly warnings?: string[];
  readonly error?: string;
  readonly field?: string;
  readonly choices?: string[];
  readonly rows: number;
  readonly kind?: 'owners';
}

const fixture = (name: string): Buffer => readFileSync(new URL(`../../fixtures/${name}`, import.meta.url));
const expectations = JSON.parse(fixture('expectations.json').toString()) as Record<string, Expectation>;

function headerOf(name: string): readonly string[] {
  const reader = new CsvReader({ mappedHeaders: () => [] });
  reader.push(fixture(name));
  reader.end();
  return reader.header?.names ?? [];
}

describe('files as people have them', () => {
  it.each(Object.entries(expectations))('%s is mapped as expected', (name, expected) => {
    const mapped = mapHeaders(headerOf(name));
    expect(mapped.errors.map(({ code }) => code)).toEqual(
      expected.error === undefined ? [] : [expected.error],
    );
    expect(mapped.vendor).toBe(expected.vendor);
    if (expected.error === undefined) {
      expect(mapped.mapping).toEqual(expected.mapping);
      expect(mapped.needs).toEqual(expected.needs ?? []);
      expect(mapped.build).toEqual(expected.build ?? {});
      expect(mapped.warnings.map(({ code }) => code)).toEqual(expected.warnings ?? []);
    } else {
      expect(mapped.errors[0]?.choices).toEqual(expected.choices);
      if (expected.field !== undefined) expect(mapped.errors[0]?.field).toBe(expected.field);
    }
    expect(mapped.also).toMatchObject(expected.also ?? {});
  });
});
