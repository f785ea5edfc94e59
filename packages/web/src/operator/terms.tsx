import { SimpleGrid, TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { money, count } from '../parts/format.js';
import { faultOf, numberIn, type Bounds, NumberField } from '../parts/number-field.js';
import type { OperatorAccount } from './accounts.js';

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

const each = <Value,>(of: (name: Term) => Value) =>
  Object.fromEntries(TERM_NAMES.map((name) => [name, of(name)])) as Record<Term, Value>;

export const inputOf = (terms: Terms): TermsInput => each((name) => String(terms[name] ?? ''));

export const termsOf = (input: TermsInput): Terms =>
  each((name) => {
    if (input[name].trim() === '') return null;
    return name === 'priceCents' ? centsIn(input[name]) : numberIn(input[name]);
  });

interface TermsFieldsProps {
  value: TermsInput;
  onChange: (value: TermsInput) => void;
}

/** Price and limits of an account; an empty field means the server's default. */
export function TermsFields({ value, onChange }: TermsFieldsProps) {
  const text = (name: Term) => ({
    value: value[name],
    placeholder: 'Default',
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      onChange({ ...value, [name]: event.currentTarget.value }),
  });
  const field = (name: keyof typeof BOUNDS) => ({ bounds: BOUNDS[name], ...text(name) });
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
        rightSection="¢"
        autoComplete="off"
        error={fault}
        {...text('priceCents')}
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

/** Maximum price of a match, as in app.yaml and the command line. */
const MAX_CENTS = 1_000;
/** A price that customers rarely pay: more than this is probably dollars in place of cents. */
const UNUSUAL_CENTS = 100;
/** A new price of more than this many times the old one is asked about loudly. */
const UNUSUAL_FACTOR = 5;

const CENTS = /^(\d+)\s*(?:¢|c|cents?)?$/i;
const DOLLARS = /^\$\s*(\d*)(?:\.(\d{0,2})0*)?$/;

/** A typed price in cents: `3`, `3¢` and `$0.03` are the same; NaN if it isn't clear. */
export function centsIn(typed: string): number {
  const text = typed.trim();
  const [, cents] = CENTS.exec(text) ?? [];
  if (cents !== undefined) return Number(cents);
  const [, whole = '', part = ''] = DOLLARS.exec(text) ?? [];
  return whole + part === '' ? Number.NaN : 100 * Number(whole) + Number(part.padEnd(2, '0'));
}

/** The fault of a typed price; null for a good one and an empty field. */
export function priceFault(typed: string): string | null {
  if (typed.trim() === '') return null;
  const cents = centsIn(typed);
  if (Number.isNaN(cents)) return 'Enter whole cents, such as 3, or dollars with their sign, such as $0.03.';
  return cents > MAX_CENTS
    ? `Enter at most ${MAX_CENTS.toLocaleString('en-US')}¢ (${money(MAX_CENTS)}).`
    : null;
}

/** The consequence of a price: `100 matches cost $3.00`. */
export function consequenceOf(cents: number): string {
  const cost = cents === 0 ? 'Every match is free.' : `100 matches cost ${money(100 * cents)}.`;
  return cents > UNUSUAL_CENTS ? `${cost} That is ${money(cents)} per match: are these cents?` : cost;
}

/** A warning about a price that is far above the one before; null if it isn't. */
export function riseWarning(before: number, now: number): string | null {
  if (now <= UNUSUAL_FACTOR * before) return null;
  const rise =
    before === 0
      ? 'Matches were free'
      : `That is ${Math.floor(now / before).toLocaleString('en-US')} times the price of ${money(before)}`;
  return `${rise}: 100 matches will cost ${money(100 * now)} instead of ${money(100 * before)}.`;
}

type Term = (typeof TERM_NAMES)[number];

export const TERM_WORDS: Readonly<Record<Term, string>> = {
  priceCents: 'Price per match',
  dailyMisses: 'Free misses a day',
  singlePerMinute: 'Single lookups a minute',
  bulkPerMinute: 'Bulk lookups a minute',
  freeRepeatDays: 'Days of free repeats',
};

/** A term's value; null is the server's default. */
export const termWords = (term: Term, value: unknown): string =>
  typeof value !== 'number' ? 'the default' : term === 'priceCents' ? money(value) : count(value);

/** The changes of an entry of the log, such as "Price per match: from the default to $0.03". */
export function changesOf(details: Readonly<Record<string, unknown>>): string[] {
  const was = (details['was'] ?? {}) as Readonly<Record<string, unknown>>;
  return TERM_NAMES.filter((term) => term in details).map((term) => {
    const now = termWords(term, details[term]);
    return term in was
      ? `${TERM_WORDS[term]}: from ${termWords(term, was[term])} to ${now}`
      : `${TERM_WORDS[term]}: ${now}, when the account was created`;
  });
}
