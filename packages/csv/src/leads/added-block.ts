import {
  addedColumns,
  detailColumns,
  OWNER_COLUMNS,
  phoneColumns,
  SINGLE_DETAILS,
  type EnrichedOwner,
} from '../enriched/added-columns.js';
import { unguardedCell } from '../enriched/cells.js';
import type { EnrichedWidths } from '../enriched/enriched-csv.js';
import { RESULT_LIMITS } from '../records/dialect.js';
import type { OpenOptions } from '../records/open.js';
import type { CsvRecord } from '../records/record.js';
import type { Encoding } from '../text/encoding.js';

/** The owner of a row, from the cells of `addedHeaders`; null for a row without a match. */
export function ownerOf(cells: readonly string[], block: AddedBlock): EnrichedOwner | null {
  if (cells[0] !== 'Matched') return null;
  let at = 1;
  const next = (count: number) => cells.slice(at, (at += count));
  const owner = personOf(block.owner, next);
  const coOwners = block.coOwners.flatMap((columns) => {
    const person = personOf(columns, next);
    return isEmptyOwner(person) ? [] : [person];
  });
  return coOwners.length === 0 ? owner : { ...owner, coOwners };
}

function personOf({ phones, emails }: PersonColumns, next: (count: number) => string[]): EnrichedOwner {
  const [firstName, lastName, fullName, mailingAddress, mailingCity, mailingState, mailingZip] =
    next(SINGLE_DETAILS).map(orNull);
  return {
    firstName: firstName ?? null,
    lastName: lastName ?? null,
    fullName: fullName ?? null,
    mailingAddress: mailingAddress ?? null,
    mailingCity: mailingCity ?? null,
    mailingState: mailingState ?? null,
    mailingZip: mailingZip ?? null,
    phones: phones.flatMap((columns) => {
      const [number = '', type, dnc, status] = next(columns.length);
      if (number === '') return [];
      return [
        {
          number,
          type: type === 'Mobile' ? ('mobile' as const) : ('landline' as const),
          // A phone without a mark counts as on a Do Not Call registry: only explicit marks say that it may be called.
          dnc: dnc !== 'No' || ['listed', 'not checked'].includes(status ?? ''),
          ...(status === 'not checked' && { dncChecked: false }),
        },
      ];
    }),
    emails: next(emails.length)
      .filter((email) => email !== '')
      .map(unguardedCell),
  };
}

const isEmptyOwner = ({ phones, emails, ...details }: EnrichedOwner): boolean =>
  phones.length === 0 && emails.length === 0 && Object.values(details).every((detail) => detail === null);

/** Removes the apostrophe that was added to cells that look like a formula. */
const orNull = (cell: string) => (cell === '' ? null : unguardedCell(cell));

/** Places of the added columns in an enriched file (reading 29). */
export interface AddedBlock {
  /** Columns before it: the file as it was uploaded. */
  readonly originalNames: readonly string[];
  readonly status: string;
  readonly owner: PersonColumns;
  /** `Owner 2`, `Owner 3` … */
  readonly coOwners: readonly PersonColumns[];
}

/** Headers of one owner. */
interface PersonColumns {
  /** The names and the mailing address, in order. */
  readonly details: readonly string[];
  /** Headers of each phone: the number, its type, its Do Not Call mark, and its status unless an earlier version wrote the file. */
  readonly phones: readonly (readonly string[])[];
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
  if (at === -1 || OWNER_COLUMNS.some((name, index) => names[at + index] !== prefix + name)) return undefined;
  const added = new Set(names.slice(at));
  const contactsOf = (of: string): Omit<PersonColumns, 'details'> => {
    const phones: string[][] = [];
    for (let n = 1; added.has(`${of}Phone ${n}`); n++) {
      const hasStatus = added.has(`${of}Phone ${n} DNC Status`);
      phones.push(phoneColumns(`${of}Phone ${n}`, hasStatus));
    }
    const emails: string[] = [];
    for (let n = 1; added.has(`${of}Email ${n}`); n++) emails.push(`${of}Email ${n}`);
    return { phones, emails };
  };
  const detailsOf = (number?: number) => detailColumns(number).map((name) => prefix + name);
  const coOwners: PersonColumns[] = [];
  for (let n = 2; detailsOf(n).every((name) => added.has(name)); n++)
    coOwners.push({ details: detailsOf(n), ...contactsOf(`${prefix}Owner ${n} `) });
  const owner = { details: detailsOf(), ...contactsOf(prefix) };
  return { originalNames: names.slice(0, at), status: `${prefix}Skip Trace Status`, owner, coOwners };
}

/** Facts that the service notes about each result that it writes. */
export interface ResultForm {
  /** As known at the end of the file. */
  readonly encoding: Encoding;
  readonly delimiter: string;
  readonly widths: Omit<EnrichedWidths, 'cells'>;
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

function isOfForm(block: AddedBlock, names: readonly string[], widths: ResultForm['widths']): boolean {
  const expected = addedColumns(block.originalNames, { ...widths, extra: 0 }).owner;
  const added = addedHeaders(block);
  return added.length === expected.length && endsHeader(block, names);
}

/** Refuses a row that was cut to pieces: its cells would be taken for others. @throws NotEnriched */
export function requireWhole({ cellCount, line }: CsvRecord, names: readonly string[]): void {
  if (cellCount !== names.length)
    throw new NotEnriched(`Line ${line} of the result has ${cellCount} cells instead of ${names.length}.`);
}

/** All headers of the block, in order. */
export const addedHeaders = ({ status, owner, coOwners }: AddedBlock): string[] => [
  status,
  ...[owner, ...coOwners].flatMap(({ details, phones, emails }) => [...details, ...phones.flat(), ...emails]),
];
