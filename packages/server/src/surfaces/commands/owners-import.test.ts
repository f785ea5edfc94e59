import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillFolder } from '../../testing/engines.js';
import { runCommand } from '../../testing/process.js';
import { temporaryFolder } from '../../testing/temporary.js';
import type { Io } from './io.js';
import { OWNER_FIELDS, type importDocument } from './owners-import.js';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
  await mkdir(dataDir());
  await fillFolder(dataDir());
});
afterEach(() => folder.remove());

const dataDir = () => path.join(folder.value, 'data');
async function run(words: readonly string[], more: Partial<Io> = {}) {
  return runCommand({ DATA_DIR: dataDir() }, words, more);
}
async function file(content: string | Buffer, name = 'owners.csv'): Promise<string> {
  const at = path.join(folder.value, name);
  await writeFile(at, content);
  return at;
}
const importing = async (csv: string | Buffer, ...options: string[]) =>
  run(['owners', 'import', await file(csv), ...options]);
const summaryOf = async (csv: string, ...options: string[]) =>
  JSON.parse((await importing(csv, ...options, '--json')).out) as ReturnType<typeof importDocument>;
const explain = async (address: string) => (await run(['owners', 'explain', address])).out;

const COUNTY = `APN,SITUS_ADDR,SITUS_CITYSTZIP,OWNER_NAME1,OWNER_NAME2,MAIL_ADDR1,MAIL_CITYSTZIP,LIVING_SQFT
1,1 ELM ST,"DAYTON, OH 45402","DOE, JANE A",,9 OAK AVE,"LOS ANGELES, CA 90001",900
2,2 ELM ST,"DAYTON, OH 45402","ROE, JOHN & MARY",,,,900
3,3 ELM ST,"DAYTON, OH 45402","ACME HOLDINGS, LLC",,,,900
4,4 ELM ST,"DAYTON, OH 45402",,,,,900
5,PO BOX 7,"DAYTON, OH 45402","DOE, JIM",,,,900
`;

describe('owners import', () => {
  it('reads a county roll with names in one column, and city, state and ZIP in another', async () => {
    const planned = (await importing(COUNTY, '--source', 'county', '--dry-run')).out;
    expect(planned).toMatch(/^fullName +← OWNER_NAME1 +"DOE, JANE A"$/m);
    expect(planned).toMatch(
      /^mailingAddress +← MAIL_ADDR1 \+ MAIL_CITYSTZIP +"9 OAK AVE \| LOS ANGELES, \.\.\."$/m,
    );
    const { code, out, err } = await importing(COUNTY, '--source', 'county');
    expect([code, err]).toEqual([0, '']);
    // Only the dry run shows the columns.
    expect(out).not.toContain('FIELD');
    expect(out).toContain('5 rows read: 3 stored, 2 rejected.\nImported 4 owners into "county"');
    expect(out).toContain('1 row rejected: it names no owner (line 5).');
    expect(await explain('1 Elm St, Dayton, OH 45402')).toContain('JANE A DOE');
    expect(await explain('2 Elm St, Dayton, OH 45402')).toContain('JOHN ROE');
    expect(await explain('3 Elm St, Dayton, OH 45402')).toContain('ACME HOLDINGS, LLC');
    const again = await importing(COUNTY, '--source', 'county');
    expect(again.out).toContain(
      'Already imported: "county" has these 4 owners. The file was not read again.\n',
    );
  });

  it('prints a command for the rejected rows that runs as it is', async () => {
    const { out } = await importing(
      'Owner Name,Situs Address,City,State,Zip\n"DOE, JANE A",12 Oak St,Dayton,OH,45402\n,16 Oak St,Dayton,OH,45402\n',
      ...['--source', 'county'],
    );
    const [, command = ''] = /then run skiptrace-server (.+)$/m.exec(out) ?? [];
    expect(command).toContain('--name-order comma');
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    const rejects = path.join(folder.value, 'owners.csv.rejects.csv');
    await writeFile(rejects, (await readFile(rejects, 'utf8')).replace(',,16', ',"ROE, BOB",16'));
    const again = await run(words);
    expect([again.code, again.err]).toEqual([0, '']);
  });

  it('--dry-run reports the same and stores nothing', async () => {
    await rm(dataDir(), { recursive: true });
    const { code, out } = await importing(COUNTY, '--dry-run', '--source', 'county');
    expect(code).toBe(0);
    expect(out).toContain(
      '4 owners to store, with 0 phones and 0 emails.\nThis would create the source "county".',
    );
    expect(out).toContain('5 rows read: 3 to store, 2 rejected.');
    expect(out).toMatch(/Dry run: nothing was imported\.\n$/);
    expect(existsSync(dataDir())).toBe(false);
    expect(existsSync(path.join(folder.value, 'owners.csv.rejects.csv'))).toBe(false);
    const planned = await summaryOf(COUNTY, '--dry-run');
    const done = await summaryOf(COUNTY);
    const told = { status: 0, importId: 0, rejectsPath: 0 };
    expect({ ...planned, ...told }).toEqual({ ...done, ...told });
    const replacing = await importing(
      `${COUNTY}6,6 ELM ST,"DAYTON, OH 45402",POE ANN,,,,\n`,
      '--dry-run',
      '--replace',
    );
    expect(replacing.out).toContain('This would replace the source "default" (4 owners).');
    const stats = (await run(['owners', 'stats'])).out;
    expect(stats).toMatch(/^default +0 +4 /m);
    expect(stats).toContain('\nKEYS: entries of the index by which addresses find owners.\n');
  });

  it('--dry-run --rejects writes the rejected rows with their reasons', async () => {
    const rejects = path.join(folder.value, 'bad.csv');
    await importing(COUNTY, '--dry-run', '--rejects', rejects);
    expect(await readFile(rejects, 'utf8')).toBe(
      'Line,Reason,APN,SITUS_ADDR,SITUS_CITYSTZIP,OWNER_NAME1,OWNER_NAME2,MAIL_ADDR1,MAIL_CITYSTZIP,LIVING_SQFT\r\n' +
        '5,it names no owner,4,4 ELM ST,"DAYTON, OH 45402",,,,,900\r\n' +
        '6,"boxes, routes, general delivery, military mail and intersections are never a property",5,PO BOX 7,"DAYTON, OH 45402","DOE, JIM",,,,900\r\n',
    );
    const itself = await importing(COUNTY, '--rejects', path.join(folder.value, 'owners.csv'));
    expect(itself.err).toMatch(/Choose another path/);
    expect(await readFile(path.join(folder.value, 'owners.csv'), 'utf8')).toBe(COUNTY);
  });

  it('never overwrites rejected rows that a person may be correcting, and says where the new ones are', async () => {
    await importing(COUNTY);
    const first = path.join(folder.value, 'owners.csv.rejects.csv');
    await writeFile(first, 'mended');
    const { out } = await importing(`${COUNTY}6,6 ELM ST,"DAYTON, OH 45402",,,,,900\n`);
    const second = path.join(folder.value, 'owners.csv.rejects-2.csv');
    expect(out).toContain(`Rejected rows: ${second}\n(${first} existed already and was kept.)`);
    expect(await readFile(first, 'utf8')).toBe('mended');
    expect(await readFile(second, 'utf8')).toContain('7,it names no owner,6,6 ELM ST');
  });

  it('prints the command that imports the corrected rows, with the chosen columns', async () => {
    const csv = "Where,Zip,Owner's name\n1 Elm St,45402,Jane Doe\nElm St,45402,Ann Roe\n";
    const maps = ['--map', 'address=Where', '--map', "fullName=Owner's name"];
    const { out } = await importing(csv, ...maps, '--source', 'my county', '--state', 'OH');
    const rejects = path.join(folder.value, 'owners.csv.rejects.csv');
    expect(out).toContain(
      `then run skiptrace-server owners import ${rejects} --map 'fullName=Owner'\\''s name' --map address=Where --map zip=Zip --source 'my county' --state OH\n`,
    );
    await writeFile(rejects, (await readFile(rejects, 'utf8')).replace('Elm St', '2 Elm St'));
    const again = await run(['owners', 'import', rejects, ...maps, '--source', 'my county', '--state', 'OH']);
    expect(again.out).toContain('Imported 1 owner into "my county"');
    expect(await explain('2 Elm St, Dayton, OH 45402')).toContain('Ann Roe');
  });

  it('prints that command with the columns that it found by itself, of which the rejected rows alone may suggest others', async () => {
    const rolls = [
      'PID,PADDR,PTOWN,PROP_ST,PZIP5,OWNER1,PHONE 1,PHONE 1 TYPE,OWN_MCITY',
      '254,1 Elm St,Dayton,OH,45402,DOE JANE,5125550101,Cell,Dayton',
      '504,2 Elm St,Dayton,OH,45402,,5125550102,Cell,Dayton',
      '754,6053 LN,Dayton,OH,45402,ROE ANN,5125550103,Cell,Dayton',
    ];
    const maps = [
      ...['--map', 'address=PADDR', '--map', 'city=PTOWN', '--map', 'zip=PZIP5', '--map'],
      'state=PROP_ST',
    ];
    const names = ['--map', 'fullName=OWNER1', '--name-order', 'last-first'];
    const { out } = await importing(`${rolls.join('\n')}\n`, ...maps, ...names);
    expect(out).toContain('1 row rejected: it has no street name (line 4).');
    const [, command = ''] = /then run skiptrace-server (.*)$/m.exec(out) ?? [];
    expect(command).toContain("--map 'phone=PHONE 1' --map 'phoneType=PHONE 1 TYPE'");
    for (const map of [...maps.filter((word) => word !== '--map'), 'mailingCity=OWN_MCITY'])
      expect(command).toContain(`--map ${map}`);
    const rejects = path.join(folder.value, 'owners.csv.rejects.csv');
    const mended = (await readFile(rejects, 'utf8')).replace('45402,,', '45402,POE JIM,');
    await writeFile(rejects, mended.replace('6053 LN', '6053 Oak Ln'));
    const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare = '']) => quoted ?? bare);
    expect((await run(words)).out).toContain('2 rows read: 2 stored.');
    expect(await explain('2 Elm St, Dayton, OH 45402')).toContain('JIM POE');
  });

  it('takes the columns that were chosen at the last import of the source, and says so', async () => {
    const roll = (street: string, place = 'Ort') =>
      `Situs Address,${place},Situs State,Owner\n${street},Dayton,OH,Jane Doe\n`;
    const first = await importing(roll('1 Elm St'), '--source', 'county', '--map', 'city=Ort');
    expect(first.out).not.toContain('the last import');
    const { code, out } = await importing(roll('2 Elm St'), '--source', 'county');
    expect(code).toBe(0);
    expect(out).toContain(
      'Warning: Read as at the last import of "county": city from "Ort". --map chooses another column.\n',
    );
    expect(await explain('2 Elm St, Dayton, OH')).toContain('Jane Doe');
    const other = await importing(roll('3 Elm St', 'Place'), '--source', 'county');
    expect(other.code).toBe(1);
  });

  it('says which digit a ZIP has lost, and imports the corrected file of rejected rows', async () => {
    const rows = ['1602', '1602', '45402'].map(
      (zip, at) => `${at + 1} Elm St,${zip},Jane Doe,=x,123-45-6789\n`,
    );
    const csv = `Address,Zip,Owner,Note,SSN\n${rows.join('')}`;
    const { out } = await importing(csv);
    const advice =
      'has 4 digits; in MA, it lost a leading zero. Write it with five digits, or give MA as the state of every row';
    expect(out).toContain(`2 rows rejected: its ZIP ${advice} (lines 2, 3).`);
    const rejects = path.join(folder.value, 'owners.csv.rejects.csv');
    expect(await readFile(rejects, 'utf8')).toBe(
      'Line,Reason,Address,Zip,Owner,Note\r\n' +
        `2,"ZIP ""1602"" ${advice}",1 Elm St,1602,Jane Doe,'=x\r\n` +
        `3,"ZIP ""1602"" ${advice}",2 Elm St,1602,Jane Doe,'=x\r\n`,
    );
    const mended = await run(['owners', 'import', rejects, '--state', 'MA']);
    expect(mended.out).toContain('2 rows read: 2 stored.');
    expect(await explain('1 Elm St, Worcester, MA 01602')).toContain('match');
  });

  it('--state never overrides the ZIP of a row', async () => {
    const csv = 'Address,City,Zip,Owner\n1 Elm St,Dayton,45402,Jane Doe\n2 Elm St,Worcester,1602,Jo Roe\n';
    const { out } = await importing(csv, '--state', 'MA');
    expect(out).toContain(
      'Warning: 1 row has a ZIP that lies in another state than the one given for every row. It keeps the state of the ZIP.',
    );
    expect(await explain('1 Elm St, Dayton, OH 45402')).toContain('Jane Doe');
    expect(await explain('2 Elm St, Worcester, MA 01602')).toContain('Jo Roe');
  });

  it('exits with 1 if more than a tenth of many rows were rejected, and has imported the others', async () => {
    const rows = (good: number, bad: number) =>
      [...Array(good).keys()].map((at) => `${at + 1} Elm St,45402,Jane Doe\n`).join('') +
      [...Array(bad).keys()].map((at) => `PO Box ${at + 1},45402,Jane Doe\n`).join('');
    const header = 'Address,Zip,Owner\n';
    const many = await importing(`${header}${rows(20, 30)}`);
    expect([many.code, many.err]).toEqual([1, '']);
    expect(many.out).toContain('ends with exit code 1');
    expect(await explain('20 Elm St, Dayton, OH 45402')).toContain('Jane Doe');
    expect((await importing(`${header}${rows(90, 10)}`)).code).toBe(0);
  });

  it('ends when it is told to stop: nothing is imported, and the next run starts over', async () => {
    const words = ['owners', 'import', await file(COUNTY), '--source', 'county'];
    const { code, err } = await run(words, { stopRequested: () => Promise.resolve() });
    expect([code, err]).toEqual([
      1,
      'skiptrace-server: Stopped: nothing was imported, and earlier imports are unchanged. Run it again to start over.\n',
    ]);
    expect(await explain('1 Elm St, Dayton, OH 45402')).not.toContain('JANE A DOE');
    expect((await run(words)).out).toContain('Imported 4 owners into "county"');
  });

  it('waits for the disk, without a warning from Node, while it writes very many rejected rows', async () => {
    const warned: string[] = [];
    const note = (warning: Error) => warned.push(warning.name);
    process.on('warning', note);
    const bad = [...Array(20_000).keys()].map((at) => `PO Box ${at + 1},45402,${'Jane '.repeat(10)}\n`);
    const { out } = await importing(`Address,Zip,Owner\n1 Elm St,45402,Jane Doe\n${bad.join('')}`);
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', note);
    expect([warned, out]).toEqual([[], expect.stringContaining('20,000 rejected')]);
    const written = await readFile(path.join(folder.value, 'owners.csv.rejects.csv'), 'utf8');
    expect(written.split('\r\n')).toHaveLength(20_002);
  });

  const NAMELESS = 'Situs Address,Situs Zip,PERSON\n1 Elm St,45402,Jane Doe\n';

  it('refuses a file without a column of names, and says what to do', async () => {
    const { code, err } = await importing(NAMELESS);
    expect(code).toBe(1);
    expect(err).toMatch(/Unused columns: PERSON.*fullName with --map.*--allow-nameless/s);
    expect((await run(['owners', 'stats'])).out).toBe('(none)\n');
    expect(await summaryOf(NAMELESS, '--map', 'fullName=PERSON')).toMatchObject({ owners: 1 });
    expect(await summaryOf(NAMELESS, '--allow-nameless')).toMatchObject({ owners: 1, status: 'imported' });
  });

  it('prints the --map that answers a question about a column', async () => {
    const csv = 'Address,City,St,Owner\n1 Elm St,Dayton,OH,Jane Doe\n2 Elm St,Dayton,Ohio (US),Jane Doe\n';
    const { code, err } = await importing(csv);
    expect([code, err]).toEqual([
      1,
      'skiptrace-server: The column "St" could be the state or something else. If it is the state, add --map state="St".\n',
    ]);
    expect(await summaryOf(csv, '--map', 'state=St')).toMatchObject({ owners: 1 });
    const two = await importing(
      'Mail Address,Site Addr,Site Address,Zip,Owner\na,b,1 Elm St,45402,Jane Doe\n',
    );
    expect(two.err).toContain('Add one of: --map address="Site Addr", --map address="Site Address".');
  });

  it('finds the header below a title, columns by what they hold, and parts of a street', async () => {
    const csv =
      'Montgomery County Auditor,,,,,,\nReal Property Extract,,,,,,\n' +
      'OWN1,ADRNO,ADRDIR,ADRSTR,ADRSUF,CITYNAME,PROP_ST,ZIP1\n' +
      'DOE JANE,12,N,OAK,ST,DAYTON,OH,45402\nROE RAY,14,,ELM,AVE,NEWARK,NJ,7104\n';
    const summary = await summaryOf(csv);
    expect(summary).toMatchObject({ owners: 2, rows: { read: 2, stored: 2 } });
    expect((await importing(csv)).out).toContain('Already imported');
    expect(await explain('12 N Oak St, Dayton, OH 45402')).toContain('DOE JANE');
    expect(await explain('14 Elm Ave, Newark, NJ 07104')).toContain('ROE RAY');
    const wrong = await importing(csv, '--header-row', '2');
    expect(wrong.code).toBe(1);
    expect((await importing(csv, '--header-row', '3', '--no-header')).err).toContain('Use only one of');
  });

  it('names the format of a file that is not a list', async () => {
    expect((await importing('%PDF-1.7 and so on')).err).toContain(
      'This is a PDF document, not a list. Export the list as CSV or Excel (.xlsx)',
    );
    const xls = '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1 rest';
    expect((await importing(Buffer.from(xls, 'latin1'))).err).toContain(
      'save the sheet with the list as CSV',
    );
  });

  it('suggests a field for a misspelled one in --map', async () => {
    const csv = 'Property Address,Zip,Owner Name\n1 Elm St,45402,Jane Doe\n';
    const { code, err } = await importing(csv, '--map', 'FulNames=Owner Name');
    expect([code, err]).toEqual([
      1,
      'skiptrace-server: "FulNames" isn\'t a field that a column can be mapped to. Did you mean fullName? "skiptrace-server owners fields" lists them.\n',
    ]);
    for (const [typed, meant] of [
      ['mailCity', 'mailingCity'],
      ['mail addr', 'mailingAddress'],
      ['OWNER_NAME', 'fullName'],
      ['zipcode', 'zip'],
      ['apn', 'parcelId'],
      ['DNC', 'phoneDnc'],
    ])
      expect((await importing(csv, '--map', `${typed}=Owner Name`)).err).toContain(`Did you mean ${meant}?`);
    const other = await importing(csv, '--map', 'colour=Owner Name');
    expect(other.err).toContain('Choose from: address, city, state, zip,');
  });

  it('names the columns of a file without an address, and those it needs', async () => {
    const { code, err } = await importing('Full Name,Notes\nJane Doe,x\n');
    expect([code, err]).toEqual([
      1,
      'skiptrace-server: No column is known to hold the property address. The columns of the file are "Full Name", "Notes". ' +
        'It needs those of address, of zip or of city and state, and of fullName or of firstName and lastName. ' +
        'Choose columns with --map. "skiptrace-server owners fields" lists all fields.\n',
    ]);
    const wide = await importing(`${Array.from({ length: 60 }, (_, at) => `Column ${at}`).join(',')}\nx\n`);
    expect(wide.err).toContain('"Column 49" and 10 more. It needs');
  });

  it('prints no option that can not be run: none for columns without a name or with the same name', async () => {
    const nameless = await importing(',City,State,Owner\n1 Elm St,Dayton,OH,Jane Doe\n');
    expect(nameless.err).toContain('The columns of the file are "City", "State", "Owner".');
    const twice = 'Situs,City,City,State,Owner\n1 Elm St,Dayton,Dayton,OH,Jane Doe\n';
    const same = await importing(twice, '--map', 'address=Situs', '--map', 'city=City');
    expect(same.err).toContain('Rename one of them.');
    expect(same.err).toContain('The columns of the file are "Situs", "City", "State", "Owner".');
    const missing = await importing(twice, '--map', 'address=Situs', '--map', 'city=Town');
    expect(missing.err).toContain('Choose from: Situs, City, State, Owner. Choose columns with --map.');
    for (const { err } of [nameless, same, missing]) expect(err).not.toMatch(/--map \S*=(?:""|"Header")/);
  });

  it('lists every field of --map, in the program as in the documentation', async () => {
    await rm(dataDir(), { recursive: true });
    const { err } = await importing('Property Address,Zip\n', '--map', 'colour=Zip', '--dry-run');
    const fields = /Choose from: ([^.]+)\./.exec(err)?.[1]?.split(', ') ?? [];
    const listed = JSON.parse((await run(['owners', 'fields', '--json'])).out) as Record<string, string>[];
    expect(listed.flatMap((field) => field['fields']).sort()).toEqual(fields.sort());
    const page = await readFile(new URL('../../../../../docs/owners.md', import.meta.url), 'utf8');
    const [, table = ''] = /^\| Field \| Required .*\n.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
    const rows = OWNER_FIELDS.map(
      ({ fields: names, required, headers }) => `| ${names} | ${required} | ${headers} |\n`,
    );
    expect(rows.join('').replaceAll('|  |', '| |')).toBe(table.replaceAll('|  |', '| |'));
    const { out } = await run(['owners', 'fields']);
    expect(out).toContain('\nphoneType (recommended)\n    Phone 1 Type, Phone 2 Type, …\n');
    expect(existsSync(dataDir())).toBe(false);
  });

  it('takes the type of phones from the columns that --map names, one for all or one for each', async () => {
    const csv =
      'ADDR,Zip,Owner,TEL1,TYP1,TEL2,TYP2\n1 Elm St,45402,Jane Doe,5125550101,Cell,5125550102,Landline\n';
    const maps = (...words: readonly string[]) =>
      ['address=ADDR', 'phone=TEL1', 'phone=TEL2', ...words].flatMap((map) => ['--map', map]);
    const none = await importing(csv, ...maps(), '--dry-run');
    expect(none.out).toContain('Warning: 2 phones have no type.');
    expect(none.out).toContain('Choose the column of phoneType with --map');
    const shown = await importing(csv, ...maps('phoneType=TYP1', 'phoneType=TYP2'), '--dry-run');
    expect(shown.out).toMatch(/^phoneType +← TYP2 +"Landline"$/m);
    expect(await summaryOf(csv, ...maps('phoneType=TYP1', 'phoneType=TYP2'))).toMatchObject({
      phones: { stored: 2, leftOut: 0 },
    });
    expect(await summaryOf(csv, ...maps('phoneType=TYP1'))).toMatchObject({ phones: { stored: 2 } });
    const three = await importing(csv, ...maps('phone=Zip', 'phoneType=TYP1', 'phoneType=TYP2'));
    expect([three.code, three.err]).toEqual([
      1,
      expect.stringContaining('Choose one for each, in the same order, or one for all of them.'),
    ]);
    expect(await summaryOf(csv, ...maps(), '--phone-type-default', 'landline')).toMatchObject({
      phones: { stored: 2, withoutType: 0 },
    });
  });

  it('counts stored rows with a wrong ZIP, or one of another state, and names their lines', async () => {
    const withZips = (zips: readonly string[]) =>
      `Property Address,City,State,Zip,Owner Name\n${zips.map((zip, at) => `${at + 1} Ash St,Reno,NV,${zip},Jane Doe\n`).join('')}PO Box 7,Reno,NV,1,Jane Doe\n`;
    const csv = withZips(['8950', 'xxxxx', '10001', '89501', '', 'N/A']);
    const warnings = [
      "2 rows have ZIPs that aren't five digits and are stored without them (lines 2, 3).",
      '1 row has a ZIP of another state than its own and is stored as written (line 4).',
    ];
    expect((await summaryOf(csv, '--dry-run'))['warnings']).toEqual(warnings);
    expect((await importing(csv)).out).toContain(warnings.map((text) => `Warning: ${text}\n`).join(''));
    const many = withZips([...Array<string>(6).fill('8950'), ...Array<string>(20).fill('89501')]);
    expect((await importing(many)).out).toContain(
      "6 rows have ZIPs that aren't five digits and are stored without them (lines 2, 3, 4, 5, 6, ...).",
    );
  });

  it('understands letters in type columns, stores other types as unknown, and says so', async () => {
    const rows = ['M', 'L', 'W', 'VOIP', 'Pager'].map(
      (type, n) => `${n + 1} Elm St,45402,Jane Doe,512555010${n},${type}\n`,
    );
    const csv = `Address,Zip,Owner Name,Phone 1,Phone 1 Type\n${rows.join('')}`;
    const { out } = await importing(csv);
    expect(out).toContain(
      'Warning: 2 phones have a type that was not understood ("VOIP", "Pager"). They are stored without a type.',
    );
    expect(out).toContain('with 5 phones (2 without a type) and 0 emails.');
    expect(out).not.toContain('left out:');
    const { out: stats } = await run(['owners', 'stats', '--json']);
    expect(JSON.parse(stats)).toMatchObject({ sources: [{ phones: 5, untypedPhones: 2 }] });
    expect(await summaryOf(csv)).toMatchObject({ status: 'unchanged', phones: { stored: 5 } });
  });

  it('gives the reason for each phone that is left out', async () => {
    const csv =
      'Address,Zip,Owner Name,Contact 1 Name,Phone 1,Phone 1 Type\n' +
      '1 Elm St,45402,Jane Doe,Jane Doe,555,Cell\n' +
      '2 Elm St,45402,Jane Doe,Bo Tenant,5125550101,Cell\n';
    const { out } = await importing(csv);
    expect(out).toContain('1 phone left out: not a 10-digit US number.');
    expect(out).toContain("1 phone left out: the row says they are another person's.");
    expect(out).not.toContain('more than a match can hold');
  });

  it('reports a row without an address as such', async () => {
    const { out } = await importing('Address,Zip,Owner Name\n1 Elm St,45402,Jane Doe\n,45402,Ann Roe\n');
    expect(out).toContain('1 row rejected: it has no address (line 3).');
  });

  it('asks about it on a terminal', async () => {
    const questions: string[] = [];
    const answering = (answer: boolean) => ({
      confirm: (question: string) => Promise.resolve(questions.push(question) > 0 && answer),
    });
    const at = await file(NAMELESS);
    expect(await run(['owners', 'import', at], answering(false))).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^skiptrace-server: Nothing was imported\.$/m) as string,
    });
    const { code, out } = await run(['owners', 'import', at], answering(true));
    expect([code, questions.length]).toEqual([0, 2]);
    expect(out).toContain('1 row read: 1 stored.');
  });

  it('asks whether rows that a column tells apart are one property, and refuses them without a terminal', async () => {
    const at = await file(
      'Address,XQ,Zip,APN,Owner Name\n1 Elm St,,45402,7,Jane Doe\n1 Elm St,1/2,45402,8,Ann Roe\n',
    );
    const refused = await run(['owners', 'import', at]);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toContain('they differ in "XQ" (1/2)');
    expect(refused.err).toContain('Add --map numberSuffix=XQ');
    const planned = await run(['owners', 'import', at, '--dry-run']);
    expect(planned.code).toBe(1);
    expect(planned.out).toContain('Warning: 1 row (50%) would be taken for the property of an earlier row');
    const asked = await run(['owners', 'import', at], { confirm: () => Promise.resolve(true) });
    expect(asked.out).toContain('2 rows read: 2 stored.');
  });

  it('warns about unused columns that look like owner data, in text and in JSON', async () => {
    const csv = 'Situs Address,Situs Zip,Owner Name,Owner Spouse,Roof\n1 Elm St,45402,Jane Doe,Jim,Tin\n';
    const message =
      'Not imported: Owner Spouse. It looks like owner data. To import a column, choose its field with --map; "skiptrace-server owners fields" lists the fields.';
    expect((await importing(csv)).out).toContain(message);
    const { warnings, ignoredColumns } = await summaryOf(csv, '--source', 'other');
    expect(warnings).toContain(message);
    expect(ignoredColumns).toEqual(['Owner Spouse', 'Roof']);
  });

  it('says that a mailing street has no city, state and ZIP, and which columns look like them', async () => {
    const csv =
      'PADDR,XTOWN,PZIP5,OWNER1,XM_MAIL1,XM_MCITY,XM_MST,XM_MZIP,LAST\n1 Elm St,Dayton,45402,Jane Doe,9 Oak St,Lima,OH,45801,x\n';
    const maps = ['--map', 'address=PADDR', '--map', 'zip=PZIP5', '--map', 'fullName=OWNER1', '--dry-run'];
    const street = [...maps, '--map', 'mailingAddress=XM_MAIL1'];
    const { out } = await importing(csv, ...street);
    const more = ['mailingCity=XM_MCITY', 'mailingState=XM_MST', 'mailingZip=XM_MZIP'];
    const shown = more.map((map) => `--map ${map.replace(/=(.*)/, '="$1"')}`).join(' ');
    expect(out).toContain(
      `Warning: "XM_MAIL1" gives mailing addresses a street without a city, state and ZIP. Not used, though they look like it: XM_MCITY, XM_MST, XM_MZIP. Add ${shown}.`,
    );
    const mended = (await importing(csv, ...street, ...more.flatMap((map) => ['--map', map]))).out;
    expect(mended).not.toContain('mailing addresses a street without');
    const city = (await importing(csv, ...maps)).out;
    expect(city).toContain(
      `"XTOWN" looks like the city of the property, and isn't used. If it is, add --map city="XTOWN".`,
    );
  });

  it('says how phones without a type or a Do Not Call flag were treated', async () => {
    const csv =
      'Situs Address,Situs Zip,Owner Name,Phone 1,Phone 1 Type,Phone 2\n1 Elm St,45402,Jane Doe,5125550101,Cell,5125550102\n';
    expect((await importing(csv, '--dry-run')).out).toContain(
      '2 phones have no Do Not Call flag and would be stored as not checked, which is treated',
    );
    const { out } = await importing(csv);
    expect(out).toContain(
      '2 phones have no Do Not Call flag and were stored as not checked, which is treated as Do Not Call (see --dnc-default).',
    );
    expect(out).toContain('Warning: 1 phone has no type. It is stored, but answers leave it out');
    const [, command = ''] = /later: skiptrace-server (.*)$/m.exec(out) ?? [];
    const set = await run(command.split(' '));
    expect(set.out).toBe('Source "default": phones without a type are mobiles (1 phone so far).\n');
    const other = await importing(csv, '--dnc-default', 'no');
    expect(other.out).toContain('were marked as callable (see --dnc-default).');
    expect(other.out).not.toContain('no type');
  });

  const HEADERLESS =
    '\uFEFF1 Elm St,Dayton,OH,45402,Jane Doe\n2 Elm St,Dayton,OH,45402,Ann Roe\nPO Box 1,Dayton,OH,45402,Bo\n';

  it('refuses a missing file with its full path, and creates no data directory', async () => {
    await rm(dataDir(), { recursive: true });
    const { code, err } = await run(['owners', 'import', 'no-such-file.csv']);
    expect([code, err]).toEqual([
      1,
      `skiptrace-server: ${path.resolve('no-such-file.csv')} doesn't exist.\n`,
    ]);
    expect(existsSync(dataDir())).toBe(false);
  });

  it('refuses a file without a header row, and says what to do', async () => {
    const { code, err } = await importing(HEADERLESS);
    expect(code).toBe(1);
    expect(err).toMatch(
      /no header row: it starts with "1 Elm St"\. Add a line with column names.*--no-header --map/,
    );
  });

  it('--no-header takes columns by their numbers, and reads the first row as data', async () => {
    const columns = ['address=1', 'city=2', 'state=3', 'zip=4', 'fullName=5'].flatMap((map) => [
      '--map',
      map,
    ]);
    const planned = await importing(HEADERLESS, '--no-header', '--dry-run', ...columns);
    expect(planned.out).toMatch(/^address +← 1 +"1 Elm St"$/m);
    const { out, err } = await importing(HEADERLESS, '--no-header', ...columns);
    expect(err).toBe('');
    expect(out).toContain('3 rows read: 2 stored, 1 rejected.');
    expect(out).toMatch(/\(line 3\)/);
    expect(await explain('1 Elm St, Dayton, OH 45402')).toContain('Jane Doe');
    expect(await explain('2 Elm St, Dayton, OH 45402')).toContain('Ann Roe');
  });

  it('reads the sample file of docs/owners.md', async () => {
    const sample = new URL('../../../../../examples/owners.csv', import.meta.url);
    const summary = await summaryOf(await readFile(sample, 'utf8'));
    expect(summary).toMatchObject({
      rows: { read: 3, stored: 3, refused: 0 },
      owners: 4,
      phones: { stored: 3, leftOut: 0, dncAssumed: 1 },
      emails: { stored: 3 },
      ignoredColumns: [],
      warnings: [],
    });
    expect(await explain('12 Oak St Apt 4, Dayton, OH 45402')).toContain('Jane Doe');
  });

  it('reads an Excel workbook as it reads the same rows as CSV', async () => {
    const from = new URL('../../testing/fixtures/owners.xlsx', import.meta.url);
    const book = path.join(folder.value, 'owners.xlsx');
    await copyFile(from, book);
    const { code, out, err } = await run(['owners', 'import', book]);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain(
      '3 rows read: 3 stored.\nImported 4 owners into "default", with 3 phones and 3 emails.',
    );
    expect((await run(['owners', 'import', book])).out).toMatch(/^Already imported/);
    expect(await explain('12 Oak St Apt 4, Dayton, OH 45402')).toContain('Jane Doe');
    await writeFile(book, 'PK\u0003\u0004 not really');
    expect((await run(['owners', 'import', book])).err).toMatch(
      /can't be read as an Excel workbook\. Open it in a spreadsheet, save the sheet/,
    );
  });

  it('lets the operator choose which source wins', async () => {
    const csv = (name: string) => `Situs Address,Situs Zip,Owner Name\n1 Elm St,45402,${name}\n`;
    await importing(csv('Ann Roe'), '--source', 'county', '--priority', '10');
    await importing(csv('Jane Doe'), '--source', 'vendor');
    expect(await explain('1 Elm St, 45402')).toMatch(
      /Ann Roe.*\nfrom +"county": Ann Roe, 0 phones, 0 emails/,
    );
    expect((await run(['owners', 'stats'])).out).toMatch(/^SOURCE +PRIORITY.*\ncounty +10 .*\nvendor +0 /);
    const { out } = await run(['owners', 'priority', 'vendor', '11']);
    expect(out).toBe('Source "vendor" now has priority 11.\n');
    expect(await explain('1 Elm St, 45402')).toMatch(/^owner +Jane Doe, record/m);
    expect((await run(['owners', 'priority', 'vendor', 'high'])).code).toBe(2);
    expect((await run(['owners', 'priority', 'nobody', '1'])).err).toMatch(
      /no source "nobody"\. Run "owners stats"/,
    );
  });

  it('turns names in last-first order if the operator says so, and warns if the order is unknown', async () => {
    const csv = 'Situs Address,Situs Zip,Owner Name\n1 Elm St,45402,DOE JANE A\n';
    expect((await importing(csv)).out).toMatch(/may have the last name first.*--name-order last-first/);
    await importing(csv, '--name-order', 'last-first');
    expect(await explain('1 Elm St, 45402')).toContain('JANE A DOE');
  });
});
