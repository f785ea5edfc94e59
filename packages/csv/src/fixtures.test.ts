import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  cleanZip,
  CsvReader,
  isSentinel,
  mapHeaders,
  propertyColumns,
  type CsvRecord,
  type HeaderMapping,
  type SplitAddress,
} from './index.js';

/** An entry of fixtures/expectations.json. */
interface Expectation {
  readonly vendor?: string;
  readonly mapping?: Record<string, string>;
  readonly needs?: string[];
  readonly build?: Record<string, string[]>;
  readonly built?: Record<string, string[]>;
  readonly derivedState?: string | string[];
  readonly also?: Record<string, string | string[]>;
  readonly warnings?: string[];
  readonly error?: string;
  readonly field?: string;
  readonly choices?: string[];
  readonly rows: number;
  readonly blankAddress?: number;
  readonly cleanZip?: string[];
  readonly reported?: number[];
  readonly sentinels?: Record<string, string[]>;
  readonly kind?: 'owners';
}

const fixture = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}`, import.meta.url));
const expectations = JSON.parse(fixture('expectations.json').toString()) as Record<string, Expectation>;
const files = Object.entries(expectations);
const mappable = files.filter(([, { error }]) => error === undefined);

function rowsOf(name: string, mappedHeaders: (header: readonly string[]) => readonly string[]): CsvRecord[] {
  const reader = new CsvReader({ mappedHeaders });
  return [...reader.push(fixture(name)), ...reader.end()].filter((record) => !record.blank);
}

function headerOf(name: string): readonly string[] {
  let names: readonly string[] = [];
  rowsOf(name, (header) => {
    names = header;
    return [];
  });
  return names;
}

function addressesOf(name: string): SplitAddress[] {
  const columns = propertyColumns(mapHeaders(headerOf(name)));
  return rowsOf(name, () => columns.headers).map((row) => columns.read(row.values));
}

const codes = ({ warnings }: HeaderMapping): string[] => warnings.map(({ code }) => code);

describe('files as customers have them', () => {
  it.each(mappable)('%s: every column is found', (name, expected) => {
    const mapped = mapHeaders(headerOf(name));
    expect(mapped.errors).toEqual([]);
    expect(mapped.vendor).toBe(expected.vendor);
    expect(mapped.mapping).toEqual(expected.mapping);
    expect(mapped.needs).toEqual(expected.needs ?? []);
    expect(mapped.build).toEqual(expected.build ?? {});
    expect(codes(mapped)).toEqual(expected.warnings ?? []);
    expect(mapped.also).toMatchObject(expected.also ?? {});
    expect(mapped.choices.every(({ reason }) => reason.endsWith('.'))).toBe(true);
  });

  it.each(files.filter(([, { error }]) => error !== undefined))(
    '%s: is refused with its choices',
    (name, expected) => {
      const [error, ...others] = mapHeaders(headerOf(name)).errors;
      expect(others).toEqual([]);
      expect(error).toMatchObject({ code: expected.error, choices: expected.choices });
      expect(error?.field).toBe(expected.field ?? 'address');
    },
  );

  it.each(files)('%s: every row is read', (name, { rows }) => {
    expect(rowsOf(name, () => [])).toHaveLength(rows);
  });

  it.each(mappable.filter(([, { built }]) => built !== undefined))(
    '%s: addresses are built',
    (name, { built = {} }) => {
      const addresses = addressesOf(name);
      for (const [field, values] of Object.entries(built)) {
        expect(addresses.map((address) => address[field as keyof SplitAddress])).toEqual(values);
      }
    },
  );

  it.each(mappable.filter(([, { derivedState }]) => derivedState !== undefined))(
    '%s: states are derived',
    (name, { derivedState = '', rows }) => {
      const expected =
        typeof derivedState === 'string' ? new Array<string>(rows).fill(derivedState) : derivedState;
      expect(addressesOf(name).map(({ state }) => state)).toEqual(expected);
    },
  );

  it.each(mappable.filter(([, { blankAddress }]) => blankAddress !== undefined))(
    '%s: blank addresses stay blank',
    (name, { blankAddress }) => {
      expect(addressesOf(name).filter(({ address }) => address.trim() === '')).toHaveLength(
        blankAddress ?? 0,
      );
    },
  );

  it.each(files.filter(([, expected]) => expected.cleanZip !== undefined))(
    '%s: ZIPs are cleaned',
    (name, expected) => {
      const cleaned = addressesOf(name).map(({ zip, state }) => cleanZip(zip, state));
      expect(cleaned.map(({ zip }) => zip)).toEqual(expected.cleanZip);
      expect(cleaned.flatMap(({ reported }, row) => (reported ? [row + 1] : []))).toEqual(expected.reported);
    },
  );

  it.each(files.filter(([, { sentinels }]) => sentinels !== undefined))(
    '%s: sentinels are empty',
    (name, expected) => {
      for (const [header, values] of Object.entries(expected.sentinels ?? {})) {
        const cells = rowsOf(name, () => [header]).map((row) => row.values[0] ?? '');
        expect([...new Set(cells.filter((cell) => isSentinel(cell)))]).toEqual(values);
      }
    },
  );

  it('an owner file is not taken for a file that was traced before when it is imported', () => {
    expect(codes(mapHeaders(headerOf('owner-file.csv'), { purpose: 'owners' }))).toEqual([]);
  });
});
