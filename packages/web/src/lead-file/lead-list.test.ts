import { describe, expect, it } from 'vitest';
import { workbook } from '../../../csv/src/testing/workbook.js';
import { LeadList, lookAt, openList } from './lead-list.js';
import { problemOf } from './problem.js';
import { NOTHING_DECIDED, type Decisions } from './report.js';
import { countResult, exportResult, restoreResult } from './result.js';

const blob = (text: string) => new Blob([text]);
const ignore = () => undefined;
const read = (text: string, decided: Partial<Decisions> = {}, maxRows = 100) =>
  LeadList.read(blob(text), { ...NOTHING_DECIDED, ...decided }, maxRows, ignore);
const HEADER = 'Address,City,State,Zip\n';
const OAK = '1 Oak St,Reno,NV,89501\n';

describe('a look at the first rows', () => {
  it('has the columns with examples, and the rows', async () => {
    const look = await lookAt(blob(`${HEADER}${OAK}${OAK}2 Elm St,Reno,NV,89501\n`), NOTHING_DECIDED);
    expect(look.columns[0]).toEqual({ name: 'Address', samples: ['1 Oak St', '2 Elm St'] });
    expect(look.rows).toHaveLength(3);
    expect(look.errors).toEqual([]);
    expect(look.fields.map(({ field, headers }) => [field, ...headers])).toEqual([
      ['address', 'Address'],
      ['city', 'City'],
      ['state', 'State'],
      ['zip', 'Zip'],
    ]);
  });

  it('follows the decisions', async () => {
    const text = 'Where,Also,Place,Zip\n1 Oak St,2 Oak St,Reno,89501\n';
    const found = await lookAt(blob(text), NOTHING_DECIDED);
    expect(found.errors).not.toEqual([]);
    const decided = await lookAt(blob(text), {
      ...NOTHING_DECIDED,
      overrides: { address: 'Where', city: 'Place' },
      state: 'NV',
    });
    expect(decided.errors).toEqual([]);
    expect(decided.fields.find(({ field }) => field === 'state')?.reason).toContain('NV');
  });

  it('names the columns of a file without a header', async () => {
    const look = await lookAt(blob(OAK), NOTHING_DECIDED);
    expect(look.shape).toBe('no-header');
    expect(look.columns.map(({ name }) => name)).toEqual(['Address', 'City', 'State', 'Zip']);
    expect(look.rows).toEqual([['1 Oak St', 'Reno', 'NV', '89501']]);
  });

  it('finds the column names below a title, and numbers rows as the file does', async () => {
    const csv = blob(`Delinquent taxes\r\n\r\n${HEADER},Reno,NV,89501\n${OAK}`);
    const look = await lookAt(csv, NOTHING_DECIDED);
    expect(look.shape).toBe('below-title');
    expect(look.columns.map(({ name }) => name)).toEqual(['Address', 'City', 'State', 'Zip']);
    const { survey } = await LeadList.read(csv, NOTHING_DECIDED, 100, ignore);
    expect(survey).toMatchObject({ rows: 2, properties: 1 });
    expect(survey.doubts.map(({ text }) => text)).toEqual(["1 row has no address, so it can't match: row 4"]);
  });

  it('stays small, however wide and long the cells are', async () => {
    const look = await lookAt(blob(`${'A,'.repeat(300)}Z\n${'x'.repeat(5_000)}\n`), NOTHING_DECIDED);
    expect(look.rows[0]?.[0]).toHaveLength(120);
    const wide = await lookAt(blob(`${'A,'.repeat(300)}Z\n${'1,'.repeat(300)}2\n`), NOTHING_DECIDED);
    expect(wide.rows[0]).toHaveLength(301);
    expect(wide.columns).toHaveLength(301);
  });
});

describe('a survey of the whole list', () => {
  it('counts rows and properties, and warns about doubtful ones', async () => {
    const { survey } = await read(`${HEADER}${OAK}1 OAK STREET,Reno,NV,89501\n,Reno,NV,89501\n`);
    expect(survey).toMatchObject({ rows: 3, properties: 1, repeated: 1, unmatchable: 1 });
    expect(survey.doubts).toEqual([
      { kind: 'cannot-match', text: "1 row has no address, so it can't match: row 4" },
    ]);
  });

  it('names rows with a ZIP of another state, a sign of a wrong column', async () => {
    const { survey } = await read(`${HEADER}${OAK}1 Elm St,Reno,OH,89501\n2 Elm St,Reno,Nevada,89501\n`);
    expect(survey.doubts).toEqual([
      { kind: 'form', text: '1 row has a ZIP that is not in its state: row 3' },
    ]);
  });

  it('numbers rows as a spreadsheet does, even with line breaks in cells', async () => {
    const { survey } = await read(`${HEADER}"1 Oak\n St",Reno,NV,89501\n,Reno,NV,89501\n`);
    expect(survey.doubts.map(({ text }) => text)).toEqual(["1 row has no address, so it can't match: row 3"]);
  });

  it('reports faults by the line numbers of the person’s own file', async () => {
    const error: unknown = await read(`${OAK}${OAK}"2 Elm\n`).catch((thrown: unknown) => thrown);
    expect(problemOf(error)).toMatchObject({
      code: 'unclosed_quote',
      message: expect.stringContaining('line 3') as string,
    });
    const many: unknown = await read(`${HEADER}${OAK}${OAK}`, {}, 1).catch((thrown: unknown) => thrown);
    expect(problemOf(many)).toMatchObject({
      code: 'too_many_rows',
      hint: 'Split the list and upload each part.',
    });
  });
});

describe('the file to send', () => {
  it('is the list itself if nothing has to change', async () => {
    const csv = blob(`${HEADER}${OAK}`);
    const list = await LeadList.read(csv, NOTHING_DECIDED, 100, ignore);
    const copy = await list.copy({ payOnce: true }, ignore);
    expect(copy.csv).toBe(csv);
    expect(copy.columnMapping).toEqual({ address: 'Address', city: 'City', state: 'State', zip: 'Zip' });
  });

  it('has a property once or in every row, as the person chose', async () => {
    const list = await read(`${HEADER}${OAK}${OAK}`);
    const once = await list.copy({ payOnce: true }, ignore);
    expect(await once.csv.text()).toBe(
      `skiptrace repeats row,skiptrace address,${HEADER},1 Oak St,${OAK}2,,${OAK}`,
    );
    expect(once.columnMapping.address).toBe('skiptrace address');
    const always = await list.copy({ payOnce: false }, ignore);
    expect(await always.csv.text()).toBe(`${HEADER}${OAK}${OAK}`);
  });

  it('has the columns that the list lacks', async () => {
    const list = await read('Full Address\n"1 Oak St, Reno, NV 89501"\n');
    const { csv, columnMapping } = await list.copy({ payOnce: true }, ignore);
    expect(await csv.text()).toContain('1 Oak St,Reno,NV,89501,"1 Oak St, Reno, NV 89501"');
    expect(columnMapping.city).toBe('skiptrace city');
  });
});

describe('a file', () => {
  it('gets a name that the server accepts', async () => {
    expect((await openList(blob(HEADER + OAK), 'Leads.txt', null, ignore)).filename).toBe('Leads.csv');
  });

  it('that is a workbook says what a person does not see in its sheet', async () => {
    const unsaved = { attributes: '', inside: '<f>B2&amp;C2</f><v></v>' };
    const file = new Blob([
      new Uint8Array(
        await workbook([
          ['Address', 'Zip'],
          ['1 Oak St', '89501'],
          [unsaved, '89501'],
        ]),
      ),
    ]);
    const { sheet } = await openList(file, 'Leads.xlsx', null, ignore);
    expect(sheet?.notes).toEqual([expect.stringMatching(/^1 cell has a formula without a saved result/)]);
  });

  it.each<[string, BlobPart, string]>([
    ['nothing', '', 'empty'],
    ['a PDF', '%PDF-1.7', 'not_text'],
    ['a picture', '\x89PNG\0\0\0\r', 'not_text'],
    ['a broken workbook', 'PK\x03\x04', 'not_a_workbook'],
  ])('that is %s is refused at once', async (_, content, code) => {
    const error: unknown = await openList(new Blob([content]), 'a.csv', null, ignore).catch(
      (thrown: unknown) => thrown,
    );
    expect(problemOf(error)).toMatchObject({ code });
    expect(problemOf(error).message).not.toMatch(/NUL|CSV text/);
  });
});

const COLUMNS = { address: 'skiptrace address', city: 'City', state: 'State', zip: 'Zip' };

describe('a result', () => {
  const RESULT =
    'skiptrace repeats row,skiptrace address,Address,City,State,Zip,Skip Trace Status,Owner First Name,Owner Last Name,Owner Full Name,Owner Mailing Address,Owner Mailing City,Owner Mailing State,Owner Mailing Zip,Phone 1,Phone 1 Type,Phone 1 DNC\n' +
    ',1 Oak St,1 Oak St,Reno,NV,89501,Matched,Vera,Drumlin,Vera Drumlin,,,,,7755550131,Mobile,Yes\n' +
    '2,,1 OAK ST,Reno,NV,89501,,,,,,,,,,,\n';

  it('comes back as the list was, with an owner in every row', async () => {
    const lines = (await (await restoreResult(blob(RESULT))).text()).split('\n');
    expect(lines[0]).toMatch(/^Address,City,State,Zip,Skip Trace Status/);
    expect(lines[2]).toBe(
      '1 OAK ST,Reno,NV,89501,Matched,Vera,Drumlin,Vera Drumlin,,,,,7755550131,Mobile,Yes',
    );
  });

  it('is counted', async () => {
    for (const columns of [COLUMNS, null])
      expect(await countResult(blob(RESULT), columns)).toEqual({
        rows: 2,
        filled: 2,
        owners: 1,
        phones: 1,
        emails: 0,
      });
  });

  it.each<[string, typeof COLUMNS | null]>([
    ['by the columns of its job', COLUMNS],
    ['by its header, where the job has forgotten them', null],
  ])('becomes what another program imports, without numbers that it can’t mark: %s', async (_, columns) => {
    expect(await exportResult(blob(RESULT), 'phones', columns)).toMatchObject({
      leads: 1,
      records: 0,
      droppedNumbers: 1,
    });
    expect(await exportResult(blob(RESULT), 'hubspot', columns)).toMatchObject({
      leads: 1,
      records: 1,
      droppedNumbers: 1,
    });
    const kept = await exportResult(blob(RESULT), 'hubspot', columns, { dnc: 'keep' });
    expect(kept).toMatchObject({ records: 1, droppedNumbers: 0 });
    expect(await kept.csv.text()).toContain('7755550131');
  });

  it('with a header that says nothing is exported by the columns chosen for its job', async () => {
    const result = RESULT.replace('Address,City,State,Zip', 'Where,Place,Region,Code');
    const columns = { address: 'skiptrace address', city: 'Place', state: 'Region', zip: 'Code' };
    const { csv } = await exportResult(blob(result), 'phones', columns, { dnc: 'keep' });
    const row = 'Vera,Drumlin,7755550131,Mobile,Yes,listed,1 Oak St,Reno,NV,89501';
    expect((await csv.text()).split('\r\n').slice(1)).toEqual([row, '']);
  });

  it('counts owners with an undivided name', async () => {
    const result = RESULT.replace('Vera,Drumlin,Vera Drumlin', ',,Drumlin Homes LLC');
    expect(await exportResult(blob(result), 'phones', COLUMNS)).toMatchObject({ leads: 1, wholeNames: 1 });
  });
});

describe('columns of the same name', () => {
  const text = 'Address,Address,City,State,Zip\n1 Oak St,x,Reno,NV,89501\n';

  it('are a question, until they get different names', async () => {
    const found = await lookAt(blob(text), NOTHING_DECIDED);
    expect(found.errors.map(({ code }) => code)).toContain('duplicate_header');
    const renamed = { ...NOTHING_DECIDED, renameColumns: true };
    // The person chooses the one that is meant.
    expect((await lookAt(blob(text), renamed)).errors.map(({ code }) => code)).not.toContain(
      'duplicate_header',
    );
    const chosen = { ...renamed, overrides: { address: 'Address (column 1)' } };
    expect((await lookAt(blob(text), chosen)).errors).toEqual([]);
    const list = await LeadList.read(blob(text), chosen, 100, ignore);
    const { csv, columnMapping } = await list.copy({ payOnce: true }, ignore);
    expect(await csv.text()).toBe(
      'Address (column 1),Address (column 2),City,State,Zip\n1 Oak St,x,Reno,NV,89501\n',
    );
    expect(columnMapping.address).toBe('Address (column 1)');
  });
});
