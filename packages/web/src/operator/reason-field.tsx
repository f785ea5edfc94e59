import { TextInput, type TextInputProps } from '@mantine/core';

interface ReasonFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (reason: string) => void;
}

/** Field for the reason of an operator's act, which stays on record. */
export function ReasonField({ onChange, ...more }: ReasonFieldProps) {
  return (
    <TextInput
      label="Reason"
      description="For your records. Don't name the person."
      required
      maxLength={1_000}
      onChange={(event) => onChange(event.currentTarget.value)}
      {...more}
    />
  );
}
