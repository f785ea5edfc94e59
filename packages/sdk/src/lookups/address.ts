import type { AddressInput } from '@skiptrace/contract';

/** The contract's address, in which what is not known may also be `undefined`. */
export type AddressFields = Pick<AddressInput, 'address'> & {
  [Field in Exclude<keyof AddressInput, 'address'>]?: AddressInput[Field] | undefined;
};

/** An address as the lookups take it: the contract's object, or all of it on one line. Other fields are not sent. */
export type AddressLike = AddressFields | string;

/** What openapi.yaml demands of each field (a test compares them). */
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

/** The contract's part of an address. */
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

/** How an entry of a list breaks the contract, a sentence for each field; empty when it does not. */
export function problemsOf(input: unknown): string[] {
  if (typeof input === 'string') return problemsOf({ address: input });
  if (typeof input !== 'object' || input === null) return ['an address must be a string or an object'];
  return fields.flatMap((field) => {
    const value = (input as Record<string, unknown>)[field];
    if (value === undefined) return field === 'address' ? ['address is required'] : [];
    if (typeof value !== 'string')
      return [`${field} must be a string${field === 'zip' ? " such as '07104'" : ''}`];
    return fieldPatterns[field].test(value) ? [] : [`${field} ${rules[field]}`];
  });
}

/** The same for addresses that differ in case and spacing only. */
export function sameAddressKey({ address, city, state, zip }: AddressInput): string {
  return JSON.stringify(
    [address, city, state, zip].map((part) => part?.trim().replace(/\s+/g, ' ').toLowerCase()),
  );
}
