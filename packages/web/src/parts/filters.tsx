// Fields of a list's filter, which is kept in the URL: the back button restores it.
import {
  CloseButton,
  NativeSelect,
  SegmentedControl,
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

interface UrlTabsProps<Choice extends string> {
  name: string;
  label: string;
  /** The first is the one without a parameter in the URL. */
  choices: Readonly<Record<Choice, string>>;
  value: Choice;
}

/** Choices of a list's filter beside each other, in the URL as the other fields of filters. */
export function UrlTabs<Choice extends string>({ name, label, choices, value }: UrlTabsProps<Choice>) {
  const { set } = useUrlSearch();
  const [first] = Object.keys(choices);
  return (
    <div>
      <SegmentedControl
        aria-label={label}
        data={Object.entries<string>(choices).map(([choice, text]) => ({ value: choice, label: text }))}
        value={value}
        onChange={(chosen) => set({ [name]: chosen === first ? '' : chosen })}
      />
    </div>
  );
}
