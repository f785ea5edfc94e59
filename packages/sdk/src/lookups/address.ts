import type { AddressInput } from '@skiptrace/contract';
import { distance } from '../check-options.js';
import { ConfigurationError } from '../errors.js';

/** The contract's address, where optional fields may also be `undefined`. */
export type AddressFields = Pick<AddressInput, 'address'> & {
  [Field in Exclude<keyof AddressInput, 'address'>]?: AddressInput[Field] | undefined;
};

/** Names that other programs give to the fields of an address. */
const otherNames = {
  addr: 'address',
  street: 'address',
  streetAddress: 'address',
  street_address: 'address',
  line1: 'address',
  address1: 'address',
  addressLine1: 'address',
  address_line_1: 'address',
  town: 'city',
  stateCode: 'state',
  state_code: 'state',
  province: 'state',
  zipcode: 'zip',
  zipCode: 'zip',
  zip_code: 'zip',
  postalCode: 'zip',
  postal_code: 'zip',
  postcode: 'zip',
} as const satisfies Record<string, keyof AddressInput>;

/** Names of a field for the unit, which the contract has not: the unit is a part of `address`, and is lost in a field of its own. */
const unitNames = [
  'unit',
  'unitNumber',
  'unit_number',
  'apt',
  'apartment',
  'suite',
  'address2',
  'addressLine2',
  'address_line_2',
  'line2',
  'street2',
] as const;

/** An address as lookups accept it: the contract's object, or all of it on one line. */
export type AddressLike = AddressFields | string;

/** An entry of a list: an address that may carry more, such as your own id, but no address field under another name. */
export type ListedAddress =
  | (AddressFields & { [Name in keyof typeof otherNames | (typeof unitNames)[number]]?: never })
  | string;

/** The patterns that openapi.yaml requires for each field (a test compares them). */
export const fieldPatterns = {
  address: /^(?=[\s\S]*\S)[^\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\uD800-\uDFFF]*$/u,
  city: /^[^\u0000-\u001F\u007F-\u009F\uD800-\uDFFF]*$/u,
  state: /^[A-Za-z]{2}$/u,
  zip: /^\d{5}$/u,
} as const satisfies Record<keyof AddressInput, RegExp>;

const rules: Record<keyof AddressInput, string> = {
  address: "can't be blank or contain control characters",
  city: "can't contain control characters",
  state: 'must be a two-letter code',
  zip: 'must be 5 digits',
};

const fields = Object.keys(fieldPatterns) as (keyof AddressInput)[];

/** The contract's fields of an address. */
export function asAddress(input: AddressLike): AddressInput {
  if (typeof input === 'string') return { address: input };
  const { address, city, state, zip } = input;
  return {
    address,
    ...(city !== undefined && { city }),
    ...(state !== undefined && { state }),
    ...(zip !== undefined && { zip }),
  };
}

/** Problems of a list entry, a sentence for each field; empty if it is valid. */
export function problemsOf(input: unknown): string[] {
  if (typeof input === 'string') return problemsOf({ address: input });
  if (typeof input !== 'object' || input === null) return ['an address must be a string or an object'];
  return [...misnamedFields(input), ...brokenRules(input)];
}

/** Problems of the fields that the service sees; it ignores other fields. */
export function brokenRules(input: object): string[] {
  return fields.flatMap((field) => problemsOfField(input, field));
}

function problemsOfField(input: object, field: keyof AddressInput): string[] {
  const value = (input as Record<string, unknown>)[field];
  if (value === undefined) return field === 'address' ? ['address is required'] : [];
  if (typeof value !== 'string')
    return [`${field} must be a string${field === 'zip' ? " such as '07104'" : ''}`];
  return fieldPatterns[field].test(value) ? [] : [`${field} ${rules[field]}`];
}

/** Fields that were probably meant as the address's, a sentence for each. They would be dropped silently. */
export function misnamedFields(input: object): string[] {
  return unknownFields(input).flatMap((name) => {
    const advice = adviceFor(name);
    return advice === undefined ? [] : [`${JSON.stringify(name)} is no field of an address. ${advice}`];
  });
}

/**
 * Refuses an object with unknown address fields, as unknown options are refused.
 *
 * @throws ConfigurationError
 */
export function checkFields(method: string, input: object): void {
  const [name] = unknownFields(input);
  if (name === undefined) return;
  const advice = adviceFor(name) ?? `Fields: ${fields.join(', ')}.`;
  throw new ConfigurationError(`${method}: an address has no field ${JSON.stringify(name)}. ${advice}`);
}

function unknownFields(input: object): string[] {
  return Object.entries(input).flatMap(([name, value]) =>
    Object.hasOwn(fieldPatterns, name) || value === undefined ? [] : [name],
  );
}

const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Advice for a field by another name, in another case, or with one wrong letter; undefined if it probably belongs to no address. */
function adviceFor(name: string): string | undefined {
  const plain = plainName(name);
  if (unitNames.some((other) => plainName(other) === plain))
    return 'Put the unit into address: "500 Elm St Apt 2".';
  const [, known] = Object.entries(otherNames).find(([other]) => plainName(other) === plain) ?? [];
  // `zip4` and the like are fields of their own.
  const isMeant = (field: string) => field === plain || (field.length > 3 && distance(field, plain) === 1);
  const meant = known ?? fields.find(isMeant);
  return meant && `Did you mean ${meant}?`;
}
