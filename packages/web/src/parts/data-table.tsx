import { Skeleton, Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

type Screen = 'xs' | 'sm' | 'md' | 'lg';

/** Column of a table: its head, and its cell in each row. */
export interface Column<Row> {
  title: string;
  /** The title is for screen readers. */
  isHidden?: boolean;
  cell: (row: Row) => ReactNode;
  /** Stands at the right, as numbers do. */
  isNumber?: boolean;
  /** The narrowest screen that shows the column. */
  from?: Screen;
  /** Long words break anywhere, such as addresses; or nothing breaks, such as amounts. */
  breaks?: 'anywhere' | 'never';
}

export interface DataTableProps<Row> {
  label: string;
  /** Undefined while they load. */
  rows: readonly Row[] | undefined;
  columns: readonly Column<Row>[];
  /** Little space between the rows: a table within a card. */
  isDense?: boolean;
  highlightOnHover?: boolean;
  /** Cells of one row may have several lines. */
  verticalAlign?: 'top';
}

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, columns, isDense = false, highlightOnHover = false, verticalAlign } = props;
  const keyOf = (row: Row, at: number) => ('id' in row && typeof row.id === 'string' ? row.id : at);
  return (
    <Table
      {...(!isDense && { verticalSpacing: 10 })}
      highlightOnHover={highlightOnHover}
      aria-label={label}
      aria-busy={rows === undefined}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map((column, at) => (
            <Table.Th key={column.title} scope="col" {...shapeOf(columns, at)}>
              {column.isHidden === true ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody {...(verticalAlign && { style: { verticalAlign } })}>
        {rows?.map((row, nth) => (
          <Table.Tr key={keyOf(row, nth)}>
            {columns.map((column, at) => (
              <Table.Td
                key={column.title}
                {...shapeOf(columns, at)}
                {...(column.breaks === 'anywhere' && { className: 'breaks' })}
                {...(column.breaks === 'never' && { style: { whiteSpace: 'nowrap' } })}
              >
                {column.cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        )) ??
          ROWS_TO_COME.map((row) => (
            <Table.Tr key={row}>
              {columns.map((column, at) => (
                <Table.Td key={column.title} {...shapeOf(columns, at)}>
                  <Skeleton h="1lh" maw={column.isNumber === true ? 64 : 220} display="inline-block" />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
      </Table.Tbody>
    </Table>
  );
}

/** Placeholders while a list loads; more rows than this rarely fit on a phone. */
const ROWS_TO_COME = [1, 2, 3, 4, 5];

/** Keeps a number away from the text in the next column. */
function shapeOf<Row>(columns: readonly Column<Row>[], at: number) {
  const { isNumber = false, from } = columns[at] ?? {};
  const next = columns[at + 1];
  return {
    ...(isNumber && { ta: 'right' as const, 'data-number': true }),
    ...(isNumber && next !== undefined && next.isNumber !== true && { pr: 'xl' }),
    ...(from !== undefined && { visibleFrom: from }),
  };
}
