import path from 'node:path';
import { Command } from 'commander';
import { isoTime } from '../clock.js';
import { createFile } from '../private-files.js';
import { command, withService, type CommonOptions } from './command.js';
import { Finding, print, table, UsageError, type Io } from './io.js';
import { erasePerson, findPerson, requestsOfPerson, type Found } from './one-person.js';
import { circumstances, withWhy, type Cells, type WhyOptions } from './suppress.js';

interface PersonOptions extends CommonOptions, Cells {}
interface ExportOptions extends PersonOptions {
  out: string;
}
interface SuppressOptions extends WhyOptions, Cells {}
interface DeleteOptions extends Omit<WhyOptions, 'reason'>, Cells {
  /** Not with `--again`. */
  reason?: string;
  yes?: boolean;
  again?: boolean;
}

export const withPerson = (created: Command): Command =>
  created
    .option('--name <name>', 'a person: with --address, --zip, or --city and --state')
    .option(
      '--address <address>',
      '"12 Oak St Apt 4, Dayton, OH 45402"; without --name everybody at the property',
    )
    .option('--city <city>', 'with --name and --state')
    .option('--state <state>', 'two letters')
    .option('--zip <zip>', 'five digits')
    .option('--phone <number>', 'whoever has this phone')
    .option('--email <email>', 'whoever has this email');

export const peopleCommand = (io: Io): Command =>
  new Command('people')
    .description("Answer one person's request: what is stored, a copy of it, leave out, delete")
    .addCommand(
      withPerson(command('find', 'Show what is stored about a person, and where')).action(
        (options: PersonOptions) => runFind(io, options),
      ),
    )
    .addCommand(
      withPerson(command('export', 'Write what is stored about a person to a file'))
        .requiredOption('--out <file>', 'a JSON file that only you can read; it must not exist')
        .action((options: ExportOptions) => runExport(io, options)),
    )
    .addCommand(
      withWhy(
        withPerson(command('suppress', 'Leave a person out of every answer, and delete nothing')),
      ).action((options: SuppressOptions) => runSuppress(io, options)),
    )
    .addCommand(
      withWhy(
        withPerson(command('delete', 'Delete what is stored about a person, and leave the person out')),
        false,
      )
        .option('--again', 'without a person: delete again whom imports brought back since they were deleted')
        .option('--yes', "don't ask first")
        .action((options: DeleteOptions) => runDelete(io, options)),
    );

const runFind = (io: Io, options: PersonOptions): Promise<void> => {
  requestsOfPerson(options);
  return withService(io, options, async (service) => {
    const found = await findPerson(service, options);
    print(io, options, documentOf(found), linesOf(found));
  });
};

async function runExport(io: Io, options: ExportOptions): Promise<void> {
  requestsOfPerson(options);
  const file = path.resolve(options.out);
  await withService(io, options, async (service) => {
    const rows: { jobId: string; accountId: string; row: string }[] = [];
    const found = await findPerson(service, options, ({ id, accountId }, row) => {
      rows.push({ jobId: id, accountId, row });
    });
    const document = {
      about: 'What this skip tracing service stores about one person.',
      writtenAt: isoTime(service.clock.now()),
      ownerRecords: found.owners.map(({ owner: { id: _, ...owner }, origin }) => ({
        source: origin.source,
        ...owner,
      })),
      rowsInCustomersFiles: rows,
      resultsOfCustomers: found.jobs.map(({ jobId, accountId, ownerRows }) => ({
        jobId,
        accountId,
        ownerRows,
      })),
      supportMessages: found.messages.map(({ createdAt, doneAt: _, ...message }) => ({
        ...message,
        createdAt: isoTime(createdAt),
      })),
    };
    if (!(await createFile(file, `${JSON.stringify(document, null, 2)}\n`)))
      throw new UsageError(`${options.out} exists. Nothing was written: name a new file.`);
    print(io, options, { file, ...documentOf(found) }, [...linesOf(found), `Written to ${file}.`]);
  });
}

const runSuppress = (io: Io, options: SuppressOptions): Promise<void> => {
  requestsOfPerson(options);
  return withService(io, options, async (service) => {
    const { wanted } = await findPerson(service, options);
    const { added, known } = await service.suppressions.add(wanted.requests, circumstances(io, options));
    if (added + known === 0) throw new Finding(NOBODY);
    print(io, options, { added, known }, [`Added ${added}, on the list already: ${known}.`]);
  });
};

async function runDelete(io: Io, options: DeleteOptions): Promise<void> {
  if (options.again === true) {
    await withService(io, options, async ({ erasures }) => {
      const ownerRecords = await erasures.again();
      print(io, options, { ownerRecords }, [`Deleted again: ${records(ownerRecords)}.`]);
    });
    return;
  }
  requestsOfPerson(options);
  const { reason } = options;
  if (reason === undefined)
    throw new UsageError("--reason is missing: why, for your records; don't name the person.");
  await withService(io, options, async (service) => {
    const found = await findPerson(service, options);
    if (found.wanted.requests.length === 0) {
      print(io, options, { ...documentOf(found), deleted: false }, [NOBODY]);
      throw new Finding();
    }
    await requireYes(io, options, found);
    const { by, removed } = await erasePerson(service, circumstances(io, { ...options, reason }), found);
    service.logger.info({ by, ...removed }, 'a person was deleted');
    const waiting = removed.unfinishedJobs + (found.isImporting ? 1 : 0);
    print(io, options, { ...documentOf(found), deleted: true, removed }, [
      `Deleted ${records(removed.ownerRecords)} and ${removed.messages} support messages, and cleaned the files of ${removed.jobs} jobs.`,
      `The person is left out of every answer from now on (${removed.entries} entries of the list).`,
      ...waitingLines(found, removed.unfinishedJobs),
    ]);
    if (waiting > 0) throw new Finding();
  });
}

const NOBODY = 'Nothing is stored about this person.';
const records = (count: number): string =>
  count === 1 ? '1 owner record' : `${count.toLocaleString('en-US')} owner records`;

/** @throws UsageError, Finding */
async function requireYes(io: Io, options: DeleteOptions, found: Found): Promise<void> {
  if (options.yes === true) return;
  if (io.confirm === undefined) {
    throw new UsageError(
      'Nothing was deleted. "people find" shows what would be; --yes deletes it without a question.',
    );
  }
  for (const line of linesOf(found)) io.err(`${line}\n`);
  if (!(await io.confirm('Delete this for good?'))) throw new Finding('nothing was deleted');
}

/** Nothing personal: this is what stays in a terminal or a log. */
const documentOf = ({ wanted, owners, jobs, messages, replays, isImporting }: Found) => ({
  entries: wanted.requests.length,
  ownerRecords: owners.map(({ owner, origin }) => ({ recordId: owner.id, ...origin })),
  jobs,
  supportMessages: messages.map(({ id, createdAt }) => ({ id, createdAt: isoTime(createdAt) })),
  replays: replays.map(({ createdAt, ...replay }) => ({ ...replay, createdAt: isoTime(createdAt) })),
  isImporting,
});

function linesOf(found: Found): string[] {
  const { owners, jobs, messages } = found;
  if (owners.length + jobs.length + messages.length === 0) return [NOBODY];
  return [
    `${records(owners.length)}:`,
    ...table(
      ['RECORD', 'SOURCE', 'NAME', 'PROPERTY', 'PHONES', 'EMAILS'],
      owners.map(({ owner, origin }) => [
        ...[String(owner.id), origin.source],
        [owner.firstName, owner.lastName].filter((part) => part !== null).join(' ') || (owner.fullName ?? ''),
        [owner.propertyAddress, owner.propertyCity, owner.propertyState, owner.propertyZip]
          .filter((part) => part !== null)
          .join(', '),
        ...[String(owner.phones.length + (owner.untypedPhones?.length ?? 0)), String(owner.emails.length)],
      ]),
    ).map((line) => `  ${line}`),
    "Customers' files:",
    ...table(
      ['JOB', 'ACCOUNT', 'STATUS', 'ROWS OF THE LIST', 'ROWS WITH THE OWNER'],
      jobs.map((job) => [
        ...[job.jobId, job.accountId, job.status],
        ...(job.unread === null
          ? [String(job.listRows), String(job.ownerRows)]
          : [`not read: ${job.unread}`, '']),
      ]),
    ).map((line) => `  ${line}`),
    'Support messages:',
    ...table(
      ['MESSAGE', 'RECEIVED'],
      messages.map(({ id, createdAt }) => [id, isoTime(createdAt)]),
    ).map((line) => `  ${line}`),
    `Answers kept for repeated requests, for a day: ${found.replays.length}`,
  ];
}

const waitingLines = ({ isImporting, jobs }: Found, unfinishedJobs: number): string[] => [
  ...(unfinishedJobs > 0
    ? [
        `${unfinishedJobs} jobs have not ended: their files are as they were. Repeat this when they have ended.`,
      ]
    : []),
  ...(isImporting ? ['An import is running. Repeat this when it is done.'] : []),
  ...jobs.flatMap(({ jobId, unread }) =>
    unread === null ? [] : [`The file of job ${jobId} could not be read. It is deleted with its job.`],
  ),
];
