import { cutWords } from '../words.js';
import type { AddressInput } from '../types.js';
import { ZIP_INSIDE, isSentinel } from './place.js';

/** The fields of the input, each as text; empty where it was not given. */
export type Fields = Readonly<Record<keyof AddressInput, string>>;

/** Fields of a whole address in one line. */
export function onlyLine(address: string): Fields {
  return { address, city: '', state: '', zip: '' };
}

export function fieldsOf(input: AddressInput): Fields {
  const address = fieldText(input.address);
  const city = fieldText(input.city);
  const state = fieldText(input.state);
  const zip = fieldText(input.zip);
  if (zip === '' && (city !== '' || state !== '')) {
    // Fields that hold more than their own value, such as the city `Lebanon, IN 46052`, are read as the rest of the line.
    const place = city + ', ' + state;
    if (ZIP_INSIDE.test(place)) return onlyLine(address + ', ' + place);
  }
  return { address, city, state, zip };
}

function fieldText(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** True if the field is empty or has a placeholder such as `N/A`. */
export function isNothing(field: string): boolean {
  const words = field === '' ? [] : cutWords(field)?.words;
  return words !== undefined && isSentinel(words);
}
