import { describe, expect, it } from 'vitest';
import { mailingColumns } from './headers/address-columns.js';
import { mapHeaders } from './headers/map-headers.js';
import type { MapOptions } from './headers/mapping.js';
import { helperColumns, HelperCsv, withoutHelperCells } from './helper-csv.js';
import { CsvReader } from './records/reader.js';
import type { CsvRecord } from './records/record.js';
import { encodeText, type Encoding } from './text/encoding.js';

interface ReadFile {
  readonly reader: CsvReader;
  readonly records: CsvRecord[];
}

function readFile(file: Uint8Array, mappedHeaders: readonly string[] = []): ReadFile {
  const reader = new CsvReader({ mappedHeaders });
  return { reader, records: [...reader.push(file), ...reader.end()] };
}

function parts({ reader, records }: ReadFile) {
  const { dialect, header } = reader;
  if (dialect === undefined || header === undefined) throw new Error('the file was not read');
  return { dialect, header, records };
}

/** The file with its helper columns in front. */
function withHelpers(
  file: Uint8Array,
  options: MapOptions = {},
): { copy: Uint8Array; count: number; names: string[] } {
  const { header } = parts(readFile(file));
  const helpers = helperColumns(mapHeaders(header.names, options), header.names);
  const { dialect, records } = parts(
    readFile(
      file,
      helpers.flatMap(({ sources }) => sources),
    ),
  );
  const csv = new HelperCsv(dialect);
  const names = helpers.map(({ name }) => name);
  const head = csv.head(header, names);
  const body = csv.records(
    records.map((record) => {
      const cells = [...record.values];
      return [record, helpers.map((helper) => helper.value(cells.splice(0, helper.sources.length)))];
    }),
  );
  return { copy: Uint8Array.from([...head, ...body]), count: helpers.length, names };
}

function helperCells(text: string, options: MapOptions = {}): { names: string[]; rows: string[][] } {
  const { copy, names } = withHelpers(encodeText(text, 'utf-8'), options);
  return { names, rows: readFile(copy, names).records.map((record) => record.values) };
}

describe('helper columns', () => {
  it('put split streets together, with their unit', () => {
    const text = 'House Number,Street Name,Unit #,City,State,Zip\n12,Oak St,4,Reno,NV,89501\n';
    expect(helperCells(text)).toEqual({ names: ['skiptrace address'], rows: [['12 Oak St # 4']] });
  });

  it('append a unit to a street line, and leave a blank address blank', () => {
    const text = 'Address,Unit,City,State,Zip\n12 Oak St,Apt 4,Reno,NV,89501\n,7,Reno,NV,89501\n';
    expect(helperCells(text).rows).toEqual([['12 Oak St Apt 4'], ['']]);
  });

  it('cut one-line addresses', () => {
    expect(helperCells('Full Address\n"12 Oak St, Reno, NV 89501"\n').rows).toEqual([
      ['12 Oak St', 'Reno', 'NV', '89501'],
    ]);
  });

  it('take the state from each ZIP, and from the user if the ZIP is in no state', () => {
    const text =
      'Property Address,Property City,Property Zip\n1 Oak,Reno,89501\n2 Oak,Newark,07104-1234\n3 Oak,?,00000\n';
    expect(helperCells(text).rows).toEqual([['NV'], ['NJ'], ['']]);
    expect(helperCells(text, { state: 'Texas' }).rows).toEqual([['NV'], ['NJ'], ['TX']]);
  });

  it('are empty for a city or ZIP that the file lacks', () => {
    expect(helperCells('Property Address,Property Zip\n1 Oak,89501\n')).toEqual({
      names: ['skiptrace city', 'skiptrace state'],
      rows: [['', 'NV']],
    });
  });

  it('have names that no column of the file has', () => {
    expect(
      helperCells('Property Address,Property City,Property Zip,Skiptrace State\n1 Oak,Reno,89501,x\n').names,
    ).toEqual(['skiptrace state 2']);
  });

  it('are not needed where every field has its own column', () => {
    expect(helperCells('Address,City,State,Zip\n1,2,3,4\n').names).toEqual([]);
  });

  it.each<Encoding>(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])(
    'come off again byte for byte (%s)',
    (encoding) => {
      const bom = encoding === 'windows-1252' ? '' : '\ufeff';
      const text = `${bom}Full Address;Zoë\r\n"12 ""A"" St; Reno, NV 89501";x;y;z\r\n\r\n"1 Oak, Reno, NV 89501"\r\n"a`;
      const file = encodeText(`${text}"`, encoding);
      const { copy, count } = withHelpers(file, { overrides: { addressFull: 'Full Address' } });
      expect(count).toBe(4);
      const { dialect, header, records } = parts(readFile(copy));
      const cut = (bytes: Uint8Array): Uint8Array => withoutHelperCells(bytes, count, dialect);
      const pieces = [
        header.preamble,
        cut(header.bytes),
        header.lineEnd,
        ...records.flatMap(({ bytes, lineEnd, blank }) => [blank ? bytes : cut(bytes), lineEnd]),
      ];
      expect(Uint8Array.from(pieces.flatMap((piece) => [...piece]))).toEqual(file);
    },
  );
});

describe("the owner's mail", () => {
  const read = (header: string, cells: readonly string[]) => {
    const columns = mailingColumns(mapHeaders(header.split('|'), { purpose: 'owners' }));
    const names = header.split('|');
    return columns?.read(columns.headers.map((name) => cells[names.indexOf(name)] ?? ''));
  };

  it('is read from columns of its own, with its unit', () => {
    expect(
      read('Address|Zip|Mailing Address|Mailing Unit #|Mailing City|Mailing State|Mailing Zip', [
        'x', 'y', '9 Elm St', '3', 'Troy', 'NY', '12180',
      ]), // oxfmt-ignore
    ).toEqual({ address: '9 Elm St # 3', city: 'Troy', state: 'NY', zip: '12180' });
  });

  it('is cut from combined columns', () => {
    expect(
      read('Address|Zip|Owner_Address|Owner_CityState|Owner_Zip', [
        'x',
        'y',
        '9 Elm St',
        'Troy, NY',
        '12180',
      ]),
    ).toEqual({
      address: '9 Elm St',
      city: 'Troy',
      state: 'NY',
      zip: '12180',
    });
    expect(read('Address|Zip|owner_address_full', ['x', 'y', '9 Elm St, Troy, NY 12180'])).toEqual({
      address: '9 Elm St',
      city: 'Troy',
      state: 'NY',
      zip: '12180',
    });
  });

  it('is undefined if the file has no such columns', () => {
    expect(read('Address|Zip', ['x', 'y'])).toBeUndefined();
  });
});
