import { Select, Text } from '@mantine/core';
import type { MappedField } from '@skiptrace/csv';
import { TriangleAlert } from 'lucide-react';
import type { ChoosableField, Decisions, Look } from '../../lead-file/report.js';
import { lacksHouseNumber } from './address-kind.js';
import classes from './upload.module.css';

/** Texts for errors with a message that only suits the command line. */
export const QUESTIONS: Partial<Record<Look['errors'][number]['code'], string>> = {
  no_property_address: 'Which column has the street address?',
};

export const LABELS: Record<ChoosableField, string> = {
  address: 'Street address',
  addressFull: 'Whole address',
  houseNumber: 'House number',
  preDirection: 'Direction before the street',
  streetName: 'Street name',
  streetSuffix: 'Street suffix',
  postDirection: 'Direction after the street',
  unit: 'Unit',
  city: 'City',
  state: 'State',
  zip: 'ZIP',
  firstName: 'Owner’s first name',
  lastName: 'Owner’s last name',
};

const DESCRIPTIONS: Partial<Record<ChoosableField, string>> = {
  firstName: 'Optional. Helps us pick the right co-owner.',
  lastName: 'Optional. Helps us pick the right co-owner.',
};

/** A list may have thousands of columns, too many to scroll through. */
const SHOWN_OPTIONS = 50;

export interface FieldsProps {
  look: Look;
  decisions: Decisions;
  /** Applies a change, computed from the decisions at that time. */
  set: (change: (now: Decisions) => Partial<Decisions>) => void;
}

/** A field of a list, with the choice of its column. */
export function FieldRow({
  field,
  names,
  look,
  decisions,
  set,
}: FieldsProps & { field: ChoosableField; names: readonly string[] }) {
  const { overrides } = decisions;
  const found = foundOf(look, field);
  const chosen = overrides[field];
  const header =
    chosen ?? (found?.from === 'column' || field === 'addressFull' ? found?.headers[0] : undefined);
  const samples = look.columns.find(({ name }) => name === header)?.samples ?? [];
  const question = look.errors.find((error) => error.field === field);
  const isMissing = field === 'houseNumber' && lacksHouseNumber(look, decisions);
  const isNumberless = field === 'address' && samples.length > 0 && !samples.some(hasNumber);
  const isDoubt =
    question === undefined && (isNumberless || (found !== undefined && found.sure === 'assumed'));
  const offered = question === undefined ? [] : question.choices;
  const options = [...new Set([...offered, ...names])];
  const reason = isNumberless
    ? NUMBERLESS
    : chosen === undefined || chosen === ''
      ? reasonOf(found)
      : 'Chosen by you';
  return (
    <div className={classes['field']} data-doubt={isDoubt}>
      <Select
        label={LABELS[field]}
        description={DESCRIPTIONS[field]}
        placeholder={placeholderOf(found)}
        data={options}
        value={header === undefined || header === '' || !options.includes(header) ? null : header}
        onChange={(name) => set((now) => ({ overrides: { ...now.overrides, [field]: name ?? '' } }))}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `No column for ${LABELS[field]}` }}
        limit={SHOWN_OPTIONS}
        nothingFoundMessage="No column of this name"
        error={isMissing ? NO_NUMBER : question && (QUESTIONS[question.code] ?? question.message)}
        w="100%"
      />
      <div>
        {samples.length > 0 && (
          <Text size="sm" truncate="end">
            {samples.map((sample) => `“${sample}”`).join(', ')}
          </Text>
        )}
        {reason !== null && (
          <Text size="sm" {...(isDoubt ? {} : { c: 'dimmed' })}>
            {isDoubt && <TriangleAlert size={14} aria-label="Doubt:" />} {reason}
          </Text>
        )}
      </div>
    </div>
  );
}

const hasNumber = (sample: string): boolean => /\d/.test(sample);

const NUMBERLESS =
  'This column has no house numbers, so nothing will match. Is the house number in another column? Choose “Street split across columns” above.';

const NO_NUMBER = 'Choose the column with the house numbers. Nothing matches without them.';

/** Findings about a field. For the street, they may be of the whole address or of its first part. */
function foundOf(look: Look, field: ChoosableField): MappedField | undefined {
  const isStreet = field === 'addressFull' || field === 'houseNumber';
  return look.fields.find((found) => found.field === (isStreet ? 'address' : field));
}

/** Source of a field's values, unless the column and its examples say enough. */
function reasonOf(found: MappedField | undefined): string | null {
  switch (found?.from) {
    case undefined:
    case 'constant':
      return null;
    case 'column':
      return found.sure === 'assumed' ? found.reason : null;
    case 'zip':
      return 'Not in your file. We’ll get it from the ZIP.';
    case 'empty':
      return 'Not in your file. We’ll leave it blank.';
    case 'joined':
    case 'one-line':
    case 'unclear':
      return found.reason;
  }
}

function placeholderOf(found: MappedField | undefined): string {
  switch (found?.from) {
    case 'joined':
      return `Joined: ${found.headers.join(' + ')}`;
    case 'one-line':
      return `From ${found.headers.join(' + ')}`;
    case 'constant':
      return 'The same in every row';
    case 'zip':
      return 'From the ZIP';
    case 'unclear':
      return 'Choose a column';
    case 'column':
    case 'empty':
    case undefined:
      return 'No column';
  }
}
