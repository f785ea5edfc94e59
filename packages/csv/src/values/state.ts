import { STATE_OF_ZIP3, STATE_OF_ZIP5 } from '../generated/zip3-state.js';
import { unwrapped } from './sentinel.js';

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
  return CODES.get(value) ?? CODES.get(fold(unwrapped(value))) ?? null;
}

function fold(name: string): string {
  return name.toUpperCase().replace(/[^A-Z]+/g, '');
}

/** The state a ZIP lies in, by its first three digits; null where no such prefix is in use. */
export function stateOfZip(zip5: string): string | null {
  if (!/^\d{5}$/.test(zip5)) return null;
  return STATE_OF_ZIP5.get(zip5) ?? STATE_OF_ZIP3.get(zip5.slice(0, 3)) ?? null;
}
