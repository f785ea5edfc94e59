import type { AddressInput, ColumnMapping, SkipTraceMatch } from '@skiptrace/contract';

/** A small CSV file, read and enriched for tests: UTF-8, and divided by comma, semicolon or tab. */
export class LeadFile {
  readonly #rows: string[][];
  readonly #columns: Record<keyof AddressInput, number>;

  constructor(text: string, mapping: ColumnMapping) {
    this.#rows = recordsOf(text.replace(/^\ufeff/, ''));
    const [header = []] = this.#rows;
    const at = (name: string) => header.findIndex((cell) => cell.trim() === name.trim());
    const { address, city, state, zip } = mapping;
    this.#columns = { address: at(address), city: at(city), state: at(state), zip: at(zip) };
  }

  /** The address of each row, an empty one if the row has no address. */
  get addresses(): AddressInput[] {
    const { address, city, state, zip } = this.#columns;
    return this.#rows.slice(1).map((cells) => {
      const cell = (column: number) => cells[column]?.trim() ?? '';
      // One column may serve all four fields.
      if (city === address) return { address: cell(address) };
      return {
        address: cell(address),
        ...(cell(city) !== '' && { city: cell(city) }),
        ...(cell(state) !== '' && { state: cell(state) }),
        ...(cell(zip) !== '' && { zip: cell(zip) }),
      };
    });
  }

  /** The file with the columns that a job adds after its own. */
  enriched(found: readonly (SkipTraceMatch | undefined)[]): string {
    const [header = [], ...rows] = this.#rows;
    const phones = Math.max(0, ...found.map((match) => match?.phones.length ?? 0));
    const emails = Math.max(0, ...found.map((match) => match?.emails.length ?? 0));
    const numbered = (count: number, names: (n: number) => string[]) =>
      Array.from({ length: count }, (_, at) => names(at + 1)).flat();
    const added = [
      ...['Skip Trace Status', 'Owner First Name', 'Owner Last Name', 'Owner Full Name'],
      ...['Owner Mailing Address', 'Owner Mailing City', 'Owner Mailing State', 'Owner Mailing Zip'],
      ...numbered(phones, (n) => [`Phone ${n}`, `Phone ${n} Type`, `Phone ${n} DNC`]),
      ...numbered(emails, (n) => [`Email ${n}`]),
    ];
    const lines = rows.map((cells, nth) => [
      ...header.map((_, at) => cells[at] ?? ''),
      ...cellsOf(found[nth], phones, emails),
    ]);
    return [[...header, ...added], ...lines].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
  }
}

function cellsOf(match: SkipTraceMatch | undefined, phones: number, emails: number): string[] {
  if (!match) return Array<string>(8 + 3 * phones + emails).fill('');
  const { contact } = match;
  const owner = [contact.firstName, contact.lastName, contact.fullName];
  const mailing = [contact.mailingAddress, contact.mailingCity, contact.mailingState, contact.mailingZip];
  const called = Array.from({ length: phones }, (_, at) => match.phones[at]).flatMap((phone) =>
    phone
      ? [phone.number, phone.type === 'landline' ? 'Landline' : 'Mobile', phone.dnc ? 'Yes' : 'No']
      : ['', '', ''],
  );
  const written = Array.from({ length: emails }, (_, at) => match.emails[at] ?? '');
  return ['Matched', ...[...owner, ...mailing].map((cell) => cell ?? ''), ...called, ...written];
}

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

function recordsOf(text: string): string[][] {
  const first = text.split(/\r?\n/, 1)[0] ?? '';
  const delimiter = [',', ';', '\t'].sort((a, b) => first.split(b).length - first.split(a).length)[0] ?? ',';
  const records: string[][] = [];
  let record: string[] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}"\\r\\n]*))(${delimiter}|\\r?\\n|$)`, 'gy');
  for (let found = cell.exec(text); found && found.index < text.length; found = cell.exec(text)) {
    record.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === delimiter) continue;
    if (record.some((each) => each !== '')) records.push(record);
    record = [];
  }
  return records;
}
