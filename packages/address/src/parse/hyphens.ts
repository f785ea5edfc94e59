/** Where house numbers hold a hyphen between block and house: Queens, Fair Lawn in New Jersey, Hawaii. */
import { stateOfZip } from '../data/states.js';

/** Where an address lies, as far as known. */
export interface Locality {
  readonly state: string;
  readonly zip5: string;
  readonly cityKey: string;
}

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

export function hyphensAt({ state, zip5, cityKey }: Locality): 'always' | 'perhaps' | 'never' {
  const where = state || stateOfZip(zip5);
  if (where === 'HI') return 'always';
  if (where === 'NJ') return zip5 === '07410' || cityKey === 'FAIRLAWN' ? 'always' : 'perhaps';
  if (where !== 'NY') return 'never';
  if (zip5 + cityKey === '') return 'perhaps';
  return (zip5 === '' ? QUEENS_CITIES.has(cityKey) : QUEENS_ZIP.test(zip5)) ? 'always' : 'never';
}
