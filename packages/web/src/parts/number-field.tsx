import { NumberInput, type NumberInputProps } from '@mantine/core';
import { faultOf, type Bounds } from './bounds.js';

interface NumberFieldProps extends Omit<NumberInputProps, 'min' | 'max' | 'prefix' | 'value' | 'onChange'> {
  bounds: Bounds;
  value: number | string;
  onChange: (value: number | string) => void;
}

/**
 * A number as it was typed. Mantine's own field corrects what is out of bounds without a word, which nobody wants of money: here
 * it stays, and what is wrong with it is said.
 */
export function NumberField({ bounds, value, error, ...more }: NumberFieldProps) {
  return (
    <NumberInput
      {...more}
      value={value}
      prefix={bounds.prefix ?? ''}
      thousandSeparator=","
      clampBehavior="none"
      hideControls
      error={faultOf(value, bounds) ?? error}
    />
  );
}
