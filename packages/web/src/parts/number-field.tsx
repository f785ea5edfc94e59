import { TextInput, type TextInputProps } from '@mantine/core';
import { faultOf, type Bounds } from './bounds.js';

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'type'> {
  bounds: Bounds;
  /** Text as typed; parsed by `numberIn`. */
  value: string;
  onChange: (value: string) => void;
}

/**
 * Field for a number. Unlike the number inputs of browsers and Mantine, it never corrects an out-of-range value silently,
 * which would be wrong for money: the text stays as typed, and an error is shown.
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
