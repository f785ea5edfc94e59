/** Words for what differs between two addresses that agree: `"CATAPLA" for "CATALPA", two letters changed places`. */
import type { ParsedAddress } from '../types.js';

/** The differences between a lead and a record, each as a clause; empty if no part differs in letters. */
export function differencesOf(lead: ParsedAddress, record: ParsedAddress): string[] {
  const directions = (a: ParsedAddress) =>
    [a.predirectional, a.postdirectional].filter((part) => part !== '');
  return [
    ...(lead.number === record.number ? [] : [`"${lead.number}" for "${record.number}"`]),
    ...partsOf('the direction', directions(lead).join(' '), directions(record).join(' ')),
    ...(lead.streetKey === record.streetKey ? [] : [letters(lead.street, record.street)]),
    ...partsOf('the suffix', lead.suffix, record.suffix),
    ...partsOf('the unit', unitOf(lead), unitOf(record)),
    // Where both have the ZIP, the city may have any of its names.
    ...(lead.zip5 !== '' && record.zip5 !== '' ? [] : partsOf('the city', lead.city, record.city)),
  ];
}

const unitOf = ({ unitKey, unitType, unit }: ParsedAddress): string =>
  unitKey === '' ? '' : [unitType, unit].filter((part) => part !== '').join(' ');

function partsOf(name: string, asked: string, onFile: string): string[] {
  if (asked === onFile) return [];
  if (asked === '') return [`${name} "${onFile}" is missing`];
  if (onFile === '') return [`${name} "${asked}" is not on file`];
  return [letters(asked, onFile)];
}

/** `"OAKS" for "OAK", one letter more: S`. */
function letters(asked: string, onFile: string): string {
  const slip = slipOf(asked, onFile);
  return `"${asked}" for "${onFile}"${slip === '' ? '' : `, ${slip}`}`;
}

/** The one slip that turns `onFile` into `asked`; empty if it is more than one. */
function slipOf(asked: string, onFile: string): string {
  let at = 0;
  while (at < Math.min(asked.length, onFile.length) && asked[at] === onFile[at]) at += 1;
  const [a, b] = [asked.slice(at), onFile.slice(at)];
  const [first = '', second = ''] = a;
  if (a.slice(1) === b) return `one letter more: ${first}`;
  if (a === b.slice(1)) return `one letter less: ${b.slice(0, 1)}`;
  if (a.slice(1) === b.slice(1)) return `one letter differs: ${first} for ${b.slice(0, 1)}`;
  if (a.slice(2) === b.slice(2) && first === b[1] && second === b[0])
    return `two letters changed places: ${first}${second} for ${b.slice(0, 2)}`;
  return '';
}
