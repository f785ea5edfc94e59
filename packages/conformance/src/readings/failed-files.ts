import { bytesOf, csvFile, HEADER, lineOf, row, type CsvFile } from '../service/csv-file.js';
import { uploadedJob, type Action } from '../service/jobs.js';
import { check, inSection, type Context } from '../suite/check.js';
import { expectEqual, expectError, expectThat } from '../suite/expect.js';

const file = (bytes: Uint8Array<ArrayBuffer>): CsvFile => ({ bytes, matchableRows: 0 });
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
    file: () => file(Uint8Array.from([0x50, 0x4b, 3, 4, ...bytesOf('xl/workbook.xml')])),
    says: [/zip|xlsx|excel/i],
  },
  { id: 'pdf', sentence: 'the file is a PDF', file: () => file(bytesOf('%PDF-1.7\n%...')), says: [/pdf/i] },
  {
    id: 'gzip',
    sentence: 'the file is compressed with gzip',
    file: () => file(Uint8Array.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0])),
    says: [/gzip/i],
  },
  {
    id: 'nul-bytes',
    sentence: 'the file holds NUL bytes',
    file: () => file(bytesOf(`${header}\n1,12 Oak\0 St,Troy,MI,48083,\n`)),
    says: [/NUL|binary|text/i],
  },
];

const ACTIONS: readonly Action[] = ['upload', 'uploaded', 'confirm', 'cancel'];

export const failedFiles = inSection('Readings: files that fail (27)', [
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
