import { Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';

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
