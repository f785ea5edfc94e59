import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProblemNote } from './problem-note.js';
import { ShowMore } from './show-more.js';

interface PagedListProps<Row> {
  /** The query of the pages. */
  found: Parameters<typeof ShowMore>[0]['pages'] & {
    isError: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  /** Rows of all pages loaded so far; undefined while the first is loading. */
  rows: readonly Row[] | undefined;
  /** Identifies the list and its filter: another value starts it over. */
  of: string;
  /** Shown without rows. */
  empty: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}

/** A list that grows by pages: an error, a skeleton, nothing found, or the rows and a button for more. */
export function PagedList<Row>({ found, rows, of, empty, children }: PagedListProps<Row>) {
  return (
    <>
      {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
      {rows === undefined ? (
        !found.isError && <Skeleton height={240} radius="md" />
      ) : rows.length === 0 ? (
        empty
      ) : (
        <Stack>
          {children(rows)}
          <ShowMore pages={found} of={of} />
        </Stack>
      )}
    </>
  );
}
