import { STATE_OF_ZIP3, STATE_OF_ZIP5 } from '../generated/zip3-state.js';
import { unwrapped, isSentinel, wholeNumber } from './sentinel.js';

/** States and territories by their codes. Source: USPS Publication 28, appendix B. */
export const STATE_NAMES: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'Virgin Islands',
  FM: 'Federated States of Micronesia',
  MH: 'Marshall Islands',
  PW: 'Palau',
  AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe',
  AP: 'Armed Forces Pacific',
};

const CODES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(STATE_NAMES).flatMap(([code, name]): [string, string][] => [
    [code, code],
    [fold(name), code],
  ]),
  [fold('Washington DC'), 'DC'],
  [fold('US Virgin Islands'), 'VI'],
  [fold('Micronesia'), 'FM'],
]);

/** Two-letter code of a state, district, territory or military region, by code or name; null for other text. */
export function stateCode(value: string): string | null {
  const known = CODES.get(value);
  if (known !== undefined) return known;
  const plain = unwrapped(value);
  if (plain.length > MAX_CHARACTERS) return null;
  return CODES.get(fold(plain)) ?? CODES.get(fold(plain.replace(COUNTRY, ''))) ?? null;
}

/** More than the longest state with its country and a ZIP. */
const MAX_CHARACTERS = 60;

/** `US-PA`, `PA, USA`. */
const COUNTRY = /^USA?[^a-z]+|[^a-z]+USA?$/i;

function fold(name: string): string {
  return name.toUpperCase().replace(/[^A-Z]+/g, '');
}

/** The state a ZIP lies in, by its first three digits; null where no such prefix is in use. */
export function stateOfZip(zip5: string): string | null {
  if (!/^\d{5}$/.test(zip5)) return null;
  return STATE_OF_ZIP5.get(zip5) ?? STATE_OF_ZIP3.get(zip5.slice(0, 3)) ?? null;
}

export interface CleanZip {
  /** Five digits, '' for a cell that means "empty", or the original cell if it cannot be read safely. */
  readonly zip: string;
  /** True for neither a ZIP nor empty: it is reported with its row. */
  readonly reported: boolean;
}

/** States where every ZIP begins with a zero. Spreadsheets drop it, and only here it can be restored. */
const ONE_ZERO: ReadonlySet<string> = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT']);

const TWO_ZEROS: ReadonlySet<string> = new Set(['PR', 'VI']);

const ZIP5 = /^\d{5}$/;
/** `MA 01970`, `01970, MA`, `US 01970`. */
const BESIDE_STATE = /^(?:([a-z][a-z .]*)[\s.,-]*)?(\d(?:[\d.,-]*\d)?)(?:[\s.,]+([a-z][a-z .]*))?$/i;

/** A ZIP for matching; the original cell is never changed. */
export function cleanZip(value: string, state = ''): CleanZip {
  if (ZIP5.test(value)) return { zip: value, reported: false };
  if (isSentinel(value)) return { zip: '', reported: false };
  const plain = unwrapped(value);
  const beside = plain.length > MAX_CHARACTERS ? null : BESIDE_STATE.exec(plain);
  const [, before = '', digits = '', after = ''] = beside ?? [];
  const code = stateCode(before + after);
  // If two states contradict each other, neither is believed.
  const isAlone = code === null ? !/^USA?$/i.test(before + after) : (stateCode(state) ?? code) !== code;
  const written = isAlone ? plain : digits;
  const zip = fiveDigits(wholeNumber(written) ?? written, state === '' ? (code ?? '') : state);
  return zip === undefined ? { zip: value.trim(), reported: true } : { zip, reported: false };
}

function fiveDigits(written: string, state: string): string | undefined {
  const [, digits = ''] =
    /^(\d{3,5})(?:[- ]\d{4}|-)?$/.exec(written) ?? /^(\d{3,5})\d{4}$/.exec(written) ?? [];
  if (digits.length === 5) return digits;
  const code = stateCode(state) ?? '';
  if (digits.length === 4 && ONE_ZERO.has(code)) return `0${digits}`;
  if (digits.length === 3 && TWO_ZEROS.has(code)) return `00${digits}`;
  return undefined;
}
