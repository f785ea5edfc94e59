/** Places with a hyphen between block and house in house numbers: Queens, Fair Lawn in New Jersey, Hawaii. */
import type { Place } from './place.js';

const QUEENS_ZIP = /^11(?:[1346]|00[145]$|040$)/;
const QUEENS_CITIES = new Set(
  (
    'QUEENS FLUSHING JAMAICA ASTORIA LONGISLANDCITY BAYSIDE FORESTHILLS JACKSONHEIGHTS ELMHURST EASTELMHURST CORONA ' +
    'WOODSIDE SUNNYSIDE RIDGEWOOD MASPETH MIDDLEVILLAGE REGOPARK KEWGARDENS KEWGARDENSHILLS FRESHMEADOWS WHITESTONE ' +
    'COLLEGEPOINT LITTLENECK DOUGLASTON GLENOAKS BELLEROSE FLORALPARK QUEENSVILLAGE HOLLIS SAINTALBANS CAMBRIAHEIGHTS ' +
    'SPRINGFIELDGARDENS ROSEDALE LAURELTON SOUTHOZONEPARK OZONEPARK RICHMONDHILL SOUTHRICHMONDHILL WOODHAVEN HOWARDBEACH ' +
    'FARROCKAWAY ARVERNE ROCKAWAYPARK BREEZYPOINT OAKLANDGARDENS BRIARWOOD GLENDALE'
  ).split(' '),
);

/**
 * True for a pair of numbers with a space instead of the hyphen, `104 86 165TH ST`, judged by the lengths
 * such numbers have. In other places the second number is a street.
 */
export function isSpacedPair(first: string, second: string, place: Place): boolean {
  return hyphensAt(place) === 'always' && isUsualPair(first, second, place);
}

/** True if the two numbers have the usual lengths: `40-17` in Queens and Fair Lawn, `67-1125` in Hawaii. */
export function isUsualPair(first: string, second: string, place: Place): boolean {
  return place.stateKey === 'HI'
    ? first.length < 3 && second.length > 2 && second.length < 5
    : first.length < 4 && second.length === 2;
}

export function hyphensAt({ city, stateKey, zip: { zip5 } }: Place): 'always' | 'perhaps' | 'never' {
  if (stateKey === 'HI') return 'always';
  if (stateKey === 'NJ') return zip5 === '07410' || city.key === 'FAIRLAWN' ? 'always' : 'perhaps';
  if (stateKey !== 'NY') return 'never';
  if (zip5 === '' && city.key === '') return 'perhaps';
  return (zip5 === '' ? QUEENS_CITIES.has(city.key) : QUEENS_ZIP.test(zip5)) ? 'always' : 'never';
}
