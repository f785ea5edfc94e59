import { Stack, Button, Group, Text } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Loaded, type Query } from './loaded.js';

interface PagedListProps<Row> {
  /** The query of the pages. */
  found: Pages & Query;
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
  // By name, because the query renders again for each field that is read.
  const { isError, error, refetch } = found;
  return (
    <Loaded of={{ isError, error, refetch, data: rows }}>
      {(all) =>
        all.length === 0 ? (
          empty
        ) : (
          <Stack>
            {children(all)}
            <ShowMore pages={found} of={of} />
          </Stack>
        )
      }
    </Loaded>
  );
}

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage(): Promise<{ hasNextPage: boolean }>;
}

interface ShowMoreProps {
  pages: Pages;
  /** Identifies the list and its filter. */
  of: string;
}

/** Button below a paginated list; hidden if the list has only one page. */
export function ShowMore({ pages, of }: ShowMoreProps) {
  return <MoreOfOne key={of} pages={pages} />;
}

function MoreOfOne({ pages }: { pages: Pages }) {
  const [hasShownAll, setShownAll] = useState(false);
  if (!pages.hasNextPage) return hasShownAll ? <TheEnd /> : null;
  const showMore = async () => {
    const { hasNextPage } = await pages.fetchNextPage();
    setShownAll(!hasNextPage);
  };
  return (
    <Group justify="center">
      <Button variant="default" onClick={() => void showMore()} loading={pages.isFetchingNextPage}>
        Show more
      </Button>
    </Group>
  );
}

/** Replaces the pressed button at the end of the list, and takes its focus. */
function TheEnd() {
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => end.current?.focus({ preventScroll: true }), []);
  return (
    <Text ref={end} tabIndex={-1} size="sm" c="dimmed" ta="center">
      This is the whole list.
    </Text>
  );
}
