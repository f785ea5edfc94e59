import { standardize } from '@skiptrace/address';
import { CsvReader, unguardedCell } from '@skiptrace/csv';
import { ownerName } from '../names.js';
import type { OwnerContact } from '../record.js';
import { OwnerColumns } from './owner-columns.js';
import { OwnerFile, type OwnerFileOptions } from './owner-file.js';
import { ownersOfRow, type RowOptions } from './owner-row.js';
import { stateOfEveryRow } from './read-part.js';
import { isRejectsFile } from './rejects.js';

/** A row with its owners, or why it is refused. */
export interface FirstOwners {
  /** On which line of the file the row begins. */
  line: number;
  /** A clause; null if the row is stored. */
  refused: string | null;
  owners: { name: string | null; property: string; contact: OwnerContact }[];
  phonesLeftOut: number;
  emailsLeftOut: number;
}

export interface FirstOwnersOptions
  extends
    Omit<OwnerFileOptions, 'rejectsPath' | 'notes'>,
    Pick<RowOptions, 'dncDefault' | 'phoneTypeDefault'> {
  /** How many rows. */
  rows: number;
}

/**
 * Reads the first rows of a file like an import does.
 * @param path of a CSV, or of its beginning
 * @throws OwnerImportError, CsvInputError
 */
export async function firstOwners(
  path: string,
  { rows, dncDefault, phoneTypeDefault, ...options }: FirstOwnersOptions,
): Promise<FirstOwners[]> {
  const file = new OwnerFile(path, { ...options, rejectsPath: null });
  const found: FirstOwners[] = [];
  for await (const part of file.parts()) {
    const { header, dialect, readable, mapping, nameOrder } = file.layout;
    const columns = new OwnerColumns(readable, mapping);
    const isGuarded = isRejectsFile(header.names);
    const reader = new CsvReader({ mappedHeaders: columns.headers, opened: { header, dialect } });
    const rowOptions = {
      ...{ dncDefault, phoneTypeDefault, nameOrder, allowNameless: options.allowNameless === true },
      givenState: stateOfEveryRow(mapping),
    };
    for (const { blank, line, values } of [...reader.push(part.bytes), ...reader.end()]) {
      if (found.length === rows) return found;
      if (blank) continue;
      const row = ownersOfRow(columns.read(isGuarded ? values.map(unguardedCell) : values), rowOptions);
      const at = part.line + line - 1;
      found.push(
        'refused' in row
          ? { line: at, refused: row.detail ?? row.refused, owners: [], phonesLeftOut: 0, emailsLeftOut: 0 }
          : {
              ...{ line: at, refused: null },
              owners: row.records.map(({ contact }) => ({
                ...{ name: ownerName(contact), property: propertyText(contact), contact },
              })),
              ...{ phonesLeftOut: row.phonesLeftOut, emailsLeftOut: row.emailsLeftOut },
            },
      );
    }
  }
  return found;
}

/** The property's address as it is compared. */
const propertyText = (contact: OwnerContact): string =>
  standardize({
    address: contact.propertyAddress ?? '',
    city: contact.propertyCity,
    state: contact.propertyState,
    zip: contact.propertyZip,
  }).text;
