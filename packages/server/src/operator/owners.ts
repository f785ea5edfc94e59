import { Command, Option } from 'commander';
import { isoTime } from '../clock.js';
import type { DirectoryStats, ImportOptions, ImportSummary } from '../owners/index.js';
import { command, withService, type CommonOptions } from './command.js';
import { print, table, UsageError, type Io } from './io.js';
import { drawProgress } from './owners-progress.js';

interface OwnersImportOptions extends CommonOptions {
  map: Record<string, string[]>;
  source?: string;
  replace?: boolean;
  state?: string;
  dncDefault: 'yes' | 'no';
  rejects?: string;
}

interface ExplainOptions extends CommonOptions {
  firstName?: string;
  lastName?: string;
}

export const ownersCommand = (io: Io): Command =>
  new Command('owners')
    .description('the owner directory: who owns which property')
    .addCommand(
      command('import <file>', 'take a CSV file of owners in; look-ups go on meanwhile')
        .option('--map <field=Header>', 'which column is meant; may be given several times', mapOption, {})
        .option('--source <name>', 'the data set the file belongs to (default: "default")')
        .option('--replace', 'the file takes the place of everything its source holds, in one moment')
        .option('--state <code>', 'the state of every row, for files without one (default: from the ZIP)')
        .addOption(
          new Option(
            '--dnc-default <yes|no>',
            'what to take where the data does not say whether a number is on a registry',
          )
            .choices(['yes', 'no'])
            .default('yes'),
        )
        .option('--rejects <path>', 'where refused rows go (default: FILE.rejects.csv)')
        .action((file: string, options: OwnersImportOptions) => runImport(io, file, options)),
    )
    .addCommand(
      command('stats', 'what each source holds').action((options: CommonOptions) =>
        withService(io, options, async ({ owners }) => printStats(io, options, await owners.stats())),
      ),
    )
    .addCommand(
      command('explain <address>', 'why an address matches, or does not')
        .option('--first-name <name>', 'a name that chooses among co-owners')
        .option('--last-name <name>', 'a name that chooses among co-owners')
        .action((address: string, options: ExplainOptions) => runExplain(io, address, options)),
    )
    .addCommand(
      command('delete', 'take a source out of the directory')
        .requiredOption('--source <name>', 'which one')
        .action((options: CommonOptions & { source: string }) =>
          withService(io, options, async ({ directoryDatabase, clock }) => {
            const { source } = options;
            const { deleteSource } = await import('../owners/index.js');
            const imports = await deleteSource(directoryDatabase, clock, source);
            print(io, options, { source, imports }, [
              `Took ${count(imports, 'import')} of "${source}" out of the directory.`,
            ]);
          }),
        ),
    );

/** `--map address=Situs --map phone=Cell --map phone=Home`: a field given twice has two columns. */
function mapOption(text: string, before: Record<string, string[]>): Record<string, string[]> {
  const [field = '', ...header] = text.split('=');
  if (field.trim() === '' || header.length === 0)
    throw new UsageError(`--map takes field=Header, not "${text}".`);
  return { ...before, [field.trim()]: [...(before[field.trim()] ?? []), header.join('=').trim()] };
}

const runImport = (io: Io, file: string, options: OwnersImportOptions): Promise<void> =>
  withService(io, options, async ({ directoryDatabase, clock, ids }) => {
    const progress = io.interactive && options.json !== true ? drawProgress(io, clock) : null;
    const importOptions: ImportOptions = {
      replace: options.replace ?? false,
      overrides: options.map,
      dncDefault: options.dncDefault === 'yes',
      ...(options.source !== undefined && { source: options.source }),
      ...(options.state !== undefined && { state: options.state }),
      ...(options.rejects !== undefined && { rejectsPath: options.rejects }),
      ...(progress !== null && { onProgress: progress.show }),
    };
    const { importOwners } = await import('../owners/index.js');
    const summary = await importOwners(
      { database: directoryDatabase, clock, ids },
      file,
      importOptions,
    ).finally(() => progress?.clear());
    print(io, options, summary, summaryLines(summary));
  });

function summaryLines(summary: ImportSummary): string[] {
  const { status, source, rows, owners, phones, emails } = summary;
  if (status === 'unchanged') {
    return [
      `This very file is in the source "${source}" already: ${count(owners, 'owner')}. Nothing was changed.`,
    ];
  }
  return [
    ...summary.columns,
    ...summary.warnings.map((warning) => `Note: ${warning}`),
    ...noted(
      'Never read, because they look like Social Security numbers or dates of birth',
      summary.sensitiveColumns,
    ),
    ...noted('Not used', summary.ignoredColumns),
    '',
    `${count(rows.read, 'row')} read: ${rows.stored} stored, ${rows.merged} merged, ${rows.refused} refused.`,
    `${count(owners, 'owner')} in the source "${source}", with ${count(phones.stored, 'phone')} and ${count(emails.stored, 'email')}.`,
    ...(phones.leftOut > 0
      ? [
          `Left out: ${count(phones.leftOut, 'phone')} that are no mobile or landline of 10 digits, or too many.`,
        ]
      : []),
    ...(emails.leftOut > 0
      ? [`Left out: ${count(emails.leftOut, 'email')} that are no address, or too many.`]
      : []),
    ...(phones.dncAssumed > 0
      ? [
          `The data does not say of ${count(phones.dncAssumed, 'phone')} whether they are on a Do Not Call registry; see --dnc-default.`,
        ]
      : []),
    ...(summary.rejectsPath === null
      ? []
      : [`The refused rows are in ${summary.rejectsPath}, with line and reason.`]),
  ];
}

const noted = (what: string, headers: readonly string[]): string[] =>
  headers.length === 0 ? [] : [`${what}: ${headers.join(', ')}.`];

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;

function printStats(io: Io, options: CommonOptions, stats: DirectoryStats): void {
  const sources = stats.sources.map(({ lastImportAt, ...source }) => ({
    ...source,
    lastImportAt: isoTime(lastImportAt),
  }));
  const { retired, loading } = stats;
  print(io, options, { ...stats, sources }, [
    ...table(
      ['SOURCE', 'OWNERS', 'PHONES', 'EMAILS', 'KEYS', 'IMPORTS', 'LAST IMPORT', ''],
      sources.map((source) => [
        source.source,
        ...[source.records, source.phones, source.emails, source.addressKeys, source.imports].map((value) =>
          value.toLocaleString('en-US'),
        ),
        source.lastImportAt,
        source.outdated ? 'outdated: import again' : '',
      ]),
    ),
    ...(retired.imports > 0
      ? [`Retired, kept for what refers to them: ${count(retired.records, 'owner')}.`]
      : []),
    ...(loading > 0 ? [`${count(loading, 'import')} under way, or left by a process that died.`] : []),
  ]);
}

const runExplain = (io: Io, address: string, options: ExplainOptions): Promise<void> =>
  withService(io, options, async ({ owners }) => {
    const { firstName, lastName } = options;
    const { reason, lines, owner } = await owners.explain({
      address,
      ...(firstName !== undefined && { firstName }),
      ...(lastName !== undefined && { lastName }),
    });
    const whose =
      owner === null
        ? []
        : [`owner       ${owner.fullName ?? '(no name)'}, record ${owner.recordId} of "${owner.source}"`];
    print(io, options, { matched: owner !== null, reason, owner, lines }, [...lines, ...whose]);
  });
