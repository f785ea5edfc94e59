import { MultiSelect, Select, Text, type InputWrapperProps } from '@mantine/core';
import type { OwnerFile } from '../../operator/owner-import.js';
import type { Field, Mapping } from '../../operator/owner-fields.js';

interface FieldChoiceProps {
  field: Field;
  file: OwnerFile;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

/** Choice of the columns that hold a field, with a sample. */
export function FieldChoice({
  field: { name, label, about, isMany },
  file,
  mapping,
  onChange,
}: FieldChoiceProps) {
  const chosen = mapping[name] ?? [];
  const headers = [...new Set(file.headers.filter((header) => header !== ''))];
  const sample = sampleOf(file, chosen);
  const perhaps = chosen.length === 0 ? (file.unclear[name] ?? []) : [];
  const description = about ?? (isMany === true ? 'As many columns as there are' : undefined);
  const common = {
    label,
    data: headers,
    searchable: true,
    clearable: true,
    placeholder: chosen.length === 0 ? 'none' : '',
    // The description comes below the input, so that inputs side by side are aligned.
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as NonNullable<
      InputWrapperProps['inputWrapperOrder']
    >,
    ...(description !== undefined && { description }),
  };
  return (
    <div>
      {isMany === true || chosen.length > 1 ? (
        <MultiSelect
          {...common}
          value={[...chosen]}
          onChange={(next) => onChange({ ...mapping, [name]: next })}
        />
      ) : (
        <Select
          {...common}
          value={chosen[0] ?? null}
          onChange={(next) => onChange({ ...mapping, [name]: next === null ? [] : [next] })}
        />
      )}
      {perhaps.length > 0 ? (
        <Text size="xs" fw={600} mt={2} style={{ overflowWrap: 'anywhere' }}>
          {perhaps.map((header) => `"${header}"`).join(' or ')}? Not used until you choose it.
        </Text>
      ) : (
        <Text size="xs" c="dimmed" mt={2} style={{ overflowWrap: 'anywhere' }}>
          {sample === '' ? '\u00a0' : `Example: ${sample}`}
        </Text>
      )}
    </div>
  );
}

/** Chosen cells of the first row that has a value in any of them. */
function sampleOf({ headers, firstRows }: OwnerFile, chosen: readonly string[]): string {
  const places = chosen.map((header) => headers.indexOf(header));
  for (const row of firstRows) {
    const cells = places.map((at) => (row[at] ?? '').trim()).filter((cell) => cell !== '');
    if (cells.length > 0) return cells.join(' | ');
  }
  return '';
}
