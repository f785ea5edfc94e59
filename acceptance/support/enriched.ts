// Builds the expected enriched file from the made-up owners without any code of the product (reading 29).

export interface MadeUpOwner {
  firstName: string;
  lastName: string;
  mailing: { address: string; city: string; state: string; zip: string };
  phones: { number: string; type: string; dnc: boolean }[];
  emails: string[];
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** The header cells added for a file with the given number of phones and emails in its widest row. */
export const addedHeader = (phones: number, emails: number): string[] => [
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
  ]).flat(),
  ...Array.from({ length: emails }, (_, at) => `Email ${at + 1}`),
];

/** The added cells of one row, with the comma before each. */
export function addedCells(owner: MadeUpOwner | null, phones: number, emails: number): string {
  const width = 8 + 3 * phones + emails;
  if (owner === null) return ','.repeat(width);
  const { firstName, lastName, mailing } = owner;
  const cells = ['Matched', firstName, lastName, `${firstName} ${lastName}`];
  cells.push(mailing.address, mailing.city, mailing.state, mailing.zip);
  for (let at = 0; at < phones; at += 1) {
    const phone = owner.phones[at];
    cells.push(
      ...(phone === undefined ? ['', '', ''] : [phone.number, phone.type, phone.dnc ? 'Yes' : 'No']),
    );
  }
  for (let at = 0; at < emails; at += 1) cells.push(owner.emails[at] ?? '');
  return cells.map((text) => `,${cell(text)}`).join('');
}
