import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FakeHost, hostsOfThisFile } from '../testing/fake-host.js';
import { scenarios, skiptrace } from '../testing/scenario.js';
import { inspectLeads } from './inspect.js';

const newHost = hostsOfThisFile();
const start = scenarios();

function withFile(content: string | Buffer, name: string): FakeHost {
  const host = newHost();
  writeFileSync(path.join(host.cwd, name), content);
  return host;
}

interface Checked {
  readonly file: string;
  readonly rows: number;
  readonly uniqueAddresses: number;
  readonly columnMapping: Record<string, string>;
  readonly fields: { field: string; headers: string[]; sample?: string }[];
  readonly doubts: { what: string; rows: number[] }[];
}

async function check(host: FakeHost, ...words: string[]): Promise<Checked> {
  expect(await skiptrace(host, 'csv', 'check', ...words, '--json'), host.errors).toBe(0);
  return JSON.parse(host.output) as Checked;
}

const sampleOf = ({ fields }: Checked) =>
  fields
    .filter(({ field }) => ['address', 'city', 'state', 'zip'].includes(field))
    .map(({ sample = '' }) => sample)
    .join('|');

const LIST = '100 Sandbox Match St, Austin, TX 78701\n12 Elm Ave, Apt 4, Reno, NV 89501\n';

describe('files as people have them', () => {
  it.each([
    ['a plain list', 'addresses.txt', LIST],
    ['a list with a title', 'list.csv', `Address\n${LIST}`],
    ['a list with a title that means nothing', 'list.csv', `My leads\n${LIST}`],
    ['a quoted list', 'list.csv', '"100 Sandbox Match St, Austin, TX 78701"\n"12 Elm Ave, Reno, NV 89501"\n'],
    [
      'a file without a header',
      'nohead.csv',
      '100 Sandbox Match St,Austin,TX,78701\n12 Elm Ave,Reno,NV,89501\n',
    ],
    [
      'one-line addresses under a known name',
      'one.csv',
      `Property Address\n"100 Sandbox Match St, Austin, TX 78701"\n`,
    ],
    ['the same, UTF-16', 'wide.txt', Buffer.from(`\ufeff${LIST}`, 'utf16le')],
    ['a list from an old Mac', 'mac.txt', LIST.replaceAll('\n', '\r')],
    ['a list with Windows line ends', 'win.txt', LIST.replaceAll('\n', '\r\n')],
  ])('%s is understood', async (_, name, content) => {
    const found = await check(withFile(content, name), name);
    expect(sampleOf(found)).toBe('100 Sandbox Match St|Austin|TX|78701');
    expect(found.file).toBe(name);
  });

  it('are understood from standard input too, without a made-up name', async () => {
    const host = newHost({ stdin: LIST });
    expect(sampleOf(await check(host, '-'))).toBe('100 Sandbox Match St|Austin|TX|78701');
    expect(host.errors).not.toContain('stdin.csv');
  });

  it('rows are counted as in the file, without the added header', async () => {
    const host = withFile(`${LIST}PO Box 9, Austin, TX 78701\n`, 'addresses.txt');
    expect((await check(host, 'addresses.txt')).doubts).toMatchObject([{ what: 'PO box', rows: [3] }]);
    const broken = withFile('1 Oak St,Reno,NV,89501\n2 Oak St,Reno,NV,"89501\n', 'nohead.csv');
    expect(await skiptrace(broken, 'csv', 'check', 'nohead.csv')).toBe(7);
    expect(broken.errors).toContain('line 2');
  });

  it('two street columns are a question, answered with --map', async () => {
    const row = 'Jo,12 Oak St,Reno,NV,89501,9 Elm Ave,Austin,TX,78701\n';
    const host = withFile(row, 'two.csv');
    expect(await skiptrace(host, 'csv', 'check', 'two.csv')).toBe(7);
    expect(host.errors).toContain(`--map 'address=Column 2'   "12 Oak St"`);
    expect(host.errors).toContain(`--map 'address=Column 6'   "9 Elm Ave"`);
    const found = await check(
      withFile(row, 'two.csv'),
      ...['two.csv', '--map', 'address=Column 6', '--map', 'zip=Column 9', '--map', 'state=Column 8'],
    );
    expect(sampleOf(found)).toBe('9 Elm Ave||TX|78701');
  });

  it('--no-header takes row 1 for data if it could be either', async () => {
    const host = withFile('Jo,Oak Lodge\nAl,12 Elm Ave\nEd,14 Elm Ave\nUma,9 Oak St\n', 'odd.csv');
    expect(await skiptrace(host, 'csv', 'check', 'odd.csv')).toBe(7);
    expect(host.errors).toContain('If row 1 is data, add --no-header;');
    host.startAnew();
    expect(await skiptrace(host, 'csv', 'check', 'odd.csv', '--no-header')).toBe(7);
    expect(host.errors).toContain('Column 1');
  });

  it('any list keeps each line as the bytes of a cell', async () => {
    const line = fc
      .tuple(
        fc.integer({ min: 1, max: 999 }),
        fc.string({ unit: fc.constantFrom('a', 'é', ' ', ',', 'ñ'), maxLength: 8 }),
      )
      .map(([number, note]) => `${number} Oak St ${note.trim()}x, Austin, TX 78701`);
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
        const host = withFile(lines.join('\n'), 'list.txt');
        expect(await skiptrace(host, 'csv', 'check', 'list.txt', '--fix', '-o', '-')).toBe(0);
        const cells = host.output.trimEnd().split('\n').slice(1);
        expect(cells).toEqual(lines.map((text) => `"${text}"`));
      }),
      { numRuns: 30 },
    );
  });
});

describe('advice is printed', () => {
  it.each([
    ['Address,City,Notes\n12 Oak St,Detroit,x\n', '--state TX   if every row is in one state', '--map zip='],
    ['Who,Where,Z\nJo,12 Oak St,89501\n', '--map zip=Z   "89501"', 'Columns in the file'],
    [
      'Who,Where,Or,Z\nJo,12 Oak St,9 Elm Ave,89501\n',
      '--map address=Where   "12 Oak St"',
      'Columns in the file',
    ],
    ['Address#City#Zip\n12 Oak St#Lima#45801\n', "add --delimiter '#'", '--map'],
    ['Foo,Bar\na,b\n', 'Columns in the file:', 'one of these'],
    ['Address,Address,Zip\n12 Oak St,x,89501\n', 'csv check leads.csv --fix', 'one of these'],
    ['Name,Address\nJo,12 Oak St\n', 'Add a ZIP column (or city and state) to the file.', '--map'],
    ['12 Oak St\n9 Elm Ave\n14 Elm Ave\n', 'Add a ZIP column (or city and state) to the file.', '--map'],
    [
      '12 Oak St #4, Dayton, OH 45402\nhello\n5 Elm Rd, Boise, ID 83702\n',
      'If it is a plain list, every line must be one whole address, such as 12 Oak St, Dayton, OH 45402.',
      'Add a ZIP column',
    ],
  ])('for %j', async (content, said, never) => {
    const host = withFile(content, 'leads.csv');
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(7);
    expect(host.errors).toContain(said);
    expect(host.errors).not.toContain(never);
  });

  it('for columns of the same name: each with its own cell, and an option that works', async () => {
    const twice =
      'Address,City,State,Zip,Address,City,State,Zip\n12 Oak St,Lima,OH,45801,PO Box 9,Salem,OR,97301\n';
    const host = withFile(twice, 'leads.csv');
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(7);
    expect(host.errors).toContain(`--map 'address=Address (column 1)'   "12 Oak St"`);
    expect(host.errors).toContain(`--map 'address=Address (column 5)'   "PO Box 9"`);
    expect(host.errors).toContain(`--map 'zip=Zip (column 4)'   "45801"`);
    const options = ['--map', 'address=Address (column 1)', '--map', 'zip=Zip (column 4)'];
    expect(sampleOf(await check(withFile(twice, 'a.csv'), 'a.csv', ...options))).toBe('12 Oak St||OH|45801');
  });

  it('takes a table below a title unchanged, and says so', async () => {
    const host = withFile('My list,\n\nAddress,Zip\n12 Oak St,89501\n,89501\n', 'leads.csv');
    expect(await skiptrace(host, 'csv', 'check', 'leads.csv')).toBe(0);
    expect(host.errors).toContain('leads.csv has a title above its header (Address, ');
    expect(host.output).toContain("1 row has no address, so it can't match: row 5\n");
  });

  it('--state completes a file, is a state, and is refused beside a state column', async () => {
    const noState = 'Address,City\n12 Oak St,Detroit\n';
    expect(sampleOf(await check(withFile(noState, 'a.csv'), 'a.csv', '--state', 'mi'))).toBe(
      '12 Oak St|Detroit|MI|',
    );
    const wrong = withFile(noState, 'a.csv');
    expect(await skiptrace(wrong, 'csv', 'check', 'a.csv', '--state', 'ZZ')).toBe(2);
    expect(wrong.errors).toContain(`"ZZ" isn't a US state.`);
    const both = withFile('Address,City,State\n12 Oak St,Reno,NV\n', 'a.csv');
    expect(await skiptrace(both, 'csv', 'check', 'a.csv', '--state', 'TX')).toBe(2);
    expect(both.errors).toContain('a.csv has a state column, "State". Leave out --state TX.');
  });

  it('--fix makes equal headers unique, also if the address was one of them', async () => {
    const host = withFile('Address,Address,Zip\n12 Oak St,x,89501\n', 'dup.csv');
    expect(await skiptrace(host, 'csv', 'check', 'dup.csv', '--fix')).toBe(0);
    expect(readFileSync(path.join(host.cwd, 'dup.fixed.csv'), 'utf8')).toBe(
      'Address (column 1),Address (column 2),Zip\n12 Oak St,x,89501\n',
    );
  });
});

describe('bulk', () => {
  const YES = ['--yes', '--max-cost', '1'];

  it('sends neither addresses that cannot match nor a property twice, and gives every line its row', async () => {
    const scenario = await start();
    const list = `1 Oak St, Reno, NV 89501\nPO Box 9, Reno, NV 89501\n1 OAK STREET, Reno, NV 89501\n2 Elm St, Reno, NV 89501\n`;
    const host = scenario.host({ stdin: list });
    expect(await skiptrace(host, 'bulk', '-', ...YES), host.errors).toBe(0);
    const [request] = scenario.server.seen('skipTraceBulk');
    const { addresses } = JSON.parse(request?.body ?? '{}') as { addresses: { address: string }[] };
    expect(addresses.map(({ address }) => address)).toEqual(['1 Oak St', '2 Elm St']);
    expect(host.errors).toContain("1 address can't match and won't be sent");
    const [header, ...rows] = host.output.trimEnd().split('\n');
    expect(header).toMatch(/^Full Address,Skip Trace Status/);
    expect(rows.map((row) => /Matched/.test(row))).toEqual([true, false, true, true]);
    expect(host.errors).toContain('You were charged $0.08.');
  });

  it('sends all of them with --send-all --no-dedupe', async () => {
    const scenario = await start();
    const list = JSON.stringify(['1 Oak St, Reno, NV', 'PO Box 9, Reno, NV', '1 Oak Street, Reno, NV']);
    const host = scenario.host({ stdin: list });
    expect(await skiptrace(host, 'bulk', '-', '--send-all', '--no-dedupe', ...YES), host.errors).toBe(0);
    const [request] = scenario.server.seen('skipTraceBulk');
    expect((JSON.parse(request?.body ?? '{}') as { addresses: unknown[] }).addresses).toHaveLength(3);
  });
});

it('more rows than a job may have are refused with the place where they begin', async () => {
  const host = withFile(`Address,Zip\n${'1 Oak St,89501\n'.repeat(3)}`, 'leads.csv');
  const file = path.join(host.cwd, 'leads.csv');
  const names = { name: 'leads.csv', shown: 'leads.csv' };
  const source = { path: file, original: file, isPiped: false, ...names, bytes: statSync(file).size };
  await expect(inspectLeads(source, { overrides: {}, maxRows: 2 }, host.interrupt)).rejects.toMatchObject({
    code: 'input_too_big',
    message: expect.stringContaining(
      'leads.csv: The file has more than 2 rows; row 3 is on line 4',
    ) as unknown,
    hint: 'Split the file and run each part.',
  });
});
