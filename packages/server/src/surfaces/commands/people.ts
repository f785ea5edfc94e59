import path from 'node:path';
import { Command } from 'commander';
import { isoTime, utcDay } from '../../platform/clock.js';
import { createFile } from '../../platform/lib/private-files.js';
import type { FoundPerson } from '../../privacy/person/index.js';
import type { PersonRequest, RequestSearch } from '../../privacy/requests/index.js';
import { personOf, type Cells } from '../../privacy/search/cells.js';
import type { Printed } from '../acts/act.js';
import { suppressPerson } from '../acts/people.js';
import { PersonCells } from '../acts/schemas/people.js';
import { shownRequest } from '../acts/shown.js';
import type { Service } from '../service/service.js';
import { actCommand, withOptions } from './act-command.js';
import {
  answer,
  answering,
  BY_DEFAULT,
  command,
  requireSecretOfServer,
  type CommonOptions,
} from './command.js';
import { count, Finding, table, UsageError, wholeNumber, type Io } from './io.js';
import { circumstances, whoEnters, withWhy, type WhyOptions } from './suppress.js';

interface PersonOptions extends CommonOptions, Cells {}
interface ExportOptions extends PersonOptions {
  out: string;
}
interface DeleteOptions extends Omit<WhyOptions, 'reason'>, Cells {
  /** Undefined with `--again`. */
  reason?: string;
  yes?: boolean;
  again?: boolean;
  only?: number[];
}

const withPerson = (created: Command): Command => withOptions(created, 'person', PersonCells, {});

/** Checks options before the service is opened: a mistyped command isn't in the log. */
const checkedFirst = (
  created: Command,
  check: (options: Record<string, string | undefined>) => void,
): Command =>
  created.hook('preAction', (_, running) => {
    check(running.opts());
  });
const withNamedPerson = (created: Command): Command =>
  checkedFirst(withPerson(created), (options) => void personOf(options));

export const peopleCommand = (io: Io): Command =>
  new Command('people')
    .description("Answer one person's request: what is stored, a copy of it, leave out, delete")
    .addCommand(
      answering(
        io,
        withNamedPerson(command('find', 'Show what is stored about a person, and where')),
        async (service, options: PersonOptions) => {
          const { asideLines, findPerson } = await import('../../privacy/person/index.js');
          const found = await findPerson(service, personOf(options));
          return [documentOf(found), [...linesOf(found), ...asideLines(found)]];
        },
      ),
    )
    .addCommand(
      answering(
        io,
        withNamedPerson(command('export', 'Write what is stored about a person to a file')).requiredOption(
          '--out <file>',
          'a JSON file that only you can read; it must not exist',
        ),
        async (service, options: ExportOptions) => {
          const file = path.resolve(options.out);
          const { asideLines, exportPerson } = await import('../../privacy/person/index.js');
          const { found, document } = await exportPerson(service, personOf(options), service.clock.now());
          if (!(await createFile(file, `${JSON.stringify(document, null, 2)}\n`)))
            throw new UsageError(`${options.out} exists. Nothing was written: name a new file.`);
          const lines = [...linesOf(found), ...asideLines(found), `Written to ${file}.`];
          return [{ file, ...documentOf(found) }, lines];
        },
      ),
    )
    .addCommand(actCommand(io, suppressPerson))
    .addCommand(
      withWhy(
        withPerson(command('delete', 'Delete what is stored about a person, and leave the person out')),
        false,
      )
        .option('--again', 'without a person: delete again whom imports brought back since they were deleted')
        .option('--only <records>', 'only these records of those found, by number: 12,57', recordIds)
        .option('--yes', "don't ask first")
        .action((options: DeleteOptions) => runDelete(io, options)),
    )
    .addCommand(requestsCommand(io));

function runDelete(io: Io, options: DeleteOptions): Promise<void> {
  if (options.again === true)
    return answer(io, options, async ({ erasures }) => {
      const ownerRecords = await erasures.again();
      return [{ ownerRecords }, [`Deleted again: ${records(ownerRecords)}.`]];
    });
  const { only, reason } = options;
  const person = personOf(options);
  if (reason === undefined)
    throw new UsageError("--reason is missing: why, for your records; don't name the person.");
  return answer(io, options, async (service) => {
    const { asideLines, erasePerson, findPerson, waitingLines } =
      await import('../../privacy/person/index.js');
    const found = await findPerson(service, person, undefined, only);
    const unknown = only?.filter((id) => !found.owners.some(({ owner }) => owner.id === id)) ?? [];
    if (unknown.length > 0)
      throw new UsageError(
        `Nothing was deleted. Of --only, ${unknown.join(', ')} ${unknown.length === 1 ? 'is no record' : 'are no records'} found for this person: "people find" shows them.`,
      );
    const aside = asideLines(found);
    if (found.search.requests.length === 0 && found.owners.length === 0) {
      return [{ ...documentOf(found), deleted: false }, [NOTHING_STORED, ...aside], true];
    }
    await requireYes(io, options, found, aside);
    const erased = await erasePerson(service, circumstances(io, { ...options, reason }), found);
    const { by, removed, unreadJobs } = erased;
    service.logger.info({ by, ...removed, unreadJobs }, 'a person was deleted');
    const waiting = waitingLines(found, erased);
    const lines = [
      `Deleted ${count(removed.ownerRecords, 'owner record')}, ${count(removed.messages, 'support message')} and ${count(removed.savedLookups, 'saved lookup')}, and cleaned the files of ${count(removed.jobs, 'job')}.`,
      removed.entries === 0
        ? 'No entry of the list can tell these records from the others, so the next import of the same owners brings them back.'
        : `The person is left out of every answer from now on (${count(removed.entries, 'entry', 'entries')} of the list).`,
      ...aside,
      ...waiting,
    ];
    return [{ ...documentOf(found), deleted: true, removed, unreadJobs }, lines, waiting.length > 0];
  });
}

/** Reads record numbers from `12,57`. */
function recordIds(text: string): number[] {
  return text.split(',').map((one) => wholeNumber('--only', 1, Number.MAX_SAFE_INTEGER)(one.trim()));
}

const NOTHING_STORED = 'Nothing is stored about this person.';
const records = (found: number): string => count(found, 'owner record');

/** @throws UsageError, Finding */
async function requireYes(
  io: Io,
  options: DeleteOptions,
  found: FoundPerson,
  aside: string[],
): Promise<void> {
  if (options.yes === true) return;
  if (io.confirm === undefined) {
    throw new UsageError(
      'Nothing was deleted. "people find" shows what would be; --yes deletes it without a question.',
    );
  }
  for (const line of [...linesOf(found), ...aside]) io.err(`${line}\n`);
  if (!(await io.confirm('Delete this for good?'))) throw new Finding('Nothing was deleted.');
}

/** Without personal data, because terminals and logs keep it. */
const documentOf = ({ search, owners, jobs, messages, ...found }: FoundPerson) => ({
  entries: search.requests.length,
  ownerRecords: owners.map(({ owner, origin, foundBy }) => ({ recordId: owner.id, ...origin, foundBy })),
  corrections: found.corrections.map(({ id, correctedAt }) => ({ id, correctedAt: isoTime(correctedAt) })),
  jobs,
  supportMessages: messages.map(({ id, createdAt }) => ({ id, createdAt: isoTime(createdAt) })),
  requests: found.requests.map(({ reference, state }) => ({ reference, state })),
  notedRequests: found.notedRequests.map(({ reference, state }) => ({ reference, state })),
  savedLookups: found.savedLookups.map(({ id, accountId, createdAt }) => ({
    id,
    accountId,
    lookedUpAt: isoTime(createdAt),
  })),
  replays: found.replays.map(({ createdAt, ...replay }) => ({ ...replay, createdAt: isoTime(createdAt) })),
  isImporting: found.isImporting,
  leftAside: found.leftAside,
});

function linesOf(found: FoundPerson): string[] {
  const { owners, corrections, jobs, messages, savedLookups, requests, notedRequests } = found;
  const all = [owners, corrections, jobs, messages, savedLookups, requests, notedRequests];
  if (all.every(({ length }) => length === 0)) return [NOTHING_STORED];
  return [
    `${records(owners.length)}:`,
    ...table(
      ['RECORD', 'SOURCE', 'NAME', 'PROPERTY', 'PHONES', 'EMAILS', 'FOUND BY'],
      owners.map(({ owner, origin, foundBy }) => [
        ...[String(owner.id), origin.source],
        [owner.firstName, owner.lastName].filter((part) => part !== null).join(' ') || (owner.fullName ?? ''),
        [owner.propertyAddress, owner.propertyCity, owner.propertyState, owner.propertyZip]
          .filter((part) => part !== null)
          .join(', '),
        ...[String(owner.phones.length + (owner.untypedPhones?.length ?? 0)), String(owner.emails.length)],
        foundBy.join(', '),
      ]),
    ).map((line) => `  ${line}`),
    `Corrections of owners: ${corrections.length}`,
    "Customers' files, and how many of their rows are about the person:",
    ...table(
      ['JOB', 'ACCOUNT', 'STATUS', 'UPLOADED LIST', 'RESULT'],
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
    ...linesOfRequests('Requests of the person:', requests),
    ...(notedRequests.length === 0
      ? []
      : linesOfRequests('Requests of others with a note about the person:', notedRequests)),
    `Saved lookups of customers: ${savedLookups.length}`,
    `Answers kept for repeated requests, for a day: ${found.replays.length}`,
  ];
}

const linesOfRequests = (title: string, requests: FoundPerson['requests']): string[] => [
  title,
  ...table(
    ['REQUEST', 'STATE', 'RECEIVED'],
    requests.map(({ reference, state, createdAt }) => [reference, state, isoTime(createdAt)]),
  ).map((line) => `  ${line}`),
];

interface ListOptions extends CommonOptions {
  state?: RequestSearch['state'];
  limit?: number;
}

interface ActOptions extends CommonOptions {
  by?: string;
  note?: string;
  refuse?: string;
}

const STATES: readonly RequestSearch['state'][] = ['open', 'unconfirmed', 'closed', 'all'];
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 10_000;

const withBy = (created: Command): Command => created.option('--by <name>', `who does it (${BY_DEFAULT})`);

const requestsCommand = (io: Io): Command =>
  new Command('requests')
    .description('Work on what people ask on the page /opt-out')
    .addCommand(
      answering(
        io,
        command('list', 'List open requests, those due first')
          .option('--state <state>', 'open, unconfirmed, closed or all (default: open)', stateOf)
          .option(
            '--limit <n>',
            `most requests (default: ${DEFAULT_LIMIT})`,
            wholeNumber('--limit', 1, MAX_LIMIT),
          ),
        listRequests,
      ),
    )
    .addCommand(
      answering(
        io,
        command('show <request>', 'Show a request: who asks for what, and what was done'),
        async ({ personRequests }, _, request) => {
          const found = await personRequests.get(request);
          return [requestDocument(found), await requestLines(found)];
        },
      ),
    )
    .addCommand(
      answering(
        io,
        withBy(
          command('letter <request>', 'Write the letter with the code that confirms a request; shown once'),
        ),
        async (service, options: ActOptions, request) => {
          const { personRequests, config } = service;
          requireSecretOfServer(service, 'No letter was written: its code would not work.');
          // This process doesn't know where the server listens. The code of an earlier letter stays valid.
          if (config.publicUrl === null)
            throw new UsageError(
              "No letter was written. The letter names the opt-out page, and its address isn't known: set PUBLIC_URL as the server has it, or print the letter in /operator.",
            );
          const { id, reference } = await personRequests.get(request);
          const { code, lines } = await personRequests.letter(id, whoEnters(io, options));
          return [{ reference, code, lines }, lines];
        },
      ),
    )
    .addCommand(
      answering(
        io,
        checkedFirst(
          withBy(command('done <request>', 'Close a request, when it is answered'))
            .option('--note <text>', 'what you answered, for your records')
            .option('--refuse <reason>', 'close it as refused'),
          ({ note, refuse }) => {
            if (note !== undefined && refuse !== undefined)
              throw new UsageError('Give --note or --refuse, not both.');
          },
        ),
        async ({ personRequests }, options: ActOptions, request) => {
          const { note, refuse } = options;
          const { id } = await personRequests.get(request);
          const reason = refuse ?? note;
          const closed = await personRequests.act(id, refuse === undefined ? 'done' : 'refuse', {
            by: whoEnters(io, options),
            ...(reason !== undefined && { reason }),
          });
          return [requestDocument(closed), [`Request ${closed.reference} is closed (${closed.state}).`]];
        },
      ),
    );

/** @throws UsageError */
function stateOf(text: string): RequestSearch['state'] {
  const state = STATES.find((one) => one === text);
  if (state === undefined) throw new UsageError(`--state must be one of ${STATES.join(', ')}.`);
  return state;
}

async function listRequests(
  { personRequests, clock }: Service,
  { state = 'open', limit = DEFAULT_LIMIT }: ListOptions,
): Promise<Printed> {
  const { rows } = await personRequests.page({ state, limit });
  const unconfirmed = state === 'open' && rows.length === 0 ? await personRequests.unconfirmed() : 0;
  const cells = rows.map(({ reference, state: is, wants, createdAt, dueAt, name }) => [
    ...[reference, is, WISHES[wants], utcDay(createdAt)],
    utcDay(dueAt) + (is === 'open' && dueAt < clock.now() ? ' (overdue)' : ''),
    name,
  ]);
  return [
    rows.map(requestDocument),
    unconfirmed > 0
      ? [`No open requests. ${unconfirmed.toLocaleString('en-US')} unconfirmed: --state unconfirmed.`]
      : table(['REQUEST', 'STATE', 'WANTS', 'RECEIVED', 'DUE', 'NAME'], cells),
  ];
}

const WISHES = {
  leave_out: 'leave out',
  know: 'copy',
  delete: 'delete',
  know_and_delete: 'copy, then delete',
} as const satisfies Record<PersonRequest['wants'], string>;

function requestDocument(request: PersonRequest) {
  const { letters: _, ...document } = shownRequest(request);
  return document;
}

async function requestLines(request: PersonRequest): Promise<string[]> {
  const { oneLine } = await import('../../privacy/requests/index.js');
  const { reference, state, wants, dueAt, name, addresses, phones, emails, agent, contactEmail } = request;
  return [
    `Request ${reference}: ${state}, wants: ${WISHES[wants]}, due ${utcDay(dueAt)}`,
    ...(request.emptiedAt === null ? [] : ['The person was deleted from it.']),
    `  name     ${name}`,
    ...addresses.map((address) => `  address  ${oneLine(address)}`),
    ...phones.map((phone) => `  phone    ${phone}`),
    ...emails.map((email) => `  email    ${email}`),
    ...(agent === null ? [] : [`  agent    ${agent}`]),
    `  answer   ${contactEmail ?? 'by letter'}`,
    ...table(
      ['WHEN', 'WHAT', 'BY', 'NOTE'],
      request.history.map(({ at, what, by, note }) => [
        ...[isoTime(at), what.replaceAll('_', ' ')],
        ...[by ?? '', note ?? ''],
      ]),
    ),
  ];
}
