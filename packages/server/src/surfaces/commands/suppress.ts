import { CsvReader } from '@skiptrace/csv';
import { Command } from 'commander';
import { chunksOf } from '../../platform/lib/file-chunks.js';
import type { Request } from '../../privacy/list/index.js';
import { requestsOf, type Cells } from '../../privacy/search/cells.js';
import { addSuppression, liftSuppression } from '../acts/people.js';
import { shownSuppression } from '../acts/shown.js';
import type { Service } from '../service/service.js';
import { actCommand } from './act-command.js';
import {
  actorOfShell,
  answer,
  answering,
  BY_DEFAULT,
  command,
  userOf,
  type CommonOptions,
} from './command.js';
import { count, reasonOf, table, UsageError, wholeNumber, type Io } from './io.js';

export interface WhyOptions extends CommonOptions {
  reason: string;
  source?: string;
  by?: string;
}

interface ImportOptions extends WhyOptions {
  dryRun?: boolean;
}

interface ListOptions extends CommonOptions {
  all?: boolean;
  limit?: number;
}

const COLUMNS = ['name', 'address', 'city', 'state', 'zip', 'phone', 'email'] as const;
const MOST_REJECTS_SHOWN = 20;
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 100_000;

/** @param isRequired false for a command with another use that needs no reason */
export const withWhy = (created: Command, isRequired = true): Command =>
  (isRequired
    ? created.requiredOption('--reason <text>', REASON_HELP)
    : created.option('--reason <text>', REASON_HELP)
  )
    .option('--source <name>', 'where the request came from (default: "operator")')
    .option('--by <name>', `who enters it (${BY_DEFAULT})`);

const REASON_HELP = "why, for your records; don't name the person";

export const suppressCommand = (io: Io): Command =>
  new Command('suppress')
    .description('Leave out people who ask for it: from every lookup, job and result')
    .addCommand(actCommand(io, addSuppression))
    .addCommand(
      withWhy(
        command(
          'import <file>',
          `The same for each row of a CSV file with some of the columns ${COLUMNS.join(', ')}`,
        ),
      )
        .option('--dry-run', 'count what would be added and name the rows that would not; add nothing')
        .action((file: string, options: ImportOptions) => runImport(io, file, options)),
    )
    .addCommand(
      answering(
        io,
        command('list', 'List who is left out, newest first: never whom an entry is about')
          .option('--all', 'lifted entries too')
          .option(
            '--limit <n>',
            `most entries (default: ${DEFAULT_LIMIT})`,
            wholeNumber('--limit', 1, MAX_LIMIT),
          ),
        async ({ suppressions }, { all = false, limit = DEFAULT_LIMIT }: ListOptions) => {
          const found = await suppressions.list({ inForce: !all, limit: limit + 1 });
          const entries = found
            .slice(0, limit)
            .map((entry) => ({ ...shownSuppression(entry), erasedBy: entry.erasedBy }));
          if (found.length > limit && limit < MAX_LIMIT)
            io.err(
              `There are more than these ${limit.toLocaleString('en-US')}: --limit shows up to ${MAX_LIMIT.toLocaleString('en-US')}.\n`,
            );
          return [entries, table(HEADER, entries.map(rowOf))];
        },
      ),
    )
    .addCommand(actCommand(io, liftSuppression));

async function runImport(io: Io, file: string, options: ImportOptions): Promise<void> {
  const rows = rowsIn(file);
  // Before a data directory is made for a file that can't be read.
  let next = await rows.next();
  try {
    await answer(
      io,
      options,
      async (service) => {
        const { suppressions } = service;
        const { SuppressionError } = await import('../../privacy/list/index.js');
        const isDry = options.dryRun === true;
        const add = isDry
          ? planned(service)
          : (requests: readonly Request[]) =>
              suppressions.add(requests, circumstances(io, options), { isScreenedLater: true });
        const total = {
          added: 0,
          known: 0,
          rejected: [] as { row: number; why: string }[],
          kinds: { person: 0, property: 0, zip: 0, phone: 0, email: 0 },
        };
        let isStopping = false;
        void io.stopRequested().then(() => (isStopping = true));
        for (; next.done !== true && !isStopping; next = await rows.next()) {
          const requests: Request[] = [];
          for (const { row, cells } of next.value) {
            const ofRow = requestsOf(cells);
            try {
              if (ofRow.length === 0)
                throw new SuppressionError('It names no person, property, phone or email.');
              for (const request of ofRow) suppressions.check(request);
              requests.push(...ofRow);
            } catch (error) {
              if (!(error instanceof SuppressionError)) throw error;
              total.rejected.push({ row, why: error.message });
            }
          }
          const { added, known } = await add(requests);
          for (const { kind } of requests) total.kinds[kind] += 1;
          total.added += added;
          total.known += known;
        }
        // Once for all of them: it reads the whole directory.
        if (!isDry) await service.screening.catchUp();
        const isWhole = next.done === true;
        const { added, known, rejected, kinds } = total;
        const document = { ...total, ...(isDry && { dryRun: true }), ...(!isWhole && { stopped: true }) };
        const lines = [
          `${isDry ? 'Would add' : 'Added'} ${added.toLocaleString('en-US')}, on the list already: ${known.toLocaleString('en-US')}.`,
          ...kindLines(kinds, isDry),
          ...rejected
            .slice(0, MOST_REJECTS_SHOWN)
            .map(({ row, why }) => `Line ${row} ${isDry ? 'would not be' : 'was not'} added. ${why}`),
          ...(rejected.length > MOST_REJECTS_SHOWN
            ? [`… and ${rejected.length - MOST_REJECTS_SHOWN} more rows (all with --json)`]
            : []),
          ...(isWhole
            ? []
            : [
                `Stopped before the end of the file. Run it again${isDry ? '' : ': what was added stays on the list'}.`,
              ]),
          ...(isDry ? ['Dry run: nothing was added.'] : []),
        ];
        return [document, lines, rejected.length > 0 || !isWhole];
      },
      options.dryRun === true ? 'dry' : 'new',
    );
  } finally {
    await rows.return();
  }
}

/** Counts what adding requests would do. Of those that are equal, in the whole file, one would be added. */
function planned({ suppressions, engine }: Pick<Service, 'suppressions' | 'engine'>) {
  const seen = new Set<string>();
  return async (requests: readonly Request[]): Promise<{ added: number; known: number }> => {
    const before = seen.size;
    const identities = (await suppressions.identities(requests)).filter((identity) => !seen.has(identity));
    const inForce = await engine.suppressions.inForce(identities);
    for (const identity of identities) seen.add(identity);
    const added = seen.size - before - inForce.length;
    return { added, known: requests.length - added };
  };
}

/** Counts of what the rows name. They reveal a file of leads given by mistake: its rows leave out whole properties. */
function kindLines(
  { person, property, zip, phone, email }: Record<Request['kind'], number>,
  isDry: boolean,
): string[] {
  const named = [
    ...(person > 0 ? [count(person, 'person at an address', 'people at an address')] : []),
    ...(zip > 0 ? [count(zip, 'person in a ZIP', 'people in a ZIP')] : []),
    ...(phone > 0 ? [count(phone, 'phone')] : []),
    ...(email > 0 ? [count(email, 'email')] : []),
    ...(property > 0 ? [count(property, 'whole property', 'whole properties')] : []),
  ];
  return [
    ...(named.length > 0 ? [`The file names ${named.join(', ')}.`] : []),
    ...(property > 0
      ? [
          `No one on file at a whole property ${isDry ? 'would be' : 'is'} found any more. "suppress lift" takes an entry out of force.`,
        ]
      : []),
  ];
}

/** Rows that are read and added before the next ones are: a stop waits for no more. */
const ROWS_AT_ONCE = 2_000;

interface Row {
  row: number;
  cells: Cells;
}

/** The rows of a file, some at a time. @throws UsageError */
async function* rowsIn(file: string): AsyncGenerator<readonly Row[], void> {
  const reader = new CsvReader({ mappedHeaders: (header) => header });
  let names: readonly string[] | null = null;
  let rows: Row[] = [];
  const take = (records: ReturnType<CsvReader['push']>): void => {
    if (names === null && reader.header !== undefined) names = namesIn(file, reader.header.names);
    for (const { blank, line, values } of records) {
      if (blank) continue;
      const cells = COLUMNS.map((column) => [column, values[names?.indexOf(column) ?? -1]?.trim() ?? '']);
      rows.push({ row: line, cells: Object.fromEntries(cells) as Cells });
    }
  };
  function* whole(least: number): Generator<readonly Row[]> {
    for (; rows.length > least; rows = rows.slice(ROWS_AT_ONCE)) yield rows.slice(0, ROWS_AT_ONCE);
  }
  try {
    for await (const chunk of chunksOf(file)) {
      take(reader.push(chunk));
      yield* whole(ROWS_AT_ONCE);
    }
    take(reader.end());
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`Can't read ${file}: ${reasonOf(error)}`);
  }
  if (names === null) namesIn(file, []);
  yield* whole(0);
}

/** @throws UsageError where none is known */
function namesIn(file: string, header: readonly string[]): string[] {
  const names = header.map((name) => name.trim().toLowerCase());
  if (!COLUMNS.some((column) => names.includes(column)))
    throw new UsageError(
      `${file} needs columns with these names, as many as you have: ${COLUMNS.join(', ')}. ${found(header)}`,
    );
  return names;
}

const MOST_HEADERS_NAMED = 20;

/** The first row of a file without headers is somebody who asked to be left out: it is named on this screen alone. */
function found(header: readonly string[]): string {
  const rest = header.length - MOST_HEADERS_NAMED;
  const names = header.slice(0, MOST_HEADERS_NAMED).map((name) => `"${name}"`);
  return `Its first row has ${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}.`;
}

export const circumstances = (io: Io, options: WhyOptions) => ({
  reason: options.reason,
  source: options.source ?? 'operator',
  enteredBy: whoEnters(io, options),
  actor: actorOfShell(io),
});

export const whoEnters = (io: Io, { by }: Pick<WhyOptions, 'by'>): string => by ?? userOf(io);

const HEADER = ['ID', 'KIND', 'SINCE', 'SOURCE', 'ENTERED BY', 'REASON', 'LIFTED'];
const rowOf = (entry: ReturnType<typeof shownSuppression>): string[] => [
  ...[entry.id, entry.kind, entry.createdAt, entry.source, entry.enteredBy, entry.reason],
  entry.liftedAt === null ? '' : `${entry.liftedAt} by ${entry.liftedBy ?? ''}: ${entry.liftReason ?? ''}`,
];
