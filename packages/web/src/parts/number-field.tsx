import { TextInput, type TextInputProps } from '@mantine/core';
import { faultOf, type Bounds } from './bounds.js';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  bounds: Bounds;
  /** As it was typed: `numberIn` reads it. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * A number as it was typed. Fields for numbers, the browser's and Mantine's, correct what is out of bounds without a
 * word, which is wrong for money: here it stays, and what is wrong with it is said.
 */
export function NumberField({ bounds, value, onChange, error, ...more }: NumberFieldProps) {
  return (
    <TextInput
      {...more}
      inputMode={bounds.decimals === undefined ? 'numeric' : 'decimal'}
      autoComplete="off"
      leftSection={bounds.prefix}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={faultOf(value, bounds) ?? error}
    />
  );
}
