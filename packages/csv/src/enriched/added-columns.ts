/** Names of the columns that a job's result adds to the upload (reading 29). */
export interface AddedColumns {
  /** Names for the cells of records that are longer than the header: `Extra 1` … */
  readonly extra: readonly string[];
  /** `Skip Trace Status`, the owner, phones and emails. */
  readonly owner: readonly string[];
}

export interface AddedColumnCounts {
  readonly extra: number;
  readonly phones: number;
  readonly emails: number;
}

/** Headers of the status and owner columns, in file order. */
export const OWNER_COLUMNS = [
  'Skip Trace Status',
  'Owner First Name',
  'Owner Last Name',
  'Owner Full Name',
  'Owner Mailing Address',
  'Owner Mailing City',
  'Owner Mailing State',
  'Owner Mailing Zip',
] as const;

export function addedColumns(header: readonly string[], counts: AddedColumnCounts): AddedColumns {
  const taken = new Set(header.map(fold));
  const owner = [
    ...OWNER_COLUMNS,
    ...numbered(counts.phones, (n) => [`Phone ${n}`, `Phone ${n} Type`, `Phone ${n} DNC`]),
    ...numbered(counts.emails, (n) => [`Email ${n}`]),
  ];
  return { extra: extraNames(counts.extra, taken), owner: withoutCollision(owner, taken) };
}

function numbered(count: number, names: (n: number) => string[]): string[] {
  return Array.from({ length: count }, (_, index) => names(index + 1)).flat();
}

/** Adds a prefix to all names or to none, so that the added columns stay recognizable as one block. */
function withoutCollision(names: readonly string[], taken: ReadonlySet<string>): readonly string[] {
  let prefixed = names;
  for (let attempt = 1; prefixed.some((name) => taken.has(fold(name))); attempt++) {
    const prefix = attempt === 1 ? 'ST ' : `ST ${attempt} `;
    prefixed = names.map((name) => prefix + name);
  }
  return prefixed;
}

function extraNames(count: number, taken: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (let n = 1; names.length < count; n++) {
    if (!taken.has(fold(`Extra ${n}`))) names.push(`Extra ${n}`);
  }
  return names;
}

function fold(name: string): string {
  return name.trim().toLowerCase();
}
