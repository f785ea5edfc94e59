import { Alert, Button, Checkbox, Group, Stack, Text, Title } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import {
  columnsOf,
  lacksHouseNumber,
  menuOf,
  unclearDoubt,
  usesOf,
  withUse,
  type Columns,
} from '../../operator/owner-fields.js';
import type { OwnerFile } from '../../operator/owner-import.js';
import { MappingTable, numberlessDoubt } from '../../parts/mapping-table.js';

interface ColumnChoiceProps {
  file: OwnerFile;
  columns: Columns;
  onChange: (columns: Columns) => void;
  /** Reads the file with another header row; 0 for none. */
  onHeaderRow: (row: number) => void;
}

/** First rows of the file, with a menu in each column's head. */
export function ColumnChoice({ file, columns, onChange, onHeaderRow }: ColumnChoiceProps) {
  const { headers, headerRow, titleRows, firstRows, firstRowNumbers } = file;
  const uses = usesOf(columns, file);
  const rowsAt = (at: number) => firstRows.map((cells) => cells[at] ?? '').filter((cell) => cell !== '');
  const detected = columnsOf(file, {});
  return (
    <Stack component="section" aria-labelledby="columns" gap="sm">
      <Group justify="space-between" align="flex-end">
        <div>
          <Title order={2} size="h4" id="columns">
            Map columns
          </Title>
          <Text size="sm" c="dimmed">
            Say above each column what it holds. Gray columns aren’t read. Are the names in another row? Click
            its number.
          </Text>
        </div>
        {JSON.stringify(columns) !== JSON.stringify(detected) && (
          <Button variant="subtle" size="xs" onClick={() => onChange(detected)}>
            Undo my choices
          </Button>
        )}
      </Group>
      <MappingTable
        columns={headers.map((name, at) => {
          const use = uses.get(name) ?? null;
          const numberless = use === 'address' ? numberlessDoubt(rowsAt(at)) : null;
          return {
            ...{ name, use, doubt: numberless ?? unclearDoubt(file, columns, name) },
            ...(headerRow === 0 && { label: `Column ${name}` }),
          };
        })}
        titles={titleRows.map(({ row: line, cells }) => ({ line, cells }))}
        headerLine={headerRow === 0 ? null : headerRow}
        rows={firstRows.map((cells, at) => ({ line: firstRowNumbers[at] ?? at, cells }))}
        menuOf={menuOf}
        onUse={(name, use) => onChange(withUse(columns, file, name, use))}
        onHeader={onHeaderRow}
      />
      <Checkbox
        label="My file has no header row"
        checked={headerRow === 0}
        onChange={({ currentTarget: { checked } }) => onHeaderRow(checked ? 0 : 1)}
      />
      {lacksHouseNumber(columns) && (
        <Alert
          color="red"
          role="alert"
          icon={<TriangleAlert size={18} aria-hidden />}
          title="Which column has the house numbers?"
        >
          Choose “House number” above it. Nothing matches without them.
        </Alert>
      )}
    </Stack>
  );
}
