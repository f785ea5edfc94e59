// Takes a CSV file from upload to enriched file: upload, price, confirmation, download.
//
// Node 22.18 or newer runs TypeScript by itself (with Node 20, write `npx tsx` instead of `node`):
//   SKIPTRACE_API_KEY=pc_… SKIPTRACE_BASE_URL=http://127.0.0.1:3000 node examples/run-a-csv-job.ts [leads.csv [output.csv]]
//
// Without a file it makes a small one from the sandbox's addresses, which a server with --sandbox knows.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SkipTrace } from '@skiptrace/sdk';

const folder = await mkdtemp(join(tmpdir(), 'skiptrace-example-'));
const [, , file = await sampleFile(), output = join(folder, 'leads.enriched.csv')] = process.argv;

const client = new SkipTrace();
try {
  const { outcome, job, chargedCents } = await client.jobs.run(file, {
    // @skiptrace/csv finds the columns. If it can't be sure, nothing is uploaded and the error lists the reasons.
    columnMapping: 'auto',
    output,
    // Nothing above this is ever confirmed, whatever onPreview says.
    maxCostCents: 1_000,
    // Nothing is charged until this answers 'confirm'.
    onPreview: ({ matchedRows, totalRows, totalChargeCents }) => {
      console.log(`${matchedRows} of ${totalRows} rows matched: ${totalChargeCents} cents`);
      return 'confirm';
    },
  });
  console.log(`${outcome}: job ${job.id}, ${chargedCents} cents charged`);
  console.log(await readFile(output, 'utf8'));
} finally {
  await client.close();
  await rm(folder, { recursive: true });
}

async function sampleFile(): Promise<string> {
  const path = join(folder, 'leads.csv');
  const lines = [
    'Lead,Address,City,State,Zip',
    'A-1,100 Sandbox Match St,Austin,TX,78701',
    'A-2,404 Sandbox Miss Blvd,Reno,NV,89501',
    'A-3,200 Sandbox Absentee Ave,Dayton,OH,45402',
    '',
  ];
  await writeFile(path, lines.join('\r\n'));
  return path;
}
