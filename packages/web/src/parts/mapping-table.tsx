import { Select, Text, TextInput, UnstyledButton, type SelectProps, Button, Group } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { count } from './format.js';
import classes from './mapping-table.module.css';

/** Maximum number of columns shown: a row may have thousands of cells. */
const SHOWN_COLUMNS = 50;

/** A column of a file and what it is used for. */
export interface MappedColumn {
  /** Empty for a column without a name, which can't be referred to. */
  name: string;
  /** Shown instead of the name. */
  label?: string;
  /** Value of the menu; null for a column that is not used. */
  use: string | null;
  /** A doubt about the use, as a sentence. */
  doubt: string | null;
}

export interface PreviewRow {
  /** Which row of the file it is, from 1. */
  line: number;
  cells: readonly string[];
}

interface MappingTableProps {
  columns: readonly MappedColumn[];
  /** Rows above the header. */
  titles: readonly PreviewRow[];
  /** Row of the header; null if the file has none. */
  headerLine: number | null;
  rows: readonly PreviewRow[];
  /** The choices for a column of this use, besides "Not used". */
  menuOf: (use: string | null) => SelectProps['data'];
  /** @param use null for a column that is not used */
  onUse: (name: string, use: string | null) => void;
  /** Makes a row the header. Without it the rows have no numbers. */
  onHeader?: (line: number) => void;
}

/**
 * First rows of a file. The head of each column says what the column is used for, and a click on a row's number makes that
 * row the header.
 */
export function MappingTable(props: MappingTableProps) {
  const { columns, titles, headerLine, rows, menuOf, onUse, onHeader } = props;
  const [wanted, setWanted] = useState('');
  const width = Math.max(columns.length, ...[...titles, ...rows].map(({ cells }) => cells.length));
  const all = Array.from({ length: width }, (_, at) => at);
  const sought = wanted.trim().toLowerCase();
  const places = all
    .filter((at) => (columns[at]?.name ?? '').toLowerCase().includes(sought))
    .slice(0, SHOWN_COLUMNS);
  const isUsed = (at: number): boolean => (columns[at]?.use ?? null) !== null;
  const rowOf = ({ line, cells }: PreviewRow, kind: 'title' | 'data') => (
    <tr key={line} data-kind={kind}>
      {onHeader !== undefined && (
        <td>
          <UnstyledButton
            className={classes['row-number'] ?? ''}
            aria-label={`Line ${line} holds the names of the columns`}
            onClick={() => onHeader(line)}
          >
            {line}
          </UnstyledButton>
        </td>
      )}
      {places.map((at) => (
        <td key={at} data-used={isUsed(at)}>
          {cells[at] ?? ''}
        </td>
      ))}
    </tr>
  );
  return (
    <div>
      {width > SHOWN_COLUMNS && (
        <TextInput
          label="Find a column"
          description={`Your file has ${count(width)} columns; you see the first ${SHOWN_COLUMNS} of this name.`}
          value={wanted}
          onChange={({ currentTarget: { value } }) => setWanted(value)}
          maw={420}
          mb="sm"
        />
      )}
      <div className={classes['preview']} tabIndex={0} role="region" aria-label="First rows">
        <table>
          <thead>
            {titles.map((row) => rowOf(row, 'title'))}
            <tr data-kind="header">
              {onHeader !== undefined && (
                <td>
                  <span className={classes['row-number']}>{headerLine ?? ''}</span>
                </td>
              )}
              {places.map((at) => (
                <th key={at} scope="col" data-used={isUsed(at)}>
                  <ColumnHead column={columns[at]} menuOf={menuOf} onUse={onUse} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rows.map((row) => rowOf(row, 'data'))}</tbody>
        </table>
      </div>
    </div>
  );
}

interface ColumnHeadProps extends Pick<MappingTableProps, 'menuOf' | 'onUse'> {
  column: MappedColumn | undefined;
}

const NOT_USED = { value: '', label: 'Not used' };

/** Name of a column, and the menu that says what it holds. */
function ColumnHead({ column, menuOf, onUse }: ColumnHeadProps) {
  if (column === undefined || column.name === '') return <>(no name)</>;
  const { name, label = name, use, doubt } = column;
  return (
    <div className={classes['head']}>
      <span className={classes['name']}>{label}</span>
      <Select
        size="xs"
        aria-label={`${label} holds`}
        data={[NOT_USED, ...(menuOf(use) ?? [])]}
        value={use ?? ''}
        data-doubt={doubt !== null}
        allowDeselect={false}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        maxDropdownHeight={320}
        onChange={(value) => onUse(name, value === '' ? null : value)}
      />
      {doubt !== null && (
        <Text size="xs" className={classes['doubt'] ?? ''}>
          <TriangleAlert size={12} aria-label="Doubt:" /> {doubt}
        </Text>
      )}
    </div>
  );
}

/** The doubt about a column of street addresses without any digit; null without doubt. */
export const numberlessDoubt = (samples: readonly string[]): string | null =>
  samples.length > 0 && !samples.some((sample) => /\d/.test(sample))
    ? 'No house numbers here, so nothing will match. Is the number in another column?'
    : null;

interface SheetButtonsProps {
  /** The sheet that is read. */
  sheet: string;
  others: readonly string[];
  isDisabled?: boolean;
  onSheet: (sheet: string) => void;
}

/** The sheets of a workbook, with a button to read another one. */
export function SheetButtons({ sheet: taken, others, isDisabled = false, onSheet }: SheetButtonsProps) {
  return (
    <Group gap="xs" role="group" aria-label="Sheet">
      <Text>Sheet</Text>
      {[taken, ...others].map((sheet) => (
        <Button
          key={sheet}
          size="xs"
          variant={sheet === taken ? 'light' : 'default'}
          aria-pressed={sheet === taken}
          disabled={isDisabled}
          onClick={() => {
            if (sheet !== taken) onSheet(sheet);
          }}
        >
          {sheet}
        </Button>
      ))}
    </Group>
  );
}
