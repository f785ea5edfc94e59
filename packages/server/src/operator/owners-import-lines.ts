import type { ImportSummary } from '../owners/index.js';
import type { Environment } from '../config.js';
import { count, table } from './io.js';

/** Report of an import or a dry run, as lines for a person. */
export function importLines(summary: ImportSummary, env: Environment): string[] {
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
    ...(status === 'dry_run' ? ['Dry run: nothing was imported.'] : []),
  ];
}

/** Report of an import as a JSON document. */
export const importDocument = ({ warnings, ...summary }: ImportSummary) => ({
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
      field,
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
export const isMostlyRefused = ({ rows: { read, refused } }: Pick<ImportSummary, 'rows'>): boolean =>
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
