import { Command } from 'commander';
import { isoTime, utcDay } from '../clock.js';
import type { PersonRequest, RequestSearch } from '../requests/index.js';
import { BY_DEFAULT, command, withService, type CommonOptions } from './command.js';
import { print, table, UsageError, wholeNumber, type Io } from './io.js';
import { whoEnters } from './suppress.js';

interface ListOptions extends CommonOptions {
  state?: string;
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

export const requestsCommand = (io: Io): Command =>
  new Command('requests')
    .description('Work on what people ask on the page /opt-out')
    .addCommand(
      command('list', 'List open requests, those due first')
        .option('--state <state>', 'open, unconfirmed, closed or all (default: open)')
        .option(
          '--limit <n>',
          `most requests (default: ${DEFAULT_LIMIT})`,
          wholeNumber('--limit', 1, MAX_LIMIT),
        )
        .action((options: ListOptions) => runList(io, options)),
    )
    .addCommand(
      command('show <request>', 'Show a request: who asks for what, and what was done').action(
        (request: string, options: CommonOptions) =>
          withService(io, options, async ({ personRequests }) => {
            const found = await personRequests.get(request);
            print(io, options, documentOf(found), await linesOf(found));
          }),
      ),
    )
    .addCommand(
      withBy(
        command('letter <request>', 'Write the letter with the code that confirms a request; shown once'),
      ).action((request: string, options: ActOptions) =>
        withService(io, options, async ({ personRequests, config }) => {
          // This process doesn't know where the server listens. The code of an earlier letter stays valid.
          if (config.publicUrl === null)
            throw new UsageError(
              'No letter was written: its address is unknown here. Set PUBLIC_URL as the server has it, or print the letter in /operator.',
            );
          const { id, reference } = await personRequests.get(request);
          const { code, lines } = await personRequests.letter(id, whoEnters(io, options));
          print(io, options, { reference, code, lines }, lines);
        }),
      ),
    )
    .addCommand(
      withBy(command('done <request>', 'Close a request, when it is answered'))
        .option('--note <text>', 'what you answered, for your records')
        .option('--refuse <reason>', 'close it as refused')
        .action((request: string, options: ActOptions) => runDone(io, request, options)),
    );

async function runList(io: Io, options: ListOptions): Promise<void> {
  const state = STATES.find((one) => one === (options.state ?? 'open'));
  if (state === undefined) throw new UsageError(`--state must be one of ${STATES.join(', ')}.`);
  await withService(io, options, async ({ personRequests, clock }) => {
    const { rows } = await personRequests.page({ state, limit: options.limit ?? DEFAULT_LIMIT });
    print(
      io,
      options,
      rows.map(documentOf),
      table(
        ['REQUEST', 'STATE', 'WANTS', 'RECEIVED', 'DUE', 'NAME'],
        rows.map(({ reference, state: is, wants, createdAt, dueAt, name }) => [
          ...[reference, is, WISHES[wants], utcDay(createdAt)],
          utcDay(dueAt) + (is === 'open' && dueAt < clock.now() ? ' (overdue)' : ''),
          name,
        ]),
      ),
    );
  });
}

async function runDone(io: Io, request: string, options: ActOptions): Promise<void> {
  const { note, refuse } = options;
  if (note !== undefined && refuse !== undefined) throw new UsageError('Give --note or --refuse, not both.');
  await withService(io, options, async ({ personRequests }) => {
    const { id } = await personRequests.get(request);
    const reason = refuse ?? note;
    const closed = await personRequests.act(id, refuse === undefined ? 'done' : 'refuse', {
      by: whoEnters(io, options),
      ...(reason !== undefined && { reason }),
    });
    print(io, options, documentOf(closed), [`Request ${closed.reference} is closed (${closed.state}).`]);
  });
}

const WISHES = {
  leave_out: 'leave out',
  know: 'copy',
  delete: 'delete',
  know_and_delete: 'copy, then delete',
} as const satisfies Record<PersonRequest['wants'], string>;

const documentOf = ({ createdAt, dueAt, history, ...request }: PersonRequest) => ({
  ...{ id: request.id, reference: request.reference, wants: request.wants, state: request.state },
  ...{ name: request.name, addresses: request.addresses, phones: request.phones, emails: request.emails },
  ...{ agent: request.agent, contactEmail: request.contactEmail, language: request.language },
  createdAt: isoTime(createdAt),
  dueAt: isoTime(dueAt),
  isExtended: request.extendedAt !== null,
  isEmptied: request.emptiedAt !== null,
  history: history.map(({ at, ...entry }) => ({ at: isoTime(at), ...entry })),
});

async function linesOf(request: PersonRequest): Promise<string[]> {
  const { oneLine } = await import('../requests/index.js');
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
