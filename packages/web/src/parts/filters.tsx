// Fields of a list's filter, which is kept in the URL: the back button restores it.
import {
  CloseButton,
  NativeSelect,
  TextInput,
  type NativeSelectProps,
  type TextInputProps,
} from '@mantine/core';
import { useTypedSearch, useUrlSearch } from './url-search.js';

interface UrlTextProps extends TextInputProps {
  /** Name of the URL's parameter. */
  name: string;
  /** Name of the button that empties the field. */
  clear: string;
}

/** Field for a text to search for. */
export function UrlText({ name, clear, ...more }: UrlTextProps) {
  const { typed, type } = useTypedSearch(name);
  return (
    <TextInput
      maxLength={100}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      rightSection={typed !== '' && <CloseButton aria-label={clear} onClick={() => type('')} />}
      {...more}
    />
  );
}

/** Field for a day or a moment, as the browser's own input has it. */
export function UrlTime({
  name,
  ...more
}: TextInputProps & { name: string; type: 'date' | 'datetime-local' }) {
  const { params, set } = useUrlSearch();
  return (
    <TextInput
      value={params.get(name) ?? ''}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      {...more}
    />
  );
}

interface UrlSelectProps extends Omit<NativeSelectProps, 'data'> {
  name: string;
  /** Label of no choice. */
  all?: string;
  /** Value → label. */
  choices: Readonly<Record<string, string>>;
}

/** Menu of choices. */
export function UrlSelect({ name, all = 'All', choices, ...more }: UrlSelectProps) {
  const { params, set } = useUrlSearch();
  const value = params.get(name) ?? '';
  return (
    <NativeSelect
      data={Object.entries({ '': all, ...choices }).map(([choice, label]) => ({ value: choice, label }))}
      value={Object.hasOwn(choices, value) ? value : ''}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
      {...more}
    />
  );
}
