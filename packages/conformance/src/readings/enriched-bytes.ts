// Builds the expected enriched file, byte for byte, from single lookups (reading 29).
import type { SkipTraceMatch } from '@skiptrace/contract';
import { cell } from '../service/csv-file.js';

type Found = Pick<SkipTraceMatch, 'contact' | 'phones' | 'emails'>;

const NAMES = [
  'First Name',
  'Last Name',
  'Full Name',
  'Mailing Address',
  'Mailing City',
  'Mailing State',
  'Mailing Zip',
];

export interface Widths {
  phones: number;
  emails: number;
}

/** The widest row decides the number of columns. */
export const widthsOf = (found: readonly Found[]): Widths => ({
  phones: Math.max(0, ...found.map(({ phones }) => phones.length)),
  emails: Math.max(0, ...found.map(({ emails }) => emails.length)),
});

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

export const addedNames = ({ phones, emails }: Widths, prefix = ''): string[] =>
  [
    'Skip Trace Status',
    ...NAMES.map((name) => `Owner ${name}`),
    ...upTo(phones).flatMap((at) => [`Phone ${at}`, `Phone ${at} Type`, `Phone ${at} DNC`]),
    ...upTo(emails).map((at) => `Email ${at}`),
  ].map((name) => `${prefix}${name}`);

export function addedCells(found: Found | null, widths: Widths): string[] {
  if (found === null) return addedNames(widths).map(() => '');
  const { contact, phones, emails } = found;
  const { firstName, lastName, fullName, mailingAddress, mailingCity, mailingState, mailingZip } = contact;
  const owner = [firstName, lastName, fullName, mailingAddress, mailingCity, mailingState, mailingZip];
  return [
    'Matched',
    ...owner.map((text) => safe(text ?? '')),
    ...upTo(widths.phones).flatMap((at) => phoneCells(phones[at - 1])),
    ...upTo(widths.emails).map((at) => safe(emails[at - 1] ?? '')),
  ];
}

const phoneCells = (phone: Found['phones'][number] | undefined): string[] =>
  phone === undefined
    ? ['', '', '']
    : [phone.number, phone.type === 'mobile' ? 'Mobile' : 'Landline', phone.dnc ? 'Yes' : 'No'];

/**
 * Adds an apostrophe to text that a spreadsheet would take for a formula: at the start of a cell, and after a
 * delimiter within one.
 */
const safe = (text: string): string =>
  text.replace(/([,;|\t\r\n]"*)(?=[=+\-@＝＋－＠])/g, "$1'").replace(/^(?=[=+\-@＝＋－＠\t\r])/, "'");

/** Added cells as they follow a record. */
export const appended = (cells: readonly string[], delimiter: string): string =>
  cells.map((text) => `${delimiter}${text.includes(delimiter) ? `"${text}"` : cell(text)}`).join('');
