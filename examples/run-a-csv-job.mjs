// Takes a CSV file the whole way: upload, price, confirmation, enriched file.
//
//   SKIPTRACE_API_KEY=pc_… SKIPTRACE_BASE_URL=http://127.0.0.1:3000 node examples/run-a-csv-job.mjs [leads.csv [output.csv]]
//
// Without a file it makes a small one of the sandbox's addresses (a server started with --sandbox knows them).
import { mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { mapHeaders, openCsv } from '@skiptrace/csv';
import { SkipTrace } from '@skiptrace/sdk';

const folder = await mkdtemp(join(tmpdir(), 'skiptrace-example-'));
const [, , file = await sampleFile(), output = join(folder, 'leads.enriched.csv')] = process.argv;

// The service has to be told which column is which. @skiptrace/csv knows how common exports spell their headers.
const { mapping, needs, errors } = mapHeaders(await headerOf(file));
if (errors.length > 0 || needs.length > 0) {
  throw new Error(
    `The columns of ${file} are not clear: ${errors.map(({ message }) => message).join(' ') || needs}`,
  );
}

const client = new SkipTrace();
try {
  const { outcome, job, chargedCents } = await client.jobs.run(file, {
    columnMapping: mapping,
    output,
    // Above this nothing is ever confirmed, whatever onPreview says.
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

async function sampleFile() {
  const path = join(folder, 'leads.csv');
  await writeFile(
    path,
    [
      'Lead,Address,City,State,Zip',
      'A-1,100 Sandbox Match St,Austin,TX,78701',
      'A-2,404 Sandbox Miss Blvd,Reno,NV,89501',
      'A-3,200 Sandbox Absentee Ave,Dayton,OH,45402',
      '',
    ].join('\r\n'),
  );
  return path;
}

/** The header is at the beginning, so the file need not be read further. */
async function headerOf(path) {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64 * 1024), 0, 64 * 1024, 0);
    return openCsv(buffer.subarray(0, bytesRead), [], bytesRead < 64 * 1024)?.header.names ?? [];
  } finally {
    await handle.close();
  }
}
