import { OWNER_COLUMNS, type EnrichedOwner } from '../enriched/added-columns.js';
import { unguardedCell } from '../enriched/cells.js';
import type { EnrichedWidths } from '../enriched/enriched-csv.js';
import { RESULT_LIMITS } from '../records/dialect.js';
import type { OpenOptions } from '../records/open.js';
import type { CsvRecord } from '../records/record.js';
import type { Encoding } from '../text/encoding.js';

/** The owner of a row, from the cells of `addedHeaders`; null for a row without a match. */
export function ownerOf(
  cells: readonly string[],
  { owner, phones, emails }: AddedBlock,
): EnrichedOwner | null {
  const [status, firstName, lastName, fullName, ...mailing] = cells.slice(0, owner.length).map(orNull);
  if (status === null || status === undefined) return null;
  const [mailingAddress, mailingCity, mailingState, mailingZip] = mailing;
  const phoneCells = cells.slice(owner.length, owner.length + 3 * phones.length);
  return {
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    fullName: fullName ?? null,
    mailingAddress: mailingAddress ?? null,
    mailingCity: mailingCity ?? null,
    mailingState: mailingState ?? null,
    mailingZip: mailingZip ?? null,
    phones: phones.flatMap((_, at) => {
      const [number = '', type, dnc] = phoneCells.slice(3 * at, 3 * at + 3);
      // A phone without a mark counts as on a Do Not Call registry: only an explicit mark says that it may be called.
      return number === ''
        ? []
        : [
            {
              number,
              type: type === 'Mobile' ? ('mobile' as const) : ('landline' as const),
              dnc: dnc !== 'No',
            },
          ];
    }),
    emails: cells
      .slice(owner.length + phoneCells.length, owner.length + phoneCells.length + emails.length)
      .filter((email) => email !== '')
      .map(unguardedCell),
  };
}

/** Removes the apostrophe that was added to cells that look like a formula. */
const orNull = (cell: string) => (cell === '' ? null : unguardedCell(cell));

/** Places of the added columns in an enriched file (reading 29). */
export interface AddedBlock {
  /** Columns before it: the file as it was uploaded. */
  readonly originalNames: readonly string[];
  /** Headers of the status, the names and the mailing address, in order. */
  readonly owner: readonly string[];
  /** Header of each phone, its type and its Do Not Call mark. */
  readonly phones: readonly (readonly [string, string, string])[];
  readonly emails: readonly string[];
}

/** The file is not the result of a job. */
export class NotEnriched extends Error {
  override readonly name = 'NotEnriched';
}

const STATUS = /^(ST (?:\d+ )?)?Skip Trace Status$/;

/** The last block of added columns. A file that was traced twice has two blocks, the newer one further right. @throws NotEnriched */
export function findAddedBlock(names: readonly string[]): AddedBlock {
  const block = addedBlock(names);
  if (block === undefined)
    throw new NotEnriched('The file has no columns of a result such as Skip Trace Status.');
  return block;
}

/**
 * How to read a result of any size. Its delimiter is the first with which the header ends with the columns that the service added: cells
 * of the list may hold other delimiters, and imitate such columns. With another delimiter the header can only end so at a line break
 * within a cell.
 */
export const RESULT_OPTIONS = {
  isWanted: (names: readonly string[]) => {
    const block = addedBlock(names);
    return block !== undefined && endsHeader(block, names);
  },
  limits: RESULT_LIMITS,
} satisfies OpenOptions;

function endsHeader(block: AddedBlock, names: readonly string[]): boolean {
  const added = addedHeaders(block);
  const at = block.originalNames.length;
  return names.length === at + added.length && added.every((name, index) => names[at + index] === name);
}

function addedBlock(names: readonly string[]): AddedBlock | undefined {
  const at = names.findLastIndex((name) => STATUS.test(name));
  const prefix = STATUS.exec(names[at] ?? '')?.[1] ?? '';
  const owner = OWNER_COLUMNS.map((name) => prefix + name);
  if (at === -1 || owner.some((name, index) => names[at + index] !== name)) return undefined;
  const added = names.slice(at + OWNER_COLUMNS.length);
  const phones: [string, string, string][] = [];
  for (let n = 1; added.includes(`${prefix}Phone ${n}`); n++) {
    const phone = `${prefix}Phone ${n}`;
    phones.push([phone, `${phone} Type`, `${phone} DNC`]);
  }
  const emails: string[] = [];
  for (let n = 1; added.includes(`${prefix}Email ${n}`); n++) emails.push(`${prefix}Email ${n}`);
  return { originalNames: names.slice(0, at), owner, phones, emails };
}

/** Facts that the service notes about each result that it writes. */
export interface ResultForm {
  /** As known at the end of the file. */
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly widths: Pick<EnrichedWidths, 'phones' | 'emails'>;
}

/** How to read a result that the service wrote. The delimiter is the one that it noted, and is never guessed from the file. */
export const optionsOfForm = ({ delimiter }: Pick<ResultForm, 'delimiter'>): OpenOptions => ({
  delimiter,
  limits: RESULT_LIMITS,
});

/** The block that the service added. @throws NotEnriched */
export function blockOfForm({ widths }: Pick<ResultForm, 'widths'>, names: readonly string[]): AddedBlock {
  const block = findAddedBlock(names);
  if (!isOfForm(block, names, widths))
    throw new NotEnriched('The columns of the file are not the ones that were added to it.');
  return block;
}

const isOfForm = (block: AddedBlock, names: readonly string[], widths: ResultForm['widths']): boolean =>
  block.phones.length === widths.phones && block.emails.length === widths.emails && endsHeader(block, names);

/** Refuses a row that was cut to pieces: its cells would be taken for others. @throws NotEnriched */
export function requireWhole({ cellCount, line }: CsvRecord, names: readonly string[]): void {
  if (cellCount !== names.length)
    throw new NotEnriched(`Line ${line} of the result has ${cellCount} cells instead of ${names.length}.`);
}

export const addedHeaders = ({ owner, phones, emails }: AddedBlock): string[] => [
  ...owner,
  ...phones.flat(),
  ...emails,
];
