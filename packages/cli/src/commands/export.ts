import { stat } from 'node:fs/promises';
import path from 'node:path';
import { CsvInputError } from '@skiptrace/csv';
import { writeChunks } from '@skiptrace/csv/files';
import {
  DNC_CHOICES,
  exportEnriched,
  LAYOUT_NAMES,
  layouts,
  ONLY_CHOICES,
  type ExportChoice,
} from '@skiptrace/csv/layouts';
import { isForService, NotEnriched, restored, UnclearColumns } from '@skiptrace/csv/leads';
import { count, plural } from '../amounts.js';
import type { Context } from '../context.js';
import { Failure } from '../failures/failure.js';
import { writingIn } from '../failures/system-error.js';
import type { CommandInput } from '../input.js';
import { print } from '../json.js';
import { UnclearMapping } from '../leads/inspect.js';
import { inputFailure, bytesOf, openSource, type Source } from '../leads/source.js';
import { publish } from '../results.js';
import { temporaryFolder } from '../settings/temporary.js';
import { plain } from '../terminal/text.js';
import { MAPPED_FIELDS, openOutput, readMap, readState } from './read-options.js';
import { leftOutWords } from './upload/summary.js';

export async function run(input: CommandInput, context: Context): Promise<void> {
  const { console } = context;
  const layout = layouts[LAYOUT_NAMES.find((name) => name === input.text('layout')) ?? 'phones'];
  const state = readState(input.text('state'));
  const wanted = {
    layout,
    overrides: readMap(input.list('map'), MAPPED_FIELDS),
    ...choiceOf(input),
    ...(state !== undefined && { state }),
  };
  const source = await wholeResult(await openSource(input.argument(0), context), context);
  const name = exportName(source.isPiped ? 'stdin.csv' : source.original, layout.name);
  const target = await openOutput(input, context, name, source);

  const tally = await readingEnriched(source, async () => {
    const exported = await exportEnriched(bytesOf(source), wanted);
    await publish(target, exported.csv, context);
    return exported.tally;
  });

  const { strippedLeads, droppedNumbers: dropped, uncheckedNumbers: notChecked } = tally;
  const leftOut =
    dropped === 0 ? '' : ` It leaves ${leftOutWords({ listed: dropped - notChecked, notChecked })}`;
  console.note(`${plural(tally.leads, 'lead')}, ${plural(tally.records, 'record')}.${leftOut}`);
  if (tally.phones === 0 && dropped > 0)
    console.warn(
      `warning: The file has no phone number in it: ${dropped === 1 ? 'its only number was' : `all ${count(dropped)} numbers were`} left out.`,
    );
  else if (strippedLeads > 0)
    console.warn(
      `warning: Of ${plural(tally.leadsWithPhones, 'lead')} with phones, ${count(strippedLeads)} lost all of them: their numbers were left out.`,
    );
  if (target.kind === 'stdout') return;
  const { leads, records, droppedNumbers, uncheckedNumbers } = tally;
  const counts = { leads, records, droppedNumbers, uncheckedNumbers };
  const result = { layout: layout.name, ...counts, output: target.path };
  await print(context, result, `${plain(target.path)}\n`);
}

/** @throws Failure for choices that contradict each other */
function choiceOf(input: CommandInput): ExportChoice {
  const dnc = DNC_CHOICES.find((name) => name === input.text('dnc'));
  const only = ONLY_CHOICES.filter((name) => input.list('only').includes(name));
  if (only.includes('callable') && dnc !== undefined && dnc !== 'only-not-listed')
    throw new Failure('usage', `--only callable leaves out what --dnc ${dnc} keeps. Give one of them.`);
  return { only, ...(dnc !== undefined && { dnc }) };
}

/** Completes a file downloaded by its link: rows that repeat a property have no owner in it yet. */
async function wholeResult(source: Source, context: Context): Promise<Source> {
  if (!(await isForService(bytesOf(source)))) return source;
  const folder = await temporaryFolder(context);
  const copy = path.join(folder, 'whole.csv');
  await writingIn(folder, () => writeChunks(copy, restored(bytesOf(source))));
  return { ...source, path: copy, bytes: (await stat(copy)).size };
}

/** `leads.enriched.csv` → `leads.phones.csv` */
function exportName(file: string, layout: string): string {
  const { dir, name } = path.parse(file);
  return path.join(dir, `${name.replace(/\.enriched$/i, '')}.${layout}.csv`);
}

/** Runs work that reads an enriched file; if the file is something else, the failure says so. */
async function readingEnriched<T>(source: Source, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotEnriched) {
      throw new Failure(
        'not_enriched',
        `${source.shown} has no columns of a result such as Skip Trace Status.`,
        { hint: 'It takes the file that "skiptrace upload", "bulk" or "jobs download" wrote.', cause: error },
      );
    }
    if (error instanceof UnclearColumns) throw new UnclearMapping(source, error);
    throw error instanceof CsvInputError ? inputFailure(source, error) : error;
  }
}
