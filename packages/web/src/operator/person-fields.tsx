import { Button, Paper, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import type { AppSchemas } from '@skiptrace/contract/app';
import { Search } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Doing } from '../api/act.js';
import { given } from '../api/clients.js';
import { Form } from '../parts/fields.js';
import { Fine, ProblemNote } from '../parts/text.js';

/** Texts typed about a person. */
export const NO_PERSON = { name: '', place: '', phone: '', email: '' };
export type Typed = typeof NO_PERSON;

const FIELDS = [
  ['name', 'Name', 200],
  ['place', 'Address', 500],
  ['phone', 'Phone', 40],
  ['email', 'Email', 254],
] as const;

const ZIP = /^\d{5}(?:-\d{4})?$/;
/** A town without a street, such as `Dayton, OH` or `Dayton, OH 45402`. */
const TOWN = /^([^\d,]+),\s*([a-z]{2})(?:\s+(\d{5}(?:-\d{4})?))?$/i;

/** The person in the server's fields. The place may be a whole address, or a ZIP or a town alone, where a name is searched for. */
export function cellsOf({ place, ...person }: Typed): AppSchemas['PersonCells'] {
  const line = place.trim();
  if (ZIP.test(line)) return { ...person, zip: line };
  const [, city, state, zip] = TOWN.exec(line) ?? [];
  if (city === undefined || state === undefined) return { ...person, address: line };
  return { ...person, city: city.trim(), state: state.toUpperCase(), ...given({ zip }) };
}

interface PersonFieldsProps {
  person: Typed;
  onChange: (person: Typed) => void;
}

/** Form fields that identify a person; all optional. */
export const PersonFields = ({ person, onChange }: PersonFieldsProps) => (
  <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
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
export const ADDRESS_NEEDS = 'Write the address on one line, with its ZIP.';
/** The same where a person is searched for. The suppression list holds no name in a whole town. */
export const SEARCH_NEEDS = `${ADDRESS_NEEDS} Beside a name, a ZIP or a town (Dayton, OH) is enough.`;

/** Whether enough is filled in to search for a person, by the server's rule. */
export function isNamed(person: Typed): boolean {
  const { name = '', address = '', state, zip, phone = '', email = '' } = cellsOf(person);
  const hasTown = zip !== undefined || state !== undefined;
  return [address, phone, email].some((text) => text.trim() !== '') || (name.trim() !== '' && hasTown);
}

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
