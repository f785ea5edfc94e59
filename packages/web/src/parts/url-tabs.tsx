import { SegmentedControl } from '@mantine/core';
import { useUrlSearch } from './url-search.js';

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
