import { foldHeader } from './fold.js';

/** Words in the header of a column that is about something else than the property's address. */
const FOREIGN: ReadonlySet<string> = new Set(
  (
    'mailing owner owners taxpayer tax bill billing billed remit send payer payee legal lender bank mortgage servicer attorney agent ' +
    'broker buyer seller grantee grantor contact trustee plaintiff defendant heir executor deceased relative spouse tenant company ' +
    'business office employer work previous prior old former last next new alternate alt second secondary notice recipient return ' +
    'email url web website phone fax ip license licensed plate birth born incorporated corporation corp registered school ship ' +
    'shipping customer vendor recording recorded filing court comparable comp county country region id key code flag type kind status ' +
    'direction quadrant zone use class suffix subdivision note notes comment comments description desc'
  ).split(' '),
);

/**
 * Headers with a letter for the owner, the mail or the taxpayer in front of a part of an address: `OADR1`, `MCITY`, `TADD`.
 */
const OF_OTHERS = /^(?:o|m|t|own|tx)(?:adr|addr|add|street|str|st|city|state|zip)$/;

/** True if the header says that its column belongs to another address, or to none. */
export function isForeign(header: string): boolean {
  return foldHeader(header)
    .split(' ')
    .some((word) => FOREIGN.has(word) || OF_OTHERS.test(word));
}

/** True if the header itself says that it is about the property. */
export const saysProperty = (header: string): boolean => foldHeader(header).split(' ').includes('property');
