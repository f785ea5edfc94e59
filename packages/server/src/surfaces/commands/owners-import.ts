import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Command, Option } from 'commander';
import type {
  ImportOptions,
  ImportProgress,
  ImportSummary,
  OwnerImportErrorCode,
} from '../../directory/index.js';
import { type Clock } from '../../platform/clock.js';
import type { Environment } from '../../platform/config.js';
import { errorCode } from '../../platform/lib/error-code.js';
import { plain, shellWord } from '../../platform/lib/printable.js';
import { actorOfShell, command, whereLines, withService, type CommonOptions } from './command.js';
import { count, Finding, print, table, UsageError, wholeNumber, type Io } from './io.js';

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
  sameProperty?: boolean;
  nameOrder?: (typeof NAME_ORDERS)[number];
}

/** Permissions that a person gives when asked. */
interface Allowed {
  allowNameless: boolean;
  sameProperty: boolean;
}

/** Errors that a person at a terminal may answer. */
const QUESTIONS: Partial<Record<OwnerImportErrorCode, { text: string; allows: keyof Allowed }>> = {
  no_names: { text: 'Import these owners without names?', allows: 'allowNameless' },
  rows_apart: { text: 'Import these rows as the same property?', allows: 'sameProperty' },
};

const NAME_ORDERS = ['as-written', 'comma', 'first-last', 'last-first'] as const;

export const importCommand = (io: Io): Command =>
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
        'how full names are written; comma (DOE, JANE), first-last and last-first split them (default: last name first if the file says so, else unsplit)',
      ).choices(NAME_ORDERS),
    )
    .option(
      '--same-property',
      'rows of one address are the same property, even if a column that is not read tells them apart',
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
    .action((file: string, options: OwnersImportOptions) => runImport(io, file, options));

const MAX_HEADER_ROW = 1_000;
const headerRowOption = wholeNumber('The header row', 1, MAX_HEADER_ROW);

const MAX_PRIORITY = 1_000_000;
export const priorityOption = wholeNumber('The priority', -MAX_PRIORITY, MAX_PRIORITY);

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
    async ({ ownerStores, ownerIntake, clock, ids, config }) => {
      const { importOwners, OwnerImportError } = await import('../../directory/index.js');
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
      const run = async ({ allowNameless, sameProperty }: Allowed): Promise<ImportSummary> => {
        const progress = io.interactive && options.json !== true ? drawProgress(io, clock) : null;
        const chosen = {
          source: options.source ?? 'default',
          replace: options.replace ?? false,
          overrides: options.map ?? {},
          dncDefault: options.dncDefault === 'yes',
          dryRun: options.dryRun ?? false,
          allowNameless,
          ...(sameProperty && { sameProperty }),
          ...(!options.header && { headerRow: 0 }),
          ...(options.headerRow !== undefined && { headerRow: options.headerRow }),
          ...(options.sheet !== undefined && { sheet: options.sheet }),
          ...(options.nameOrder !== undefined && { nameOrder: options.nameOrder }),
          ...(options.phoneTypeDefault !== undefined && { phoneTypeDefault: options.phoneTypeDefault }),
          ...(options.priority !== undefined && { priority: options.priority }),
          ...(options.state !== undefined && { state: options.state }),
        };
        const work = (onProgress: ImportOptions['onProgress']) =>
          importOwners({ stores: ownerStores, ids }, file, {
            ...chosen,
            columnsAsBefore: true,
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
      const allowed: Allowed = {
        allowNameless: options.allowNameless ?? false,
        sameProperty: options.sameProperty ?? false,
      };
      const runAsking = (): Promise<ImportSummary> =>
        run(allowed).catch(async (error: unknown) => {
          const question = error instanceof OwnerImportError ? QUESTIONS[error.code] : undefined;
          if (question === undefined || io.confirm === undefined || options.json === true) throw error;
          io.err(`${plain(error instanceof Error ? error.message : String(error))}\n`);
          if (!(await io.confirm(question.text))) throw new Finding('Nothing was imported.');
          allowed[question.allows] = true;
          return runAsking();
        });
      const summary = await runAsking();
      print(io, options, importDocument(summary), [
        ...importLines(summary, io.env),
        ...nextLines(summary, { ...options, ...allowed }),
        ...(options.dryRun === true ? [] : whereLines('Stored', config)),
      ]);
      if (isMostlyRefused(summary) || summary.warnings.some(({ stopsImport }) => stopsImport))
        throw new Finding();
    },
    options.dryRun === true ? 'dry' : 'new',
  );
}

/**
 * Command to import the rejected rows once they are corrected. It names the column of every field, because the few rows of that
 * file may suggest others than the whole file did. Their file has a header of its own, and is added to the rows just imported.
 */
function nextLines(
  { rejectsPath, status, sameColumns, nameOrder }: ImportSummary,
  options: OwnersImportOptions,
): string[] {
  if (rejectsPath === null || status === 'dry_run') return [];
  const given = Object.entries(sameColumns.columns).flatMap(([field, headers]) =>
    headers.flatMap((header) => ['--map', `${field}=${header}`]),
  );
  const words = [
    ...['skiptrace-server', 'owners', 'import', rejectsPath, ...given],
    ...option('--source', options.source),
    ...option('--state', sameColumns.state ?? options.state),
    ...option('--name-order', nameOrder === 'as-written' ? options.nameOrder : nameOrder),
    ...option('--dnc-default', options.dncDefault === 'no' ? 'no' : undefined),
    ...option('--phone-type-default', options.phoneTypeDefault),
    ...(options.allowNameless === true ? ['--allow-nameless'] : []),
    ...(options.sameProperty === true ? ['--same-property'] : []),
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
  const { OwnerImportError } = await import('../../directory/index.js');
  throw new OwnerImportError('unreadable_file', `${path.resolve(file)} doesn't exist.`);
}

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

/** Report of an import or a dry run, as lines for a person. */
function importLines(summary: ImportSummary, env: Environment): string[] {
  const { status, source, owners } = summary;
  if (status === 'unchanged') {
    const has = owners === 1 ? 'this 1 owner' : `these ${count(owners, 'owner')}`;
    return [`Already imported: "${source}" has ${has}. The file was not read again.`];
  }
  return [
    // Only the dry run shows all columns; the import itself shows its warnings and what it did.
    ...(status === 'dry_run' ? [...mappingTable(summary, isUtf8(env)), ''] : []),
    ...doubts(summary),
    ...(status === 'dry_run' ? plannedLines(summary) : doneLines(summary)),
    ...contactLines(summary),
    ...refusalLines(summary),
    ...(isMostlyRefused(summary)
      ? ['More than a tenth of the rows were rejected, so this command ends with exit code 1.']
      : []),
    ...(summary.warnings.some(({ stopsImport }) => stopsImport)
      ? [
          'An import would refuse the file for the rows of one address that a column tells apart, so this command ends with exit code 1.',
        ]
      : []),
    ...(status === 'dry_run' ? ['Dry run: nothing was imported.'] : []),
  ];
}

/** Report of an import as a JSON document. */
export const importDocument = ({ warnings, sameColumns: _, ...summary }: ImportSummary) => ({
  ...summary,
  warnings: warnings.map(warningText),
});

const warningText = ({ text, onCommandLine }: ImportSummary['warnings'][number]): string =>
  onCommandLine === undefined ? text : `${text} ${onCommandLine}`;

/** Maximum width of a header: with the longest field name, a line fits 80 columns. */
const HEADER_CHARACTERS = 32;
const SAMPLE_CHARACTERS = 28;

/** Whether the terminal shows more than ASCII, as far as its locale says so. */
const isUtf8 = ({ LC_ALL, LC_CTYPE, LANG }: Environment): boolean =>
  /utf-?8/i.test(LC_ALL ?? LC_CTYPE ?? LANG ?? 'UTF-8');

function mappingTable({ mapping, nameOrderReason }: ImportSummary, hasArrow: boolean): string[] {
  const arrow = hasArrow ? '←' : '<-';
  const rows = mapping
    .filter(({ headers }) => headers.length > 0)
    .map(({ field, headers, sample }) => [
      // The columns of a mailing address are shown together, by the name that --map wants for the street.
      field === 'mailing' ? 'mailingAddress' : field,
      `${arrow} ${shortened(headers.join(' + '), HEADER_CHARACTERS)}`,
      sample === '' ? '(empty)' : `"${shortened(sample, SAMPLE_CHARACTERS)}"`,
    ]);
  return [
    ...table(['FIELD', 'HEADER', 'SAMPLE'], rows),
    ...(nameOrderReason === null ? [] : [`Names: ${nameOrderReason}`]),
  ];
}

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most - 3)}...` : text;

function doubts({ warnings, sensitiveColumns, ignoredColumns }: ImportSummary): string[] {
  const lines = [
    ...warnings.map((warning) => `Warning: ${warningText(warning)}`),
    ...noted('Never read (Social Security numbers, dates of birth)', sensitiveColumns),
    ...noted('Unused columns', ignoredColumns),
  ];
  return lines.length === 0 ? [] : [...lines, ''];
}

function plannedLines({ source, before, rows, owners, phones, emails }: ImportSummary): string[] {
  const had = count(before.owners, 'owner');
  const effect = before.replaced
    ? `This would replace the source "${source}" (${had}).`
    : before.imports === 0
      ? `This would create the source "${source}".`
      : `This would add to the source "${source}" (${had}).`;
  return [
    `${rowsRead(rows.read)}: ${rowParts(rows, 'to store')}.`,
    // Merged rows may have the same phones, which only the import itself compares.
    `${count(owners, 'owner')} to store, with ${rows.merged > 0 ? 'up to ' : ''}${phonesStored(phones)} and ${count(emails.stored, 'email')}.`,
    effect,
  ];
}

function doneLines({ source, before, rows, owners, phones, emails }: ImportSummary): string[] {
  return [
    `${rowsRead(rows.read)}: ${rowParts(rows, 'stored')}.`,
    `Imported ${count(owners, 'owner')} into "${source}", with ${phonesStored(phones)} and ${count(emails.stored, 'email')}.`,
    ...(before.replaced
      ? [`Replaced the ${count(before.owners, 'owner')} that "${source}" had before.`]
      : []),
  ];
}

const phonesStored = ({ stored, withoutType }: ImportSummary['phones']): string =>
  `${count(stored, 'phone')}${withoutType === 0 ? '' : ` (${number(withoutType)} without a type)`}`;

const rowsRead = (read: number): string => `${count(read, 'row')} read`;

const rowParts = ({ stored, merged, refused }: ImportSummary['rows'], what: 'stored' | 'to store'): string =>
  [
    `${number(stored)} ${what}`,
    ...(merged > 0 ? [`${number(merged)} merged into an earlier row`] : []),
    ...(refused > 0 ? [`${number(refused)} rejected`] : []),
  ].join(', ');

function contactLines({ phones, emails, dncDefault, status }: ImportSummary): string[] {
  const { dncAssumed, leftOut, ofOthers, over } = phones;
  const leftOutFor = (number: number, reason: string): string[] =>
    number === 0 ? [] : [`${count(number, 'phone')} left out: ${reason}.`];
  const marked = dncDefault ? 'stored as not checked, which is treated as Do Not Call' : 'marked as callable';
  const were = status === 'dry_run' ? 'would be' : dncAssumed === 1 ? 'was' : 'were';
  return [
    ...(dncAssumed > 0
      ? [
          `${count(dncAssumed, 'phone')} ${dncAssumed === 1 ? 'has' : 'have'} no Do Not Call flag and ${were} ${marked} (see --dnc-default).`,
        ]
      : []),
    ...leftOutFor(leftOut - ofOthers - over, 'not a 10-digit US number'),
    ...leftOutFor(ofOthers, "the row says they are another person's"),
    ...leftOutFor(over, 'more than a match can hold'),
    ...(emails.leftOut > 0
      ? [`${count(emails.leftOut, 'email')} left out: not an email address, not the owner's, or too many.`]
      : []),
  ];
}

/** An import with more than this share and this number of rejected rows has probably gone wrong. */
const MANY_SHARE = 0.1;
const MANY_ROWS = 10;

/** Whether the share of rejected rows is large enough to stop a script. */
const isMostlyRefused = ({ rows: { read, refused } }: Pick<ImportSummary, 'rows'>): boolean =>
  refused >= MANY_ROWS && refused > MANY_SHARE * read;

function refusalLines({ refusals, rejectsPath, rejectsPathTaken }: ImportSummary): string[] {
  return [
    ...refusals.map(({ reason, rows, lines }) => {
      const more = rows > lines.length ? ', ...' : '';
      return `${count(rows, 'row')} rejected: ${reason} (${rows === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}).`;
    }),
    ...(rejectsPath === null ? [] : [`Rejected rows: ${rejectsPath}`]),
    ...(rejectsPathTaken === null ? [] : [`(${rejectsPathTaken} existed already and was kept.)`]),
  ];
}

const noted = (what: string, headers: readonly string[]): string[] =>
  headers.length === 0 ? [] : [`${what}: ${headers.join(', ')}`];

const number = (value: number): string => value.toLocaleString('en-US');

export const fieldsCommand = (io: Io): Command =>
  command('fields', 'List what the columns of a file can hold, and the headers that are recognized').action(
    (options: CommonOptions) => {
      const document = OWNER_FIELDS.map(({ fields, ...field }) => ({
        fields: fields.match(/(?<=`)\w+(?=`)/g),
        ...field,
      }));
      print(io, options, document, ownerFieldLines());
    },
  );

/** Contents of an owner file's columns. Repeats docs/owners.md, which is not in the package. */
interface OwnerField {
  /** Names for `--map`, each in backticks. */
  fields: string;
  required: string;
  /** Headers that are recognized without `--map`. */
  headers: string;
}

export const OWNER_FIELDS: readonly OwnerField[] = [
  {
    fields: '`address`',
    required: 'yes, or one of the next two',
    headers: 'Property Address, Situs Address, SITE_ADDR, PHY_ADDR1, PropertyAddress',
  },
  {
    fields:
      '`numberPrefix`, `houseNumber`, `numberTo`, `numberSuffix`, `preModifier`, `preDirection`, `preType`, `preSeparator`, `streetName`, `streetSuffix`, `postDirection`, `postModifier`',
    required: '',
    headers:
      'Situs Street Number + Situs Street Name, House # + Street, ADRNO + ADRDIR + ADRSTR + ADRSUF; HOUSEPRFX, GRIDDIR; ADRADD, SITUS_FRACTION, House No Alpha; St_PreMod, St_PreTyp, St_PosTyp, St_PosMod',
  },
  {
    fields: '`addressFull`',
    required: '',
    headers: 'property_address_full ("12 Oak St, Dayton, OH 45402" in one cell)',
  },
  {
    fields: '`building`, `floor`, `unitType`, `unit`',
    required: 'no',
    headers:
      'Situs Building, BLDG; Floor; UNITDESC, Unit Type; Property Unit #, Situs Unit, Apt, Condo Unit, Space, Lot, Street 2',
  },
  {
    fields: '`city` and `state`, or `zip` (or `zipPlus4`)',
    required: 'yes',
    headers: 'Property City, Situs State, PHY_ZIPCD, Property ZIP/ZIP+4',
  },
  {
    fields: '`stateZip`, `cityStateZip`',
    required: '',
    headers: 'StateZip ("OH 45402"), SITUS_CITYSTZIP ("Dayton, OH 45402")',
  },
  {
    fields: '`firstName` and `lastName`, or `fullName`',
    required: 'yes',
    headers: 'Owner First Name, Owner 1 Last Name, ownlast; Owner Name, OWNER_NAME1, OWN1, OWN_NAME',
  },
  {
    fields: '`owner2FirstName`, `owner2LastName`, `owner2FullName`',
    required: 'no',
    headers: 'Owner 2 First Name, OWNER_NAME2, OWN2',
  },
  {
    fields: '`ownerId`',
    required: 'no',
    headers: 'Owner ID (your own ID; rows with the same ID, name and property are merged)',
  },
  {
    fields: '`mailingAddress`, `mailingUnit`, `mailingCity`, `mailingState`, `mailingZip`, `mailingZipPlus4`',
    required: 'no',
    headers: 'Mailing Address, MAIL_ADDR1, Owner City, OWN_ZIPCD',
  },
  {
    fields: '`mailingFull`, `mailingCityState`, `mailingCityStateZip`',
    required: 'no',
    headers: 'owner_address_full, Owner_CityState, MAIL_CITYSTZIP',
  },
  {
    fields: '`phone`',
    required: 'no',
    headers: 'Phone 1, Phone1_Number, Phone 1 - Value, … Mobile-1, Landline-1',
  },
  { fields: '`phoneType`', required: 'recommended', headers: 'Phone 1 Type, Phone 2 Type, …' },
  {
    fields: '`phoneDnc`',
    required: 'recommended',
    headers:
      'Phone 1 DNC, Phone1_DNC, Phone 2 Do Not Call, … or Do Not Call, DNCFLG in a file with one phone',
  },
  {
    fields: '`litigator`',
    required: 'no',
    headers:
      'Litigator, DNC/Litigator Scrub, TCPA, Phone 1 Litigator (counts as Do Not Call unless it says no)',
  },
  { fields: '`wrongNumber`', required: 'no', headers: 'Phone 1 Wrong Number (the phone is left out)' },
  {
    fields: '`deceased`, `owner2Deceased`',
    required: 'no',
    headers: 'Deceased, Date of Death, Owner 2 Deceased (that owner is left out)',
  },
  { fields: '`email`', required: 'no', headers: 'Email, Email 1, Email 2, …' },
  {
    fields: '`plus4`, `careOf`, `parcelId`',
    required: 'no',
    headers:
      'PROPERTY ZIP+4, Mailing Care of Name, APN: recognized so that nothing else is read from them; not stored',
  },
];

/** For a terminal: the names, whether they are required, and below them the headers. */
const ownerFieldLines = (): string[] => [
  'An owner file needs where the property is, and who owns it. Columns stand in any order; spelling, case and punctuation of headers',
  'do not matter. Where a header is not recognized, name its column: owners import FILE --map FIELD="Header"',
  '',
  ...OWNER_FIELDS.flatMap(({ fields, required, headers }) => [
    `${fields.replaceAll('`', '')}${required === '' ? '' : ` (${required.replace(/^yes/, 'required').replace(/^no/, 'optional')})`}`,
    `    ${headers}`,
  ]),
];
