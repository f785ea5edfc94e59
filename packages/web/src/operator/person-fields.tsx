import { Button, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Doing } from '../api/act.js';
import { Form } from '../parts/fields.js';
import { Fine, ProblemNote } from '../parts/text.js';

/** Texts typed about a person. */
export type Typed = Record<keyof AppSchemas['PersonCells'], string>;

export const NO_PERSON: Typed = {
  name: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  phone: '',
  email: '',
};

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
export const PersonFields = ({ person, onChange }: PersonFieldsProps) => (
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

/** Hint below the fields: a street alone is in many places. */
export const ADDRESS_NEEDS = 'An address needs its ZIP code.';

/** Whether enough is filled in to search for a person, by the server's rule. */
export const isNamed = ({ name, address, city, state, zip, phone, email }: Typed): boolean =>
  [address, phone, email].some((text) => text.trim() !== '') ||
  (name.trim() !== '' && (zip.trim() !== '' || (city.trim() !== '' && state.trim() !== '')));

interface PersonSearchProps {
  /** Hint below the fields. */
  about: string;
  /** Message about fields that are not filled in yet; null if a search can begin. */
  missing: string | null;
  action: string;
  act: Doing;
  onSearch: () => void;
  children: ReactNode;
}

/** Form that searches for a person: its fields, a hint, and what is missing once the button was pressed. */
export function PersonSearch({ about, missing, action, act, onSearch, children }: PersonSearchProps) {
  const [isChecked, setChecked] = useState(false);
  return (
    <>
      <Paper withBorder p="md">
        <Form
          onSubmit={() => {
            setChecked(true);
            if (missing === null) onSearch();
          }}
          noValidate
        >
          <Stack gap="sm">
            {children}
            <Fine>{about}</Fine>
            {isChecked && missing !== null && <FieldsMissing>{missing}</FieldsMissing>}
            <div>
              <Button type="submit" leftSection={<Search size={16} />} loading={act.isPending}>
                {action}
              </Button>
            </div>
          </Stack>
        </Form>
      </Paper>
      {act.error !== null && <ProblemNote error={act.error} />}
    </>
  );
}

/** Says what has to be entered, read out by a screen reader. */
export const FieldsMissing = ({ children }: { children: string }) => (
  <Text c="var(--mantine-color-error)" role="alert">
    {children}
  </Text>
);
