import { Select, Text, TextInput, UnstyledButton } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ChoosableField, Decisions, Look, TopRow } from '../../lead-file/report.js';
import { count } from '../../parts/format.js';
import { findingOf, LABELS, OFFERED, reasonOf, usesOf, withUse } from './column-uses.js';
import classes from './upload.module.css';

/** Maximum number of columns shown: a row may have thousands of cells. */
const SHOWN_COLUMNS = 50;

export interface MappingProps {
  look: Look;
  decisions: Decisions;
  /** Applies a change, computed from the decisions at that time. */
  set: (change: (now: Decisions) => Partial<Decisions>) => void;
}

/**
 * First rows of the list. The head of each column says what the column is used for, and a click on a row's number makes
 * that row the header.
 */
export function MappingTable({ look, decisions, set }: MappingProps) {
  const { top, columns, rows } = look;
  const [wanted, setWanted] = useState('');
  const uses = usesOf(look, decisions);
  const width = Math.max(
    columns.length,
    ...[...top.map(({ cells }) => cells), ...rows].map((cells) => cells.length),
  );
  const all = Array.from({ length: width }, (_, at) => at);
  const sought = wanted.trim().toLowerCase();
  const places = all
    .filter((at) => (columns[at]?.name ?? '').toLowerCase().includes(sought))
    .slice(0, SHOWN_COLUMNS);
  const header = top.find(({ kind }) => kind === 'header');
  const isUsed = (at: number): boolean => uses.has(columns[at]?.name ?? '');
  const cellsOf = (cells: readonly string[]) =>
    places.map((at) => (
      <td key={at} data-used={isUsed(at)}>
        {cells[at] ?? ''}
      </td>
    ));
  const rowOf = (row: TopRow) => (
    <tr key={row.line} data-kind={row.kind}>
      <td>
        <UnstyledButton
          className={classes['row-number'] ?? ''}
          aria-label={`Row ${row.line} holds the names of the columns`}
          onClick={() => set(() => ({ headerRow: row.line, noHeader: false, overrides: {} }))}
        >
          {row.line}
        </UnstyledButton>
      </td>
      {cellsOf(row.cells)}
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
            {top.filter(({ kind }) => kind === 'title').map(rowOf)}
            <tr data-kind="header">
              {top.length > 0 && <td>{header?.line ?? ''}</td>}
              {places.map((at) => (
                <th key={at} scope="col" data-used={isUsed(at)}>
                  <ColumnHead
                    name={columns[at]?.name ?? ''}
                    samples={columns[at]?.samples ?? []}
                    use={uses.get(columns[at]?.name ?? '') ?? null}
                    {...{ look, decisions, set }}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {top.length > 0
              ? top.filter(({ kind }) => kind === 'data').map(rowOf)
              : rows.map((row, index) => <tr key={index}>{cellsOf(row)}</tr>)}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface ColumnHeadProps extends MappingProps {
  name: string;
  samples: readonly string[];
  use: ChoosableField | null;
}

const NOT_USED = { value: '', label: 'Not used' };
const MENU = [
  NOT_USED,
  ...OFFERED.map(({ group, fields }) => ({
    group,
    items: fields.map((field) => ({ value: field, label: LABELS[field] })),
  })),
];

/** Name of a column, and the menu that says what it holds. */
function ColumnHead({ name, samples, use, look, decisions, set }: ColumnHeadProps) {
  // A column without a name can't be referred to.
  if (name === '') return <>(no name)</>;
  const isNumberless = use === 'address' && samples.length > 0 && !samples.some(hasNumber);
  const found = use === null ? undefined : findingOf(look, use);
  const isChosen = use !== null && decisions.overrides[use] === name;
  const doubt = isNumberless
    ? NUMBERLESS
    : !isChosen && found?.from === 'column' && found.sure === 'assumed'
      ? reasonOf(found)
      : null;
  return (
    <div className={classes['head']}>
      <span className={classes['name']}>{name}</span>
      <Select
        size="xs"
        aria-label={`${name} holds`}
        data={MENU}
        value={use ?? ''}
        data-doubt={doubt !== null}
        allowDeselect={false}
        comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
        maxDropdownHeight={320}
        onChange={(value) =>
          set((now) => ({
            overrides: withUse(look, now, name, value === '' ? null : (value as ChoosableField)),
          }))
        }
      />
      {doubt !== null && (
        <Text size="xs" className={classes['doubt'] ?? ''}>
          <TriangleAlert size={12} aria-label="Doubt:" /> {doubt}
        </Text>
      )}
    </div>
  );
}

const hasNumber = (sample: string): boolean => /\d/.test(sample);

const NUMBERLESS = 'No house numbers here, so nothing will match. Is the number in another column?';
