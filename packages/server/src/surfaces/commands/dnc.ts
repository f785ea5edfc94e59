import { Command } from 'commander';
import type { DncFile } from '../../directory/index.js';
import { getDncLists } from '../acts/lists.js';
import { actCommand } from './act-command.js';
import { answer, command, type CommonOptions } from './command.js';
import { count, Finding, reasonOf, UsageError, type Io } from './io.js';

interface ImportOptions extends CommonOptions {
  areaCodes?: boolean;
  full?: boolean;
  change?: boolean;
  internal?: boolean;
  litigator?: boolean;
  date: string;
  yes?: boolean;
}

export const dncCommand = (io: Io): Command =>
  new Command('dnc')
    .description('Manage Do Not Call lists')
    .addCommand(
      command('import', 'Put a list in force, as a whole or not at all')
        .argument(
          '<file...>',
          'a number a line: 9375550101, or 937,5550101; or XML or a zip, as the registry hands out',
        )
        .option(
          '--area-codes',
          'the national list of the area codes in the files, in place of what was there of them',
        )
        .option('--full', 'the national list of all area codes, in place of all before')
        .option('--change', 'what changed in the national list: lines with A (added) or D (deleted)')
        .option('--internal', 'people who asked you not to call, in place of the internal list before')
        .option('--litigator', 'numbers to leave out of every answer, in place of the list before')
        .requiredOption('--date <date>', 'the day that the list is of: YYYY-MM-DD', dateOf)
        .option('--yes', "don't ask about a list that looks cut off")
        .action((files: string[], options: ImportOptions) => runImport(io, files, options)),
    )
    .addCommand(actCommand(io, getDncLists));

/** @throws UsageError */
function fileOf({ areaCodes, full, change, internal, litigator }: ImportOptions): DncFile {
  const given = { 'area-codes': areaCodes, full, change, internal, litigator };
  const [file, another] = (Object.keys(given) as DncFile[]).filter((name) => given[name] === true);
  if (file === undefined || another !== undefined)
    throw new UsageError(
      'Say what the files are: one of --area-codes, --full, --change, --internal, --litigator.',
    );
  return file;
}

function dateOf(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
  if (!isDay || new Date(Date.parse(text)).toISOString().slice(0, 10) !== text)
    throw new UsageError(`--date must be a day such as 2027-01-31, not "${text}".`);
  return text;
}

function runImport(io: Io, files: readonly string[], options: ImportOptions): Promise<void> {
  const file = fileOf(options);
  return answer(
    io,
    options,
    async ({ ownerStores: { dnc: store, index }, clock }) => {
      const { DncImportError, importDnc } = await import('../../directory/index.js');
      const summary = await importDnc(
        { store, reads: index.doNotCall, clock, isMeant: (warnings) => isMeant(io, options, warnings) },
        files,
        file,
        options.date,
      ).catch((error: unknown) => {
        if (error instanceof DncImportError || error instanceof Finding) throw error;
        throw new Error(`Nothing was imported: ${reasonOf(error)}`, { cause: error });
      });
      const { numbers, removed, areaCodes, warnings } = summary;
      return [
        summary,
        [
          file === 'change'
            ? `In force: ${count(numbers, 'number')} added, ${count(removed, 'number')} deleted, as of ${options.date}.`
            : `In force: ${count(numbers, 'number')} of ${count(areaCodes.length, 'area code')}, as of ${options.date}.`,
          'Lookups use it from now on.',
          ...warnings,
        ],
      ];
    },
    'new',
  );
}

/** @throws Finding without a yes */
async function isMeant(io: Io, { yes }: ImportOptions, warnings: readonly string[]): Promise<boolean> {
  if (yes === true) return true;
  if (io.confirm === undefined)
    throw new Finding(`Nothing was imported. ${warnings.join(' ')} If the list is whole, add --yes.`);
  for (const warning of warnings) io.err(`${warning}\n`);
  if (await io.confirm('Put it in force all the same?')) return true;
  throw new Finding('Nothing was imported.');
}
