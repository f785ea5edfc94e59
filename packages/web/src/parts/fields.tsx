import { Textarea, TextInput, type TextareaProps, type TextInputProps } from '@mantine/core';
import { useRef, useState, type ChangeEvent, type ComponentProps } from 'react';

type Typing = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>;
type NamesOf<Draft, Type> = { [Name in keyof Draft]: Draft[Name] extends Type ? Name : never }[keyof Draft];

/** Texts and choices of a form as typed so far. @param onChange called with every change */
export function useDraft<Draft extends object>(initial: Draft, onChange?: () => void) {
  const [draft, setDraft] = useState(initial);
  const change = (part: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...part }));
    onChange?.();
  };
  return {
    draft,
    change,
    /** Properties of the field for a text. */
    text: (name: NamesOf<Draft, string>) => ({
      value: draft[name] as string,
      onChange: ({ currentTarget: { value } }: Typing) =>
        change({ [name]: value } as unknown as Partial<Draft>),
    }),
    /** Properties of a checkbox. */
    check: (name: NamesOf<Draft, boolean>) => ({
      checked: draft[name] as boolean,
      onChange: ({ currentTarget: { checked } }: ChangeEvent<HTMLInputElement>) =>
        change({ [name]: checked } as unknown as Partial<Draft>),
    }),
  };
}

/** Form that is sent by the page, not by the browser. */
export const Form = ({
  onSubmit,
  ...more
}: Omit<ComponentProps<'form'>, 'onSubmit'> & { onSubmit: () => void }) => (
  <form
    {...more}
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  />
);

/** Faults of a form by field, shown from the first attempt to send it on. @param faults in the order of the form */
export function useChecked(faults: ReadonlyMap<string, string>) {
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  return {
    form,
    shown: (field: string) => (isChecked ? faults.get(field) : undefined),
    /** Returns whether the form is good; otherwise the first field with a fault gets the focus. */
    isGood: (): boolean => {
      setChecked(true);
      const [first] = faults.keys();
      if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return first === undefined;
    },
    uncheck: () => setChecked(false),
  };
}

export interface ReasonFieldProps extends Pick<
  TextareaProps & TextInputProps,
  'label' | 'description' | 'required' | 'maxLength' | 'value' | 'mt'
> {
  'data-autofocus'?: boolean;
  /** A few lines. */
  isLong?: boolean;
  onChange?: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
}

/** Field for the reason of an operator's act, which stays on record. */
export function ReasonField({ isLong = false, ...more }: ReasonFieldProps) {
  const field = { label: 'Reason', required: true, maxLength: 1_000, ...more };
  return isLong ? (
    <Textarea autosize minRows={2} {...field} />
  ) : (
    <TextInput description="For your records. Don't name the person." {...field} />
  );
}
