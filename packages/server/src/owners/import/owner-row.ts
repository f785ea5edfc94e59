import { standardize } from '@skiptrace/address';
import { cleanZip, stateCode, stateOfZip } from '@skiptrace/csv';
import { hash53 } from '../hash.js';
import { storedProperty } from '../property.js';
import { NO_CONTACT, type ContactText, type OwnerContact } from '../record.js';
import { foldEmails } from './emails.js';
import type { NewRecord } from './loading-import.js';
import { whoIs } from './merge.js';
import type { OwnerCells } from './owner-columns.js';
import { samePerson } from './names.js';
import { foldPhones } from './phones.js';
import { cellText } from './text.js';

export interface RowRules {
  /** Whether a number of which the data does not say it is taken to be on a Do Not Call registry (reading 30). */
  dncDefault: boolean;
  /** The state of every row, for files without a state. */
  state: string | undefined;
}

/** The owners of one row, one or two, and what of the row was left out. */
export interface OwnersOfRow {
  records: NewRecord[];
  phonesLeftOut: number;
  emailsLeftOut: number;
  dncAssumed: number;
}

/** The owners that a row of an owner file names, or why it is refused, as a clause. */
export function ownersOfRow(cells: OwnerCells, rules: RowRules): OwnersOfRow | { refused: string } {
  const property = propertyOf(cells, rules);
  const stored = storedProperty({
    address: property.line,
    city: property.city,
    state: property.state,
    zip: property.zip,
  });
  if ('refused' in stored) return stored;

  const first = { firstName: cellText(cells.firstName), lastName: cellText(cells.lastName), fullName: cellText(cells.fullName) };
  const second = {
    firstName: cellText(cells.owner2FirstName),
    lastName: cellText(cells.owner2LastName),
    fullName: cellText(cells.owner2FullName),
  };
  // Numbers of a contact who is not the owner (a tenant, a relative) are nobody's business here (reading 31).
  const ofOwner = samePerson(cellText(cells.contactName), wholeName(first));
  const { phones, leftOut: phonesLeftOut, dncAssumed } = foldPhones(ofOwner ? cells.phones : [], rules.dncDefault);
  const { emails, leftOut: emailsLeftOut } = foldEmails(ofOwner ? cells.emails.map((cell) => cellText(cell) ?? '') : []);
  const shared: ContactText = { ...NO_CONTACT, ...propertyText(property, cells), ...mailOf(cells) };
  const contact: OwnerContact = { ...shared, ...first, fullName: wholeName(first), phones, emails };

  const ownerId = cellText(cells.ownerId);
  const record = (ownerNumber: number, ofContact: OwnerContact): NewRecord => {
    const id = ownerNumber === 1 ? ownerId : null;
    return {
      identity: hash53(JSON.stringify([stored.key, ...whoIs(id, ofContact)])),
      ownerId: id,
      ownerNumber,
      address: stored.packed,
      addressKeys: stored.addressKeys,
      contact: ofContact,
    };
  };
  const records = [record(1, contact)];
  // The second owner's mail is the same; phones and emails of a row are the first owner's.
  if (wholeName(second) !== null) {
    records.push(record(2, { ...shared, ...second, fullName: wholeName(second), phones: [], emails: [] }));
  }
  return {
    records,
    phonesLeftOut: phonesLeftOut + (ofOwner ? 0 : cells.phones.length),
    emailsLeftOut: emailsLeftOut + (ofOwner ? 0 : cells.emails.filter((cell) => cellText(cell) !== null).length),
    dncAssumed,
  };
}

interface PropertyText {
  line: string;
  city: string | null;
  state: string | null;
  zip: string | null;
}

function propertyOf(cells: OwnerCells, rules: RowRules): PropertyText {
  const written = cellText(cells.state);
  const named = written === null ? null : stateIn(written);
  const { zip, reported } = cleanZip(zipIn(cells.zip), named ?? rules.state ?? '');
  const zip5 = reported || zip === '' ? null : zip;
  return {
    line: withUnit(cellText(cells.address) ?? '', cells.oneLine ? null : cellText(cells.unit)),
    city: cellText(cells.city),
    // One-line addresses say their state themselves.
    state: named ?? (cells.oneLine ? null : (rules.state ?? (zip5 === null ? null : stateOfZip(zip5)))),
    zip: zip5,
  };
}

/** As the data has it; of a one-line address, as USPS writes it. */
function propertyText({ line, city, state, zip }: PropertyText, { oneLine }: OwnerCells): Partial<ContactText> {
  if (!oneLine) return { propertyAddress: line, propertyCity: city, propertyState: state, propertyZip: zip };
  const standard = standardize({ address: line, city, state, zip });
  return {
    propertyAddress: standard.line,
    propertyCity: city ?? (standard.city || null),
    propertyState: state ?? (standard.state || null),
    propertyZip: zip ?? (standard.zip.slice(0, ZIP5_LENGTH) || null),
  };
}

function mailOf(cells: OwnerCells): Partial<ContactText> {
  const line = cellText(cells.mailingAddress);
  if (line === null) {
    const whole = cellText(cells.mailingFull);
    return whole === null ? {} : mailInOneLine(whole);
  }
  const [, city = null, state = null] = CITY_AND_STATE.exec(cellText(cells.mailingCityState) ?? '') ?? [];
  const mailingState = cellText(cells.mailingState) ?? state;
  const code = mailingState === null ? null : (stateCode(mailingState) ?? mailingState);
  return {
    mailingAddress: withUnit(line, cellText(cells.mailingUnit)),
    mailingCity: cellText(cells.mailingCity) ?? city,
    mailingState: code,
    // Mail goes abroad too: what is no ZIP stays as it is.
    mailingZip: cellText(cleanZip(cells.mailingZip.trim() === '' ? cells.mailingZipPlus4 : cells.mailingZip, code ?? '').zip),
  };
}

function mailInOneLine(whole: string): Partial<ContactText> {
  const { line, city, state, zip } = standardize({ address: whole });
  if (line === '' || city === '' || state === '') return { mailingAddress: whole };
  const mailingZip = zip.slice(0, ZIP5_LENGTH) || null;
  return { mailingAddress: line, mailingCity: city, mailingState: state, mailingZip };
}

interface Name {
  firstName: string | null;
  lastName: string | null;
  fullName: string | null;
}

const wholeName = ({ firstName, lastName, fullName }: Name): string | null =>
  fullName ?? ([firstName, lastName].filter((part) => part !== null).join(' ') || null);

/** `Houston, TX` in one cell. */
const CITY_AND_STATE = /^(.+?),?\s+([A-Za-z]{2})\.?$/;
const ZIP5_LENGTH = 5;

/** The state of a cell that may hold a ZIP as well: `FL 33604`. */
const stateIn = (cell: string): string | null => stateCode(cell) ?? stateCode(cell.replace(/[\d\s-]+$/, ''));

const zipIn = (cell: string): string => cell.replace(/^\s*[A-Za-z]{2}[,\s]+(?=\d)/, '');

/** A unit that says what it is stays as it is; a bare one is written `# 4B`. */
function withUnit(line: string, unit: string | null): string {
  if (unit === null || line === '') return line;
  return /^(?:#|[a-z]{2,})/i.test(unit) ? `${line} ${unit}` : `${line} # ${unit}`;
}
