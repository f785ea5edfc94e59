import type { SkipTraceMatch } from '@skiptrace/contract';
import {
  HEADER,
  row,
  type CsvFile,
  cell,
  bytesOf,
  csvFile,
  lineOf,
  previewedJob,
  changedLinks,
  uploadedJob,
  type Action,
  createJob,
} from '../service.js';
import { oneMatch, wholeJob } from '../specification/scenarios.js';
import {
  check,
  inSection,
  type Context,
  expectEqual,
  expectError,
  expectThat,
  expectStatus,
} from '../suite/check.js';

// Builds the expected enriched file, byte for byte, from single lookups (reading 29).
type Found = Pick<SkipTraceMatch, 'contact' | 'phones' | 'emails'>;

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

/** Names of the added columns; the widest row decides their number. */
const addedNames = ({ phones, emails }: Found): string[] => [
  ...['Skip Trace Status', 'Owner First Name', 'Owner Last Name', 'Owner Full Name'],
  ...['Address', 'City', 'State', 'Zip'].map((name) => `Owner Mailing ${name}`),
  ...upTo(phones.length).flatMap((at) =>
    ['', ' Type', ' DNC', ' DNC Status'].map((of) => `Phone ${at}${of}`),
  ),
  ...upTo(emails.length).map((at) => `Email ${at}`),
];

function addedCells({ contact, phones, emails }: Found): string[] {
  const { firstName, lastName, fullName, mailingAddress, mailingCity, mailingState, mailingZip } = contact;
  const owner = [firstName, lastName, fullName, mailingAddress, mailingCity, mailingState, mailingZip];
  return [
    'Matched',
    ...owner.map((text) => safe(text ?? '')),
    ...phones.flatMap(phoneCells),
    ...emails.map(safe),
  ];
}

function phoneCells({ number, type, dnc, dncChecked }: Found['phones'][number]): string[] {
  const status = !dnc ? 'not listed' : dncChecked === false ? 'not checked' : 'listed';
  return [number, type === 'mobile' ? 'Mobile' : 'Landline', dnc ? 'Yes' : 'No', status];
}

/**
 * Adds an apostrophe to text that a spreadsheet would take for a formula: at the start of a cell, and after a
 * delimiter within one.
 */
const safe = (text: string): string =>
  text.replace(/([,;|\t\r\n]"*)(?=[=+\-@＝＋－＠])/g, "$1'").replace(/^(?=[=+\-@＝＋－＠\t\r])/, "'");

/** Added cells as they follow a record. */
const appended = (cells: readonly string[], delimiter: string): string =>
  cells.map((text) => `${delimiter}${text.includes(delimiter) ? `"${text}"` : cell(text)}`).join('');

/** A file by its records: `found` marks the matching ones, `header` is the first. */
interface Shape {
  id: string;
  sentence: string;
  delimiter?: string;
  lineEnd?: string;
  encoding?: BufferEncoding;
  /** Bytes before the header: a byte order mark, or a line `sep=X`. */
  before?: string;
  /** Records after the header, as they are in the file. */
  records: (match: string, miss: string) => readonly Written[];
  noFinalLineEnd?: boolean;
}

interface Written {
  line: string;
  matched?: boolean;
  /** Delimiters that pad the record before the added cells. */
  padding?: string;
  /** True for an empty line: no cells are added. */
  nothing?: boolean;
}

const plain = (match: string, miss: string): Written[] => [{ line: match, matched: true }, { line: miss }];

const shapes: readonly Shape[] = [
  { id: 'lf', sentence: 'LF line ends', records: plain },
  {
    id: 'crlf',
    sentence: 'CRLF line ends and a byte order mark',
    lineEnd: '\r\n',
    before: '\uFEFF',
    records: plain,
  },
  { id: 'cr', sentence: 'CR line ends', lineEnd: '\r', records: plain },
  {
    id: 'no-final-line-end',
    sentence: 'a last line that does not end',
    noFinalLineEnd: true,
    records: plain,
  },
  { id: 'semicolon', sentence: 'semicolons', delimiter: ';', records: plain },
  { id: 'tab', sentence: 'tabs', delimiter: '\t', records: plain },
  { id: 'pipe', sentence: 'pipes', delimiter: '|', records: plain },
  { id: 'sep', sentence: 'a first line sep=;', delimiter: ';', before: 'sep=;\n', records: plain },
  {
    id: 'utf-16',
    sentence: 'UTF-16 with a byte order mark',
    encoding: 'utf16le',
    before: '\uFEFF',
    records: plain,
  },
  {
    id: 'windows-1252',
    sentence: 'bytes that are not UTF-8',
    encoding: 'latin1',
    records: (match, miss) => [{ line: `${match}caf\u00e9`, matched: true }, { line: `${miss}\u00fc\u00ff` }],
  },
  {
    id: 'quotes',
    sentence: 'quoted cells, quoted line ends, needless quotes and quotes inside a cell',
    records: (match, miss) => [
      { line: `${match}"a ""quoted"", cell\nof two lines"`, matched: true },
      { line: `${miss}12" pipe` },
      { line: `"1","","","","",""` },
    ],
  },
  {
    id: 'blank-lines',
    sentence: 'lines with nothing on them',
    records: (match, miss) => [
      { line: '', nothing: true },
      { line: match, matched: true },
      { line: '', nothing: true },
      { line: miss },
    ],
  },
  {
    id: 'short-records',
    sentence: 'records shorter than the header',
    records: (match, miss) => [
      { line: match, matched: true },
      { line: miss.replace(/,$/, ''), padding: ',' },
    ],
  },
];

/** The file as it is uploaded, and the expected result. */
async function filesOf(shape: Shape, context: Context<'matches' | 'miss'>) {
  const { delimiter = ',', lineEnd = '\n', encoding = 'utf8', before = '' } = shape;
  const found = await context.once(oneMatch);
  const cut = (line: string) => line.replaceAll(',', delimiter);
  const { matches, miss } = context.given;
  const records = shape.records(cut(row('1', matches[0].input)), cut(row('2', miss)));
  const header = cut(HEADER.join(','));
  const names = addedNames(found);
  const none = names.map(() => '');
  const enrichedHeader = `${header}${appended(names, delimiter)}`;
  const enriched = records.map(({ line, matched = false, padding = '', nothing = false }) =>
    nothing ? line : line + cut(padding) + appended(matched ? addedCells(found) : none, delimiter),
  );
  const written = (lines: readonly string[]) =>
    Buffer.from(before + lines.join(lineEnd) + (shape.noFinalLineEnd === true ? '' : lineEnd), encoding);
  const upload: CsvFile = {
    bytes: Uint8Array.from(written([header, ...records.map(({ line }) => line)])),
    matchableRows: records.filter(({ matched }) => matched).length,
  };
  return { upload, enriched: written([enrichedHeader, ...enriched]), encoding };
}

const file = (text: string, matchableRows = 0): CsvFile => ({ bytes: bytesOf(text), matchableRows });

const csv = inSection('Readings: CSV files and their bytes (28, 29)', [
  ...shapes.map((shape) =>
    check({
      id: `csv.${shape.id}`,
      sentence: `${shape.sentence}: original bytes first and untouched, then the added cells`,
      needs: ['matches', 'miss'],
      async run(context) {
        const { upload, enriched, encoding } = await filesOf(shape, context);
        context.wallet.require(upload.matchableRows * 4);
        const job = await previewedJob(context, upload);
        await job.confirm();
        const { downloadUrl } = await job.reach('completed');
        const { bytes } = await job.download(downloadUrl ?? '');
        expectEqual('the enriched file', Buffer.from(bytes).toString(encoding), enriched.toString(encoding));
        expectEqual('its bytes', Buffer.compare(bytes, enriched), 0);
      },
    }),
  ),
]);

const header = lineOf(HEADER);

/** A file that can have no preview, and the words that its error message must contain. */
interface Broken {
  id: string;
  sentence: string;
  file: (context: Context<'miss'>) => CsvFile;
  says: readonly RegExp[];
}

const broken: readonly Broken[] = [
  {
    id: 'missing-column',
    sentence: 'a mapped column is not in the header: it is named, and the header listed',
    file: () => csvFile(['Ref,Street,Town,State,Postal', '1,12 Oak St,Troy,MI,48083'], 0),
    says: [/Zip/, /Postal/],
  },
  {
    id: 'column-twice',
    sentence: 'a mapped column is in the header twice: it is named',
    file: () => csvFile(['Street,Town,State,Zip,Zip', '12 Oak St,Troy,MI,48083,48084'], 0),
    says: [/Zip/],
  },
  { id: 'no-rows', sentence: 'the file has no rows', file: () => csvFile([header], 0), says: [/row/i] },
  {
    id: 'open-quote',
    sentence: 'a quote is still open at the end: its line is named',
    file: ({ given: { miss } }) => csvFile([header, row('1', miss), '2,"12 Oak St,Troy,MI,48083,'], 0),
    says: [/\b3\b/],
  },
  {
    id: 'zip',
    sentence: 'the file is a ZIP (or xlsx)',
    file: () => file('PK\u0003\u0004xl/workbook.xml'),
    says: [/zip|xlsx|excel/i],
  },
  { id: 'pdf', sentence: 'the file is a PDF', file: () => file('%PDF-1.7\n%...'), says: [/pdf/i] },
  {
    id: 'gzip',
    sentence: 'the file is compressed with gzip',
    file: () => ({ bytes: Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), matchableRows: 0 }),
    says: [/gzip/i],
  },
  {
    id: 'nul-bytes',
    sentence: 'the file holds NUL bytes',
    file: () => file(`${header}\n1,12 Oak\0 St,Troy,MI,48083,\n`),
    says: [/NUL|binary|text/i],
  },
];

const ACTIONS: readonly Action[] = ['upload', 'uploaded', 'confirm', 'cancel'];

const failedFiles = inSection('Readings: files that fail (27)', [
  ...broken.map((each) =>
    check({
      id: `failed.${each.id}`,
      sentence: `${each.sentence}: failed, with a sentence for a person`,
      needs: ['miss'],
      async run(context) {
        const job = await uploadedJob(context, each.file(context));
        const { errorMessage, totalChargeCents, downloadUrl } = await job.reach('failed');
        for (const pattern of each.says)
          expectThat(
            pattern.test(errorMessage ?? ''),
            `an errorMessage with ${pattern.source}`,
            errorMessage ?? null,
          );
        expectEqual('totalChargeCents', totalChargeCents ?? null, null);
        expectEqual('downloadUrl', downloadUrl ?? null, null);
      },
    }),
  ),
  check({
    id: 'failed.takes-no-action',
    sentence: 'a failed job takes no action: 409 naming failed',
    async run(context) {
      const job = await uploadedJob(context, csvFile([header], 0));
      await job.reach('failed');
      for (const action of ACTIONS) {
        const error = expectError(await job.act(action), 409);
        expectThat(/\bfailed\b/.test(error), 'an error that names failed', error);
      }
    },
  }),
]);

const JOB = ['matches', 'miss'] as const;

const downloads = inSection('Readings: downloads (32)', [
  check({
    id: 'download.changed-link',
    sentence: "a changed link, or one that names another job's file, is a 403 or 404",
    needs: JOB,
    async run(context) {
      const { job } = await context.once(wholeJob);
      const { id } = await createJob(context);
      const { downloadUrl } = await job.detail();
      const url = new URL(downloadUrl ?? '');
      for (const changed of [
        ...changedLinks(url),
        `${url.origin}${url.pathname}`,
        url.href.replace(job.id, id),
      ])
        expectStatus(await job.download(changed), 403, 404);
    },
  }),
]);

export const csvFiles = [...failedFiles, ...csv, ...downloads];
