import { SimpleGrid, TextInput } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';

export type PersonCells = AppSchemas['PersonCells'];

export const NO_PERSON = {
  name: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  email: '',
} as const satisfies Required<PersonCells>;

export type Typed = Record<keyof typeof NO_PERSON, string>;

const FIELDS = [
  ['name', 'Name', 200],
  ['address', 'Address', 500],
  ['city', 'City', 100],
  ['state', 'State', 20],
  ['zip', 'ZIP code', 10],
  ['phone', 'Phone', 40],
  ['email', 'Email', 254],
] as const;

interface PersonFieldsProps {
  person: Typed;
  onChange: (person: Typed) => void;
}

/** Form fields that identify a person; all optional. */
export function PersonFields({ person, onChange }: PersonFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm">
      {FIELDS.map(([field, label, maxLength]) => (
        <TextInput
          key={field}
          label={label}
          autoComplete="off"
          maxLength={maxLength}
          value={person[field]}
          onChange={(event) => onChange({ ...person, [field]: event.currentTarget.value })}
        />
      ))}
    </SimpleGrid>
  );
}

/** Hint below the fields: a street alone is in many places. */
export const ADDRESS_NEEDS = 'An address needs its ZIP code.';

/** Whether enough is filled in to search for a person, by the server's rule. */
export const isNamed = ({ name, address, city, state, zip, phone, email }: Typed): boolean =>
  [address, phone, email].some((text) => text.trim() !== '') ||
  (name.trim() !== '' && (zip.trim() !== '' || (city.trim() !== '' && state.trim() !== '')));
