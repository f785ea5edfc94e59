import { describe, expect, it } from 'vitest';
import { sampleCsv } from '../records/sample.js';
import { headerAt, isDataRow, shapeOf } from './header-row.js';

describe('the first row', () => {
  it.each(['12 Oak St|Reno|NV|89501', 'John Smith|12 Oak St', 'Reno|NV|89501', '12 Oak St, Reno, NV 89501'])(
    'is data: %s',
    (row) => {
      expect(isDataRow(row.split('|'))).toBe(true);
    },
  );

  it.each(['Address|City|State|Zip', 'My Leads', 'Strasse|Ort', 'Who|Where|2024', 'Zip|12 Oak St', ''])(
    'is a header: %s',
    (row) => {
      expect(isDataRow(row.split('|'))).toBe(false);
    },
  );
});

describe('the shape of a file', () => {
  const shape = (text: string, options = {}) => {
    const sample = sampleCsv(new TextEncoder().encode(text), true);
    if (sample === undefined) throw new Error('the text has no header');
    return shapeOf(sample, options);
  };

  it.each([
    ['table', 'Address,City,State,Zip\n12 Oak St,Reno,NV,89501\n'],
    ['table', 'Full Address\n"12 Oak St, Reno, NV 89501"\n'],
    ['below-title', 'Leads of May\n\nAddress,Zip\n12 Oak St,89501\n'],
    ['below-title', 'Leads of May\n\nFoo,Bar,Baz\n12 Oak St,Reno,89501\n'],
    ['below-title', 'D4D Leads\n#,Address,City,ST,Zip,Owner\n1,12 Oak St,Reno,NV,89501,Doe\n'],
    ['below-title', 'D4D Leads\n\n#\tAddress\tCity\tST\tZip\n1\t12 Oak St\tReno\tNV\t89501\n'],
    ['below-title', 'Leads, May\nfrom the office\nA;Where;Place\n1;12 Oak St;Reno\n2;14 Oak St;Reno\n'],
    [
      'below-title',
      'Montgomery County,,,,,,,\nReal Property Extract,,,,,,,\nOWN1,ADRNO,ADRDIR,ADRSTR,ADRSUF,CITYNAME,ZIP,LUC\nDOE,12,,OAK,ST,RENO,89501,510\n',
    ],
    [
      'below-title',
      'State,Ohio,,,,\nRun,11/25/2026,,,,\nParcel,Situs,Town,Zone,Acres,Use\n1,12 Oak St,Reno,R1,1.2,A\n',
    ],
    [
      'below-title',
      'Property,,,,Owner,,,\nAddress,City,State,Zip,Name,Mail Street,Mail City,Mail Zip\n12 Oak St,Reno,NV,89501,Doe,9 Elm,Reno,89501\n',
    ],
    // As wide as the table, but known names show that it is not the header.
    ['below-title', 'Report,County,Washoe,May\nAddress,City,State,Zip\n12 Oak St,Reno,NV,89501\n'],
    ['table', 'Who,Where\n12 Oak St,Reno,NV,89501\n14 Oak St,Reno,NV,89501\n'],
    ['table', 'Address,,,\n12 Oak St,Reno,NV,89501\n'],
    ['table', 'Street\nOak St,Reno,NV\nElm Ave,Reno,NV\n'],
    ['table', 'Foo,Bar\n1,2\n3,4,5,6,7,8\n'],
    ['no-header', '12 Oak St,Reno,NV,89501\n14 Oak St,Reno,NV,89501\n'],
    ['no-header', '12 Oak St,Reno,NV 89501\n14 Oak St,Reno,NV 89501\n'],
    ['list', '12 Oak St, Reno, NV 89501\n14 Oak St, Reno, NV 89501\n'],
    ['no-header', '"12 Oak St, Reno, NV 89501"\n"14 Oak St, Reno, NV 89501"\n'],
    ['no-header', '12 Oak St;Reno;NV;89501\n14 Oak St;Reno;NV;89501\n'],
    ['no-header', 'John Smith,12 Oak St,Reno,NV,89501\nAnn Lee,14 Oak St,Reno,NV,89501\n'],
    ['list', '12 Oak St, Reno, NV 89501\n14 Oak St, Apt 4, Reno, NV 89501\n'],
    // The unit would be lost in a column without a name.
    ['list', '12 Oak St, Apt 1, Reno, NV 89501\n14 Oak St, Apt 4, Reno, NV 89501\n'],
    [
      'list',
      '12 Oak St Reno NV 89501\n14 Oak St, Reno, NV 89501\nsee the other list\n9 Elm Ave, Reno, NV\n1 Fir Ln, Reno, NV\n',
    ],
    ['titled-list', 'Address\n12 Oak St, Reno, NV 89501\n14 Oak St, Reno, NV 89501\n'],
    ['titled-list', 'my leads\n12 Oak St, Reno, NV 89501\n'],
    ['below-title', 'my leads\n\nAddress,City,State,Zip\n12 Oak St,Reno,NV,89501\n'],
    [
      'below-title',
      'Delinquent taxes,,,\nAs of,11/25/2026,,\nSitus Address,Situs City,Situs Zip,Owner\n12 Oak St,Reno,89501,Doe\n',
    ],
    ['below-title', 'my leads,,,\nAlpha,Beta,Gamma,Delta\n12 Oak St,Reno,NV,89501\n'],
  ])('%s: %j', (expected, text) => {
    expect(shape(text)).toBe(expected);
  });

  it('a list without states is read as one with the given state', () => {
    const text = '12 Oak St, Reno\n14 Oak St, Apt 4, Reno\n';
    expect(shape(text, { state: 'NV' })).toBe('list');
  });

  it('is the one a person names: the row with the column names, counted as a spreadsheet does', () => {
    const text = 'Leads\n\nAddress,Zip\nStreet,Code\n12 Oak St,89501\n';
    const sample = sampleCsv(new TextEncoder().encode(text), true);
    if (sample === undefined) throw new Error('the text has no header');
    expect([undefined, 1, 3, 4].map((row) => headerAt(sample, row))).toEqual([1, 0, 1, 2]);
    for (const row of [2, 9]) expect(() => headerAt(sample, row)).toThrow(`Row ${row} is blank`);
  });
});
