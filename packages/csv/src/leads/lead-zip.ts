import { parseAddress } from '@skiptrace/address';
import { type CleanZip, cleanZip } from '../values/zip.js';

interface LeadAddress {
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

/**
 * The ZIP of a lead, with the zeros that a spreadsheet dropped: where the state shows it, and where the
 * address names no place but this ZIP, as the service reads it.
 */
export function leadZip({ address, city, state, zip }: LeadAddress): CleanZip {
  const clean = cleanZip(zip, state);
  if (!clean.reported) return clean;
  const { zip5 } = parseAddress({ address, city, state, zip: clean.zip });
  return zip5.endsWith(clean.zip) ? { zip: zip5, reported: false } : clean;
}
