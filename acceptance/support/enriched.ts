// Imports made-up owners into a server, and builds the expected enriched file from them without any code of the product
// (reading 29).
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import {
  csvLine,
  LEAD_HEADER,
  madeUpLeads,
  madeUpOwners,
  ownerCells,
  OWNER_HEADER,
} from '../../scripts/made-up.mjs';
import type { RealServer } from './processes.js';

interface MadeUpOwner {
  firstName: string;
  lastName: string;
  mailing: { address: string; city: string; state: string; zip: string };
  phones: { number: string; type: string; dnc: boolean }[];
  emails: string[];
}

export interface Lead {
  cells: string[];
  owner: MadeUpOwner | null;
}

/** Imports made-up owners into a server, and makes leads, many of which are theirs. */
export async function leadsOf(server: RealServer, owners: number, leads: number): Promise<Lead[]> {
  const made = [...madeUpOwners(owners)];
  const file = path.join(server.folder, 'owners.csv');
  await writeFile(file, [OWNER_HEADER, ...made.map(ownerCells)].map((cells) => csvLine(cells)).join(''));
  await server.operator('owners', 'import', file);
  return [...madeUpLeads(made, leads)] as Lead[];
}

/** Lines of a file of leads, and of the enriched file that has to come back. */
export function linesOf(leads: readonly Lead[]): { upload: string[]; enriched: string[] } {
  const matched = leads.map(({ owner }) => owner).filter((owner) => owner !== null);
  const phones = Math.max(...matched.map((owner) => owner.phones.length));
  const emails = Math.max(...matched.map((owner) => owner.emails.length));
  const record = (cells: readonly string[]): string => csvLine(cells).slice(0, -1);
  return {
    upload: [LEAD_HEADER, ...leads.map(({ cells }) => cells)].map(record),
    enriched: [
      `${record(LEAD_HEADER)},${addedHeader(phones, emails).join(',')}`,
      ...leads.map(({ cells, owner }) => record(cells) + addedCells(owner, phones, emails)),
    ],
  };
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The header cells added for a file with the given number of phones and emails in its widest row. */
const addedHeader = (phones: number, emails: number): string[] => [
  'Skip Trace Status',
  'Owner First Name',
  'Owner Last Name',
  'Owner Full Name',
  'Owner Mailing Address',
  'Owner Mailing City',
  'Owner Mailing State',
  'Owner Mailing Zip',
  ...Array.from({ length: phones }, (_, at) => [
    `Phone ${at + 1}`,
    `Phone ${at + 1} Type`,
    `Phone ${at + 1} DNC`,
    `Phone ${at + 1} DNC Status`,
  ]).flat(),
  ...Array.from({ length: emails }, (_, at) => `Email ${at + 1}`),
];

/** The added cells of one row, with the comma before each. */
function addedCells(owner: MadeUpOwner | null, phones: number, emails: number): string {
  const width = 8 + 4 * phones + emails;
  if (owner === null) return ','.repeat(width);
  const { firstName, lastName, mailing } = owner;
  const cells = ['Matched', firstName, lastName, `${firstName} ${lastName}`];
  cells.push(mailing.address, mailing.city, mailing.state, mailing.zip);
  for (let at = 0; at < phones; at += 1) {
    const phone = owner.phones[at];
    cells.push(
      ...(phone === undefined
        ? ['', '', '', '']
        : [phone.number, phone.type, phone.dnc ? 'Yes' : 'No', phone.dnc ? 'listed' : 'not listed']),
    );
  }
  for (let at = 0; at < emails; at += 1) cells.push(owner.emails[at] ?? '');
  return cells.map((text) => `,${cell(text)}`).join('');
}
