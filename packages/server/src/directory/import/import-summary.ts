import { chosenHeaders } from '@skiptrace/csv';
import { shellWord } from '../../platform/lib/printable.js';
import { storedPhones, type Import } from '../entities.js';
import type { PhoneType } from '../record.js';
import type { NameOrder } from './name-order.js';
import type { OwnerFile, SampledField, Warning } from './owner-file.js';
import { SHOWN_TYPES, type FoundCounts } from './read-part.js';
import { LINES_SHOWN, type RefusedRows } from './rejects.js';

export interface ImportSummary {
  /** `unchanged`: this very file is in the source already, so nothing was done. `dry_run`: nothing was stored. */
  status: 'imported' | 'unchanged' | 'dry_run';
  /** Null for a dry run. */
  importId: string | null;
  source: string;
  /** Contents of the source before, and whether the file replaces them. */
  before: { imports: number; owners: number; replaced: boolean };
  /** read = stored + merged + refused. Merged: an earlier row already had the owner. */
  rows: { read: number; stored: number; merged: number; refused: number };
  /** The reasons of the refused rows, with the lines of the first. */
  refusals: RefusedRows[];
  /** Owners stored: a row can name two. */
  owners: number;
  /**
   * Both `ofOthers` (phones of people other than the owner) and `over` (more than a match can hold) count phones that were left
   * out. `withoutType` are among the stored, but left out of answers until the source has a setting for them; `unknownTypes` are
   * those for which the file has a type that was not understood.
   */
  phones: {
    stored: number;
    leftOut: number;
    withoutType: number;
    ofOthers: number;
    over: number;
    dncAssumed: number;
    unknownTypes: number;
  };
  /** Do Not Call status assumed for numbers without one. */
  dncDefault: boolean;
  /** Type assumed for phones without one in this source. */
  phoneTypeDefault: PhoneType | null;
  emails: { stored: number; leftOut: number };
  /** File with the refused rows; null if no row was refused. */
  rejectsPath: string | null;
  /** Intended name of that file, if it was taken by another file, which was kept. */
  rejectsPathTaken: string | null;
  /** Headers that look like Social Security numbers or dates of birth: their cells are never read. */
  sensitiveColumns: string[];
  /** Headers that are not recognized. */
  ignoredColumns: string[];
  /** Every field with its columns, a sample and the reason. */
  mapping: SampledField[];
  /** Options that read a file with these columns in the same way; `columns` are headers by their field. */
  sameColumns: { columns: Readonly<Record<string, readonly string[]>>; state?: string };
  nameOrder: NameOrder;
  /** As a sentence; null for the usual order. */
  nameOrderReason: string | null;
  warnings: Warning[];
}

/** The fields of a summary that are known before the file is read. */
export type ImportedInto = Pick<ImportSummary, 'before' | 'dncDefault' | 'phoneTypeDefault'>;

export const phonesOf = (found: FoundCounts) => ({
  leftOut: found.phonesOut,
  withoutType: found.phonesWithoutType,
  ofOthers: found.phonesOfOthers,
  over: found.phonesOver,
  dncAssumed: found.dncAssumed,
  unknownTypes: found.unknownTypes,
});

/** Part of a summary that comes from reading the file: columns, rejected rows, warnings. Same for an import and a dry run. */
export const detailsOf = (
  file: OwnerFile,
  { phonesWithoutType, unknownTypes, elsewhere, zipsUnread, zipsOfOtherState }: FoundCounts,
  { source, phoneTypeDefault }: Pick<ImportSummary, 'source' | 'phoneTypeDefault'>,
) => ({
  refusals: file.rejects.reasons,
  rejectsPath: file.rejects.count === 0 ? null : file.rejects.path,
  rejectsPathTaken: file.rejects.takenPath,
  sensitiveColumns: file.sensitive,
  ignoredColumns: file.ignored,
  mapping: file.fields,
  sameColumns: {
    columns: chosenHeaders(file.layout.mapping),
    ...(file.layout.mapping.state !== undefined && { state: file.layout.mapping.state }),
  },
  nameOrder: file.layout.nameOrder,
  nameOrderReason: file.nameOrderReason,
  warnings: [
    ...file.warnings,
    ...(elsewhere === 0
      ? []
      : [
          {
            text: `${elsewhere.toLocaleString('en-US')} ${elsewhere === 1 ? 'row has a ZIP that lies' : 'rows have ZIPs that lie'} in another state than the one given for every row. ${elsewhere === 1 ? 'It keeps' : 'They keep'} the state of the ZIP.`,
          },
        ]),
    ...(zipsUnread === 0
      ? []
      : [
          {
            text: `${zipsUnread.toLocaleString('en-US')} ${zipsUnread === 1 ? "row has a ZIP that isn't five digits and is stored without it" : "rows have ZIPs that aren't five digits and are stored without them"} (${shownLines(zipsUnread, file.zipLines.unread)}).`,
          },
        ]),
    ...(zipsOfOtherState === 0
      ? []
      : [
          {
            text: `${zipsOfOtherState.toLocaleString('en-US')} ${zipsOfOtherState === 1 ? 'row has a ZIP of another state than its own and is' : 'rows have ZIPs of another state than their own and are'} stored as written (${shownLines(zipsOfOtherState, file.zipLines.ofOtherState)}).`,
          },
        ]),
    ...(unknownTypes === 0
      ? []
      : [
          {
            text: `${unknownTypes.toLocaleString('en-US')} ${unknownTypes === 1 ? 'phone has' : 'phones have'} a type that was not understood (${shownTypes(file)}). ${unknownTypes === 1 ? 'It is' : 'They are'} stored without a type.`,
          },
        ]),
    ...(phonesWithoutType === 0 || phoneTypeDefault !== null
      ? []
      : [
          {
            text: `${phonesWithoutType.toLocaleString('en-US')} ${phonesWithoutType === 1 ? 'phone has' : 'phones have'} no type. ${phonesWithoutType === 1 ? 'It is stored, but answers leave it' : 'They are stored, but answers leave them'} out until the source says whether such phones are mobiles or landlines.`,
            onCommandLine: `Choose the column of phoneType with --map, or say it for all of them, now or later: skiptrace-server owners set --source ${shellWord(source)} --phone-type-default mobile`,
          },
        ]),
  ],
});

/** Names the first lines of the affected rows: `line 2`, or `lines 2, 3, ...`. @param rows number of affected rows */
function shownLines(rows: number, lines: readonly number[]): string {
  const shown = lines.slice(0, LINES_SHOWN);
  return `${rows === 1 ? 'line' : 'lines'} ${shown.join(', ')}${rows > shown.length ? ', ...' : ''}`;
}

const TYPE_CHARACTERS = 20;

const shownTypes = ({ unknownPhoneTypes }: OwnerFile): string =>
  [...unknownPhoneTypes]
    .slice(0, SHOWN_TYPES)
    .map((type) => `"${type.slice(0, TYPE_CHARACTERS)}"`)
    .join(', ');

/** Summary of a file that was not read because the source already has it. */
export const unchanged = (known: Import, about: ImportedInto): ImportSummary => ({
  ...summaryOf(known, about),
  status: 'unchanged',
  refusals: [],
  phones: {
    stored: storedPhones(known),
    leftOut: 0,
    withoutType: 0,
    ofOthers: 0,
    over: 0,
    dncAssumed: 0,
    unknownTypes: 0,
  },
  emails: { stored: known.emails, leftOut: 0 },
  rejectsPath: null,
  rejectsPathTaken: null,
  sensitiveColumns: [],
  ignoredColumns: [],
  mapping: [],
  sameColumns: { columns: {} },
  nameOrder: 'as-written',
  nameOrderReason: null,
  warnings: [],
});

/** Part of a summary that comes from the stored import. */
export const summaryOf = (
  { id, source, rowsRead, rowsMerged, rowsRefused, records }: Import,
  { before, dncDefault, phoneTypeDefault }: ImportedInto,
) => ({
  status: 'imported' as const,
  importId: id,
  source,
  before,
  dncDefault,
  phoneTypeDefault,
  rows: {
    read: rowsRead,
    stored: rowsRead - rowsMerged - rowsRefused,
    merged: rowsMerged,
    refused: rowsRefused,
  },
  owners: records,
});
