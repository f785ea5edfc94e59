// Commands import this before they open the service, so it imports nothing at run time.
import { coded } from '../../platform/lib/coded.js';
import type { Request } from '../list/index.js';

/** Columns that identify a person, a property, a phone or an email. */
export interface Cells {
  name?: string;
  address?: string;
  city?: string;
  state?: string;
  zip?: string;
  phone?: string;
  email?: string;
}

/** Person of a form, which has an address at least. */
interface FormOfPerson {
  name: string;
  addresses: readonly { street: string; city: string; state: string; zip: string }[];
  phones: readonly string[];
  emails: readonly string[];
}

/** Person to search for. */
export interface Person {
  requests: readonly Request[];
  /** Empty if the requests alone identify the person. */
  name: string;
  /** City to search for the name; null otherwise. */
  inCity: { city: string; state: string } | null;
}

/** Too little to search for; the message says what is missing. */
export class UnnamedPersonError extends coded('unnamed_person') {}

/** Requests of a row, which may have several: a person with a phone and an email makes three. */
export function requestsOf({
  name = '',
  address = '',
  city,
  state,
  zip,
  phone = '',
  email = '',
}: Cells): Request[] {
  const requests: Request[] = [];
  if (phone !== '') requests.push({ kind: 'phone', phone });
  if (email !== '') requests.push({ kind: 'email', email });
  if (address !== '') {
    const at = { address, ...given({ city, state, zip }) };
    requests.push(name === '' ? { kind: 'property', address: at } : { kind: 'person', name, address: at });
  } else if (name !== '') requests.push({ kind: 'zip', name, zip: zip ?? '' });
  return requests;
}

const given = (parts: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(parts).flatMap(([key, text]) => (text ? [[key, text]] : [])));

/** @throws UnnamedPersonError */
export function personOf(cells: Cells): Person {
  const { name = '', address = '', zip = '', city = '', state = '' } = cells;
  if (name !== '' && address === '' && zip === '' && city !== '' && state !== '') {
    const { name: _, city: _city, state: _state, ...rest } = cells;
    return { requests: requestsOf(rest), name, inCity: { city, state } };
  }
  const requests = requestsOf(cells);
  if (requests.length === 0 || requests.some((request) => request.kind === 'zip' && request.zip === ''))
    throw new UnnamedPersonError(
      'Name the person: a name with an address, a ZIP, or a city and state; or an address, a phone or an email. Several may be given at once.',
    );
  return { requests, name, inCity: null };
}

/** Requests of a form: the person at each address, and each phone and email. */
export const requestsOfForm = ({ name, addresses, phones, emails }: FormOfPerson): Request[] => [
  ...addresses.map(({ street, ...rest }): Request => ({
    kind: 'person',
    name,
    address: { address: street, ...given(rest) },
  })),
  ...phones.map((phone): Request => ({ kind: 'phone', phone })),
  ...emails.map((email): Request => ({ kind: 'email', email })),
];

export const personOfForm = (form: FormOfPerson): Person => ({
  requests: requestsOfForm(form),
  name: form.name,
  inCity: null,
});
