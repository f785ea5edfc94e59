import { Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { DataTable, type DataTableProps } from './data-table.js';
import { PlainButton, type Query, QueryProblem } from './text.js';

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): Promise<{ hasNextPage: boolean }>;
}

interface Whole {
  fetchNextPage?: never;
}

interface PagedListProps<Row> {
  /** The query of the pages, or of a list that is whole. */
  found: (Pages | Whole) & Query & { isPlaceholderData: boolean };
  /** Rows of all pages loaded so far; undefined while the first is loading. */
  rows: readonly Row[] | undefined;
  /** Identifies the filter: another value starts the list over. */
  of?: string;
  /** Shown without rows. */
  empty: ReactNode;
  /** @param rows undefined while the first page is loading */
  children: (rows: readonly Row[] | undefined) => ReactNode;
}

/** A list that may grow by pages: an error, nothing found, or the rows and a button for more. Rows of another filter are faint. */
export function PagedList<Row>({ found, rows, of = '', empty, children }: PagedListProps<Row>) {
  const { isPlaceholderData: isOld, isError } = found;
  return (
    <>
      <QueryProblem of={found} />
      {rows?.length === 0
        ? !isOld && empty
        : (rows !== undefined || !isError) && (
            <Stack aria-busy={isOld} style={{ opacity: isOld ? 0.6 : 1 }}>
              {children(rows)}
            </Stack>
          )}
      {found.fetchNextPage && <ShowMore key={of} pages={found} />}
    </>
  );
}

type PagedTableProps<Row> = Omit<PagedListProps<Row>, 'children'> & DataTableProps<Row>;

/** Table that grows by pages. */
export const PagedTable = <Row extends object>(props: PagedTableProps<Row>) => (
  <PagedList {...props}>{(rows) => <DataTable {...props} rows={rows} />}</PagedList>
);

/** Button below a list; hidden if the list has only one page. */
function ShowMore({ pages }: { pages: Pages }) {
  const [hasShownAll, setShownAll] = useState(false);
  if (!pages.hasNextPage) return hasShownAll ? <TheEnd /> : null;
  const showMore = async () => {
    const { hasNextPage } = await pages.fetchNextPage();
    setShownAll(!hasNextPage);
  };
  return (
    <Group justify="center">
      <PlainButton onClick={() => void showMore()} loading={pages.isFetchingNextPage}>
        Show more
      </PlainButton>
    </Group>
  );
}

/** Replaces the pressed button at the end of the list, and takes its focus. */
function TheEnd() {
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => end.current?.focus({ preventScroll: true }), []);
  return (
    <Text ref={end} tabIndex={-1} c="dimmed" ta="center">
      This is the whole list.
    </Text>
  );
}
