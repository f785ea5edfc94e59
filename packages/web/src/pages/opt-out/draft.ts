import type { AppSchemas } from '@skiptrace/contract/app';
import type { Language, Words } from './words.js';

type Form = AppSchemas['PersonRequestForm'];
export type Address = Form['addresses'][number];

/** Form values as typed so far. */
export interface Draft {
  wants: Form['wants'];
  name: string;
  addresses: readonly Address[];
  /** Phone numbers separated by commas. */
  phones: string;
  emails: string;
  isAgent: boolean;
  agent: string;
  contactEmail: string;
}

export const MOST = 5;
export const NO_ADDRESS: Address = { street: '', city: '', state: '', zip: '' };
export const EMPTY: Draft = {
  wants: 'leave_out',
  name: '',
  addresses: [NO_ADDRESS],
  phones: '',
  emails: '',
  isAgent: false,
  agent: '',
  contactEmail: '',
};

/** Messages by field name, in the order of the form. */
export type Faults = ReadonlyMap<string, string>;

/** Finds missing and mistyped fields; the server validates again. */
export function faultsOf(draft: Draft, { faults: words }: Words): Faults {
  const found: (readonly [string, string | false])[] = [
    ['agent', draft.isAgent && draft.agent.trim() === '' && words.agent],
    ['name', !/\p{L}.*\p{L}/u.test(draft.name) && words.name],
    ...draft.addresses.flatMap(
      ({ street, city, state, zip }, at) =>
        [
          [`street-${at}`, !/\d/.test(street) && words.street],
          [`city-${at}`, city.trim() === '' && words.city],
          [`state-${at}`, state.trim() === '' && words.state],
          [`zip-${at}`, !/^\d{5}(-\d{4})?$/.test(zip.trim()) && words.zip],
        ] as const,
    ),
    ['phones', listFault(draft.phones, isPhone, words.phones, words.many)],
    ['emails', listFault(draft.emails, isEmail, words.email, words.many)],
    ['contactEmail', draft.contactEmail.trim() !== '' && !isEmail(draft.contactEmail.trim()) && words.email],
  ];
  return new Map(found.filter((entry): entry is readonly [string, string] => entry[1] !== false));
}

export const formOf = (draft: Draft, language: Language): Form => ({
  wants: draft.wants,
  name: draft.name.trim(),
  addresses: draft.addresses.map(({ street, city, state, zip }) => ({
    street: street.trim(),
    city: city.trim(),
    state: state.trim(),
    zip: zip.trim(),
  })),
  phones: listIn(draft.phones),
  emails: listIn(draft.emails),
  agent: draft.isAgent ? draft.agent.trim() : null,
  contactEmail: draft.contactEmail.trim() === '' ? null : draft.contactEmail.trim(),
  language,
});

const listIn = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

function listFault(
  text: string,
  isGood: (one: string) => boolean,
  wrong: string,
  tooMany: string,
): string | false {
  const list = listIn(text);
  if (!list.every(isGood)) return wrong;
  return list.length > MOST && tooMany;
}

const isPhone = (text: string): boolean => /^1?\d{10}$/.test(text.replace(/[\s().+-]/g, ''));
const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text);
