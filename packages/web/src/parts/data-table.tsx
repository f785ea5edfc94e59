import { Skeleton, Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

type Screen = 'xs' | 'sm' | 'md' | 'lg';

/** Head of a column; a text alone is a column of texts that every screen shows. */
type Head = string | { title: string; isNumber?: boolean; from?: Screen; isHidden?: boolean };

interface DataTableProps {
  label: string;
  /** `from`: the narrowest screen that shows the column; its cells need the same `visibleFrom`. `isHidden`: the title is for screen readers. */
  heads: readonly Head[];
  /** Little space between the rows: a table within a card. */
  isDense?: boolean;
  highlightOnHover?: boolean;
  /** Rows (`Table.Tr`); undefined while they load. */
  children: ReactNode;
}

export function DataTable({
  label,
  heads,
  isDense = false,
  highlightOnHover = false,
  children,
}: DataTableProps) {
  const columns = heads.map((head): Exclude<Head, string> =>
    typeof head === 'string' ? { title: head } : head,
  );
  return (
    <Table
      {...(!isDense && { verticalSpacing: 'sm' })}
      highlightOnHover={highlightOnHover}
      aria-label={label}
      aria-busy={children === undefined}
    >
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ title, isHidden, ...shape }) => (
            <Table.Th key={title} scope="col" {...shapeOf(shape)}>
              {isHidden === true ? <VisuallyHidden>{title}</VisuallyHidden> : title}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {children ??
          ROWS_TO_COME.map((row) => (
            <Table.Tr key={row}>
              {columns.map(({ title, ...shape }) => (
                <Table.Td key={title} {...shapeOf(shape)}>
                  <Skeleton h="1lh" maw={shape.isNumber === true ? 64 : 220} display="inline-block" />
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

const shapeOf = ({ isNumber, from }: { isNumber?: boolean; from?: Screen }) => ({
  ...(isNumber === true && { ta: 'right' as const }),
  ...(from !== undefined && { visibleFrom: from }),
});
