import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

/** Head of a column; a text alone is a column of texts that every screen shows. */
type Head =
  string | { title: string; isNumber?: boolean; from?: 'xs' | 'sm' | 'md' | 'lg'; isHidden?: boolean };

interface DataTableProps {
  label: string;
  /** `from`: the narrowest screen that shows the column; its cells need the same `visibleFrom`. `isHidden`: the title is for screen readers. */
  heads: readonly Head[];
  /** Rows (`Table.Tr`). */
  children: ReactNode;
}

export function DataTable({ label, heads, children }: DataTableProps) {
  return (
    <Table verticalSpacing="sm" aria-label={label}>
      <Table.Thead>
        <Table.Tr>
          {heads.map((head) => {
            const { title, isNumber, from, isHidden }: Exclude<Head, string> =
              typeof head === 'string' ? { title: head } : head;
            return (
              <Table.Th
                key={title}
                scope="col"
                {...(isNumber === true && { ta: 'right' })}
                {...(from !== undefined && { visibleFrom: from })}
              >
                {isHidden === true ? <VisuallyHidden>{title}</VisuallyHidden> : title}
              </Table.Th>
            );
          })}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
}
