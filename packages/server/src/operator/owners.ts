import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Command, Option } from 'commander';
import { isoTime, type Clock } from '../clock.js';
import { errorCode } from '../lib/error-code.js';
import type { DirectoryStats, ImportOptions, ImportSummary, ImportProgress } from '../owners/index.js';
import { actorOfShell, command, withService, type CommonOptions } from './command.js';
import { plain, shellWord } from '../lib/printable.js';
import { count, Finding, print, table, UsageError, wholeNumber, type Io } from './io.js';
import { OWNER_FIELDS, ownerFieldLines } from './owner-fields.js';
import { correctCommand, correctionsCommand } from './owners-correct.js';
import { importDocument, importLines, isMostlyRefused } from './owners-import-lines.js';

interface OwnersImportOptions extends CommonOptions {
  map?: Record<string, string[]>;
  source?: string;
  replace?: boolean;
  state?: string;
  dncDefault: 'yes' | 'no';
  phoneTypeDefault?: 'mobile' | 'landline';
  rejects?: string;
  /** False with `--no-header`. */
  header: boolean;
  headerRow?: number;
  sheet?: string;
  dryRun?: boolean;
  priority?: number;
  allowNameless?: boolean;
  nameOrder?: keyof typeof NAME_ORDERS;
}

const NAME_ORDERS = {
  'as-written': 'as-written',
  'first-last': 'first-last',
  'last-first': 'last-first',
} as const;

interface OwnersSetOptions extends CommonOptions {
  source: string;
  phoneTypeDefault: 'mobile' | 'landline' | 'none';
}

interface ExplainOptions extends CommonOptions {
  firstName?: string;
  lastName?: string;
}

export const ownersCommand = (io: Io): Command =>
  new Command('owners')
    .description('Manage the owner directory: who owns which property')
    .addCommand(
      command('import <file>', 'Import owners from a CSV or Excel file (no downtime)')
        .option('--dry-run', 'show what would be imported and rejected; store nothing')
        .option(
          '--map <field=Header>',
          'choose the column for a field (repeatable; "owners fields" lists them)',
          mapOption,
        )
        .option('--no-header', 'the file has no header row; name columns by number: --map address=1')
        .option(
          '--header-row <number>',
          'the row with the column names, if a title stands above it',
          headerRowOption,
        )
        .option('--sheet <name>', 'the sheet of a workbook (default: the one that looks most like a list)')
        .option('--source <name>', 'the data set this file belongs to (default: "default")')
        .option('--replace', 'replace everything in the source with this file')
        .option(
          '--priority <number>',
          'when several sources know a property, the highest priority wins (default: 0; ties: newest import)',
          priorityOption,
        )
        .option('--state <code>', 'the state for every row, if the file has none (default: from the ZIP)')
        .addOption(
          new Option(
            '--name-order <order>',
            'how full names are written; first-last and last-first split them (default: last name first if the file says so, else unsplit)',
          ).choices(Object.keys(NAME_ORDERS)),
        )
        .option('--allow-nameless', "import rows that don't name an owner")
        .addOption(
          new Option('--dnc-default <yes|no>', 'mark phones without a Do Not Call flag as DNC')
            .choices(['yes', 'no'])
            .default('yes'),
        )
        .addOption(
          new Option(
            '--phone-type-default <type>',
            'what phones without a type are, in the whole source (default: as before; at first they are left out of answers)',
          ).choices(['mobile', 'landline']),
        )
        .option('--rejects <path>', 'write rejected rows here (default: FILE.rejects.csv)')
        .action((file: string, options: OwnersImportOptions) => runImport(io, file, options)),
    )
    .addCommand(
      command(
        'fields',
        'List what the columns of a file can hold, and the headers that are recognized',
      ).action((options: CommonOptions) => {
        const document = OWNER_FIELDS.map(({ fields, ...field }) => ({
          fields: fields.match(/(?<=`)\w+(?=`)/g),
          ...field,
        }));
        print(io, options, document, ownerFieldLines());
      }),
    )
    .addCommand(
      command('stats', 'Show what each source holds').action((options: CommonOptions) =>
        withService(io, options, async ({ owners }) => printStats(io, options, await owners.stats())),
      ),
    )
    .addCommand(
      command(
        'priority <source> <number>',
        'Set which source wins when several know a property (higher wins)',
      ).action((source: string, number: string, options: CommonOptions) =>
        withService(io, options, async ({ ownerStores }) => {
          const priority = priorityOption(number);
          const { setPriority } = await import('../owners/index.js');
          await setPriority(ownerStores, source, priority);
          print(io, options, { source, priority }, [`Source "${source}" now has priority ${priority}.`]);
        }),
      ),
    )
    .addCommand(
      command('set', 'Change the settings of a source, for everything imported so far and later')
        .requiredOption('--source <name>', 'the source to change')
        .addOption(
          new Option(
            '--phone-type-default <type>',
            'what phones without a type are; "none" leaves them out of answers',
          )
            .choices(['mobile', 'landline', 'none'])
            .makeOptionMandatory(),
        )
        .action((options: OwnersSetOptions) => runSet(io, options)),
    )
    .addCommand(
      command('explain <address>', "Explain why an address matches or doesn't")
        .option('--first-name <name>', 'choose among co-owners by first name')
        .option('--last-name <name>', 'choose among co-owners by last name')
        .action((address: string, options: ExplainOptions) => runExplain(io, address, options)),
    )
    .addCommand(correctCommand(io))
    .addCommand(correctionsCommand(io))
    .addCommand(
      command('delete', 'Delete a source from the directory')
        .requiredOption('--source <name>', 'the source to delete')
        .option('--yes', "don't ask")
        .action((options: CommonOptions & { source: string; yes?: boolean }) =>
          withService(io, options, async ({ owners, ownerStores }) => {
            const { source } = options;
            const held = (await owners.stats()).sources.find((one) => one.source === source);
            // Without a terminal it is a script, which can't answer.
            if (held !== undefined && options.yes !== true && io.confirm !== undefined) {
              const question = `Delete source "${source}" with ${count(held.records, 'owner')}? They can only be imported again.`;
              if (!(await io.confirm(plain(question)))) throw new Finding('nothing was deleted');
            }
            const { deleteSource } = await import('../owners/index.js');
            const imports = await deleteSource(ownerStores, source);
            print(io, options, { source, imports }, [
              `Deleted source "${source}" (${count(imports, 'import')}).`,
            ]);
          }),
        ),
    );

const runSet = (io: Io, options: OwnersSetOptions): Promise<void> =>
  withService(io, options, async ({ ownerStores, ids }) => {
    const { source, phoneTypeDefault: type } = options;
    const { setPhoneTypeDefault } = await import('../owners/index.js');
    const set = await setPhoneTypeDefault(
      { stores: ownerStores, ids },
      source,
      type === 'none' ? null : type,
    );
    const what = type === 'none' ? 'are left out of answers' : `are ${type}s`;
    print(io, options, { ...set }, [
      `Source "${source}": phones without a type ${what} (${count(set.untypedPhones, 'phone')} so far).`,
    ]);
  });

const MAX_HEADER_ROW = 1_000;
const headerRowOption = wholeNumber('The header row', 1, MAX_HEADER_ROW);

const MAX_PRIORITY = 1_000_000;
const priorityOption = wholeNumber('The priority', -MAX_PRIORITY, MAX_PRIORITY);

/** `--map address=Situs --map phone=Cell --map phone=Home`: a field given twice has two columns. */
function mapOption(text: string, before: Record<string, string[]> = {}): Record<string, string[]> {
  const [field = '', ...header] = text.split('=');
  if (field.trim() === '' || header.length === 0)
    throw new UsageError(
      `--map needs FIELD=HEADER, for example --map address="Situs Address". Got "${text}".`,
    );
  return { ...before, [field.trim()]: [...(before[field.trim()] ?? []), header.join('=').trim()] };
}

async function runImport(io: Io, file: string, options: OwnersImportOptions): Promise<void> {
  if (!options.header && options.headerRow !== undefined)
    throw new UsageError('Use only one of --no-header and --header-row.');
  // Checked first, because opening a data directory creates a missing one.
  await requireFile(file);
  await withService(
    io,
    options,
    async ({ ownerStores, ownerIntake, clock, ids }) => {
      const { importOwners, OwnerImportError } = await import('../owners/index.js');
      const { size: bytes } = await stat(file);
      const stopping = new AbortController();
      void io
        .stopRequested()
        .then(() =>
          stopping.abort(
            new OwnerImportError(
              'stopped',
              'Stopped: nothing was imported, and earlier imports are unchanged. Run it again to start over.',
            ),
          ),
        );
      const run = async (allowNameless: boolean): Promise<ImportSummary> => {
        const progress = io.interactive && options.json !== true ? drawProgress(io, clock) : null;
        const chosen = {
          source: options.source ?? 'default',
          replace: options.replace ?? false,
          overrides: options.map ?? {},
          dncDefault: options.dncDefault === 'yes',
          dryRun: options.dryRun ?? false,
          allowNameless,
          ...(!options.header && { headerRow: 0 }),
          ...(options.headerRow !== undefined && { headerRow: options.headerRow }),
          ...(options.sheet !== undefined && { sheet: options.sheet }),
          ...(options.nameOrder !== undefined && { nameOrder: NAME_ORDERS[options.nameOrder] }),
          ...(options.phoneTypeDefault !== undefined && { phoneTypeDefault: options.phoneTypeDefault }),
          ...(options.priority !== undefined && { priority: options.priority }),
          ...(options.state !== undefined && { state: options.state }),
        };
        const work = (onProgress: ImportOptions['onProgress']) =>
          importOwners({ stores: ownerStores, ids }, file, {
            ...chosen,
            ...(options.rejects !== undefined && { rejectsPath: options.rejects }),
            ...(onProgress !== undefined && { onProgress }),
            signal: stopping.signal,
          }).finally(() => progress?.clear());
        if (chosen.dryRun) return work(progress?.show);
        const startedBy = actorOfShell(io);
        const about = { fileName: path.basename(file), file, bytes, options: chosen, startedBy };
        // Records the run, so that the operator's pages show its outcome later.
        return ownerIntake.follow(about, (note) =>
          work((step) => {
            note(step.rows, step.step === 'reading' ? step.share : 1);
            progress?.show(step);
          }),
        );
      };
      let { allowNameless = false } = options;
      const summary = await run(allowNameless).catch(async (error: unknown) => {
        const isQuestion = error instanceof OwnerImportError && error.code === 'no_names';
        if (!isQuestion || io.confirm === undefined || options.json === true) throw error;
        io.err(`${plain(error.message)}\n`);
        if (!(await io.confirm('Import these owners without names?'))) throw new Finding('nothing imported');
        allowNameless = true;
        return run(allowNameless);
      });
      print(io, options, importDocument(summary), [
        ...importLines(summary, io.env),
        ...nextLines(summary, { ...options, allowNameless }),
      ]);
      if (isMostlyRefused(summary)) throw new Finding('many rows rejected');
    },
    options.dryRun === true ? 'dry' : 'new',
  );
}

/**
 * Command to import the rejected rows once they are corrected, with the same choice of columns. Their file has a header of its
 * own, and is added to the rows just imported.
 */
function nextLines({ rejectsPath, status }: ImportSummary, options: OwnersImportOptions): string[] {
  if (rejectsPath === null || status === 'dry_run') return [];
  const given = Object.entries(options.map ?? {}).flatMap(([field, headers]) =>
    headers.flatMap((header) => ['--map', `${field}=${header}`]),
  );
  const words = [
    ...['skiptrace-server', 'owners', 'import', rejectsPath, ...given],
    ...option('--source', options.source),
    ...option('--state', options.state),
    ...option('--name-order', options.nameOrder),
    ...option('--dnc-default', options.dncDefault === 'no' ? 'no' : undefined),
    ...option('--phone-type-default', options.phoneTypeDefault),
    ...(options.allowNameless === true ? ['--allow-nameless'] : []),
    ...option('--data-dir', options.dataDir),
  ];
  return [`Next: correct them in that file, then run ${words.map(shellWord).join(' ')}`];
}

const option = (name: string, value: string | undefined): string[] =>
  value === undefined ? [] : [name, value];

/** @throws OwnerImportError with the full path, to show where the file was looked for */
async function requireFile(file: string): Promise<void> {
  const code = await stat(file).then(() => null, errorCode);
  if (code !== 'ENOENT') return;
  const { OwnerImportError } = await import('../owners/index.js');
  throw new OwnerImportError('unreadable_file', `${path.resolve(file)} doesn't exist.`);
}

function printStats(io: Io, options: CommonOptions, stats: DirectoryStats): void {
  const sources = stats.sources.map(({ lastImportAt, ...source }) => ({
    ...source,
    lastImportAt: isoTime(lastImportAt),
  }));
  const { retired, loading } = stats;
  print(io, options, { ...stats, sources }, [
    ...table(
      ['SOURCE', 'PRIORITY', 'OWNERS', 'PHONES', 'EMAILS', 'KEYS', 'IMPORTS', 'LAST IMPORT', ''],
      sources.map((source) => [
        source.source,
        ...[
          source.priority,
          source.records,
          source.phones,
          source.emails,
          source.addressKeys,
          source.imports,
        ].map((value) => value.toLocaleString('en-US')),
        source.lastImportAt,
        source.outdated ? 'outdated: import again' : '',
      ]),
    ),
    ...(retired.records > 0
      ? [`${count(retired.records, 'deleted owner')} kept until no job needs them.`]
      : []),
    ...sources.flatMap(untypedLines),
    ...(loading > 0 ? [`${count(loading, 'import')} running or interrupted.`] : []),
  ]);
}

/** Note about phones without a type, which answers leave out, and what to do about them. */
const untypedLines = ({ source, phoneTypeDefault, untypedPhones }: SourceLine): string[] =>
  untypedPhones === 0
    ? []
    : [
        phoneTypeDefault === null
          ? `"${source}" has ${count(untypedPhones, 'phone')} without a type, left out of answers (owners set --phone-type-default).`
          : `"${source}" has ${count(untypedPhones, 'phone')} without a type, taken for ${phoneTypeDefault}s.`,
      ];

type SourceLine = Pick<DirectoryStats['sources'][number], 'source' | 'phoneTypeDefault' | 'untypedPhones'>;

const runExplain = (io: Io, address: string, options: ExplainOptions): Promise<void> =>
  withService(io, options, async ({ owners }) => {
    const { firstName, lastName } = options;
    const explained = await owners.explain({
      address,
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
    });
    const { reason, owner, moreCompared } = explained;
    const { explanationLines } = await import('@skiptrace/address');
    if (reason === 'suppressed') {
      print(io, options, { matched: false, reason, owner, lines: [reason] }, [reason]);
      return;
    }
    const lines = [
      ...explanationLines({ ...explained, matched: owner !== null }),
      ...(moreCompared === 0 ? [] : [`… and ${moreCompared} more`]),
    ];
    const ownerLines =
      owner === null
        ? []
        : [
            `owner       ${owner.fullName ?? '(no name)'}, record ${owner.recordId} of "${owner.source}"`,
            ...(owner.correctionId === null
              ? []
              : [`corrected   by an operator: correction ${owner.correctionId} (owners corrections list)`]),
            ...owner.from.map(
              ({ source, fullName, phones, emails }) =>
                `from        "${source}": ${fullName ?? '(no name)'}, ${count(phones, 'phone')}, ${count(emails, 'email')}`,
            ),
            ...owner.others.map(
              ({ source, recordId, fullName }) =>
                `not used    "${source}": ${fullName ?? '(no name)'}, record ${recordId}`,
            ),
          ];
    print(io, options, { matched: owner !== null, reason, owner, lines }, [...lines, ...ownerLines]);
  });

const REDRAW_MS = 100;
const ERASE_LINE = '\r\u001b[K';

/** A line on the terminal that shows an import's progress. */
function drawProgress(io: Io, clock: Clock): { show(progress: ImportProgress): void; clear(): void } {
  let drawnAt = Number.NEGATIVE_INFINITY;
  return {
    show: ({ step, share, rows }) => {
      if (clock.now() - drawnAt < REDRAW_MS) return;
      drawnAt = clock.now();
      const what = step === 'reading' ? 'Reading' : 'Indexing';
      io.err(`${ERASE_LINE}${what} ${Math.floor(share * 100)} %  ${rows.toLocaleString('en-US')} rows`);
    },
    clear: () => io.err(ERASE_LINE),
  };
}
