import { limits, UPLOAD_METHODS, type CreateSkipTraceJobResponse } from '@skiptrace/contract';
import { csvFile, lineOf, rowsByHeader } from '../service/csv-file.js';
import { createJob, MAPPING, postJob } from '../service/jobs.js';
import { check, inSection, type Context } from '../suite/check.js';
import { expectBody, expectEqual, expectInvalid, expectStatus, expectThat } from '../suite/expect.js';

const mappingWithout = (name: string) =>
  Object.fromEntries(Object.entries(MAPPING).filter(([field]) => field !== name));

async function refusesFilenames(context: Context, filenames: readonly unknown[]): Promise<void> {
  for (const filename of filenames)
    expectInvalid(await postJob(context, { filename, columnMapping: MAPPING }), ['filename']);
}

/** The enriched row of an address with two owners, if the file names the wanted one. */
async function enrichedRow(context: Context<'couple'>, firstName: string, lastName: string) {
  const { address, city, state, zip } = context.given.couple.input;
  const header = ['First', 'Last', 'Street', 'Town', 'State', 'Zip'];
  const file = csvFile([lineOf(header), lineOf([firstName, lastName, address, city, state, zip])], 1);
  const job = await createJob(context, { mapping: { ...MAPPING, firstName: 'First', lastName: 'Last' } });
  expectStatus(await job.upload(file), 200);
  await job.reach('preview');
  await job.confirm();
  const { downloadUrl } = await job.reach('completed');
  const { bytes } = await job.download(downloadUrl ?? '');
  const added = Object.entries(rowsByHeader(bytes)[0] ?? {}).filter(([name]) => !header.includes(name));
  return added.map(([, text]) => text);
}

export const createEndpoint = inSection('Endpoints: POST /api/user/skip-trace', [
  check({
    id: 'create.answer',
    sentence: '201 with jobId, uploadUrl and uploadMethod, which is presigned or direct',
    async run(context) {
      const { jobId, uploadUrl, uploadMethod } = (await createJob(context)).created;
      expectThat(jobId.length === 36, 'a uuid', jobId);
      expectThat(uploadUrl.length > 0, 'an uploadUrl', uploadUrl);
      expectThat(UPLOAD_METHODS.includes(uploadMethod), UPLOAD_METHODS.join(' or '), uploadMethod);
    },
  }),
  check({
    id: 'create.own-job-each-time',
    sentence: 'every creation makes a job of its own',
    async run(context) {
      const [first, second] = [await createJob(context), await createJob(context)];
      expectThat(first.id !== second.id, 'two ids', [first.id, second.id]);
    },
  }),
  check({
    id: 'create.filename-is-required',
    sentence: 'filename is required and a string',
    async run(context) {
      expectInvalid(await postJob(context, { columnMapping: MAPPING }), ['filename']);
      await refusesFilenames(context, [null, 1, ['leads.csv']]);
    },
  }),
  check({
    id: 'create.filename-ends-in-csv',
    sentence: 'filename ends in .csv',
    run: (context) => refusesFilenames(context, ['leads', 'leads.xlsx', 'leads.csv.zip', 'leadscsv', '']),
  }),
  check({
    id: 'create.filename-length',
    sentence: 'filename has at most 500 characters',
    async run(context) {
      const longest = `${'x'.repeat(limits.filenameLength - 4)}.csv`;
      const job = await createJob(context, { filename: longest });
      expectEqual('filename', (await job.detail()).filename, longest);
      await refusesFilenames(context, [`x${longest}`]);
    },
  }),
  check({
    id: 'create.mapping-is-required',
    sentence: 'columnMapping is required and an object',
    async run(context) {
      for (const body of [{ filename: 'a.csv' }, { filename: 'a.csv', columnMapping: 'Street' }])
        expectInvalid(await postJob(context, body), ['columnMapping']);
    },
  }),
  check({
    id: 'create.mapping-fields-are-required',
    sentence: 'address, city, state and zip of the mapping are required strings',
    async run(context) {
      for (const name of Object.keys(MAPPING)) {
        const field = `columnMapping.${name}`;
        const missing = mappingWithout(name);
        expectInvalid(await postJob(context, { filename: 'a.csv', columnMapping: missing }), [field]);
        const wrong = { ...MAPPING, [name]: 7 };
        expectInvalid(await postJob(context, { filename: 'a.csv', columnMapping: wrong }), [field]);
      }
    },
  }),
  check({
    id: 'create.owner-name-columns',
    sentence: 'the mapping may name columns of first and last name',
    async run(context) {
      const columnMapping = { ...MAPPING, firstName: 'First', lastName: 'Last' };
      const exchange = await postJob(context, { filename: 'a.csv', columnMapping });
      expectBody<CreateSkipTraceJobResponse>(exchange, 201);
    },
  }),
  check({
    id: 'create.owner-name-steers',
    sentence: "the owner's name in the file steers which person's contacts come back",
    needs: ['couple'],
    async run(context) {
      for (const { firstName, lastName } of [context.given.couple.first, context.given.couple.second]) {
        const cells = await enrichedRow(context, firstName, lastName);
        expectThat(cells.includes(firstName), `the owner ${firstName} ${lastName}`, cells);
      }
    },
  }),
]);
