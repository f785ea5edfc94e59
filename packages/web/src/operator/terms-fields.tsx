import { SimpleGrid, TextInput } from '@mantine/core';
import { faultOf, numberIn, type Bounds } from '../parts/bounds.js';
import { NumberField } from '../parts/number-field.js';
import type { OperatorAccount } from './accounts.js';
import { centsIn, consequenceOf, priceFault } from './price.js';

type Terms = OperatorAccount['ownTerms'];
/** Values as typed; '' means the server's default. */
export type TermsInput = Record<keyof Terms, string>;

export const TERM_NAMES = [
  'priceCents',
  'dailyMisses',
  'singlePerMinute',
  'bulkPerMinute',
  'freeRepeatDays',
] as const;

const COUNT: Bounds = { min: 1, max: 1_000_000 };
const BOUNDS: Readonly<Record<Exclude<keyof TermsInput, 'priceCents'>, Bounds>> = {
  dailyMisses: COUNT,
  singlePerMinute: COUNT,
  bulkPerMinute: COUNT,
  freeRepeatDays: { min: 0, max: 3_650 },
};

export const areGood = (input: TermsInput): boolean =>
  TERM_NAMES.every((name) =>
    name === 'priceCents' ? priceFault(input[name]) === null : faultOf(input[name], BOUNDS[name]) === null,
  );

/** Suggested terms of a new account: customers expect not to pay twice within a month. */
export const PROPOSED_TERMS: TermsInput = {
  priceCents: '',
  dailyMisses: '',
  singlePerMinute: '',
  bulkPerMinute: '',
  freeRepeatDays: '30',
};

export const inputOf = (terms: Terms): TermsInput => ({
  priceCents: String(terms.priceCents ?? ''),
  dailyMisses: String(terms.dailyMisses ?? ''),
  singlePerMinute: String(terms.singlePerMinute ?? ''),
  bulkPerMinute: String(terms.bulkPerMinute ?? ''),
  freeRepeatDays: String(terms.freeRepeatDays ?? ''),
});

const numberOf = (value: string): number | null => (value.trim() === '' ? null : numberIn(value));

export function termsOf(input: TermsInput): Terms {
  return {
    priceCents: input.priceCents.trim() === '' ? null : centsIn(input.priceCents),
    dailyMisses: numberOf(input.dailyMisses),
    singlePerMinute: numberOf(input.singlePerMinute),
    bulkPerMinute: numberOf(input.bulkPerMinute),
    freeRepeatDays: numberOf(input.freeRepeatDays),
  };
}

/** Price and limits of an account; an empty field means the server's default. */
export function TermsFields({
  value,
  onChange,
}: {
  value: TermsInput;
  onChange: (value: TermsInput) => void;
}) {
  const field = (name: keyof typeof BOUNDS) => ({
    bounds: BOUNDS[name],
    value: value[name],
    placeholder: 'Default',
    onChange: (next: string) => onChange({ ...value, [name]: next }),
  });
  const fault = priceFault(value.priceCents);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label="Price per match, in cents"
        description={
          value.priceCents.trim() === '' || fault !== null
            ? 'Whole cents, or dollars with their sign: $0.03'
            : consequenceOf(centsIn(value.priceCents))
        }
        placeholder="Default"
        rightSection="¢"
        autoComplete="off"
        value={value.priceCents}
        onChange={(event) => onChange({ ...value, priceCents: event.currentTarget.value })}
        error={fault}
      />
      <NumberField
        label="Free misses a day"
        description="Addresses without a match"
        {...field('dailyMisses')}
      />
      <NumberField label="Single lookups a minute" {...field('singlePerMinute')} />
      <NumberField label="Bulk lookups a minute" {...field('bulkPerMinute')} />
      <NumberField
        label="Free repeats, in days"
        description="How long a paid property stays free; 0 charges it again"
        {...field('freeRepeatDays')}
      />
    </SimpleGrid>
  );
}
