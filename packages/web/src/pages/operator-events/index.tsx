import { Button, Group, TextInput } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { bodyOf, own } from '../../api/clients.js';
import { pagedQuery } from '../../api/paged-query.js';
import { LogEvents } from '../../operator/events.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedList } from '../../parts/paged-list.js';
import { useUrlSearch } from '../../parts/url-search.js';

interface Search {
  accountId: string | null;
  /** As the browser's input has them: `2026-11-26T03:00`, in its time zone. */
  from: string;
  to: string;
}

const isoOf = (local: string): string | null => {
  const at = new Date(local);
  return local === '' || Number.isNaN(at.getTime()) ? null : at.toISOString();
};

const eventsQuery = ({ accountId, from, to }: Search) =>
  pagedQuery(
    ['operator', 'events', accountId, from, to],
    (page) => {
      const [since, until] = [isoOf(from), isoOf(to)];
      return bodyOf(
        own.GET('/operator/api/events', {
          params: {
            query: {
              ...(accountId !== null && { accountId }),
              ...(since !== null && { from: since }),
              ...(until !== null && { to: until }),
              ...page,
            },
          },
        }),
      );
    },
    { staleTime: 0 },
  );

export default function EventsPage() {
  const { params, set } = useUrlSearch();
  const accountId = params.get('account');
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  const found = useInfiniteQuery(eventsQuery({ accountId, from, to }));
  return (
    <Page
      title="Events"
      about="What customers, operators and the server did, newest first: the log of disclosures without lookups."
    >
      <Group align="flex-end">
        <TextInput
          type="datetime-local"
          label="From"
          value={from}
          onChange={(event) => set({ from: event.currentTarget.value })}
        />
        <TextInput
          type="datetime-local"
          label="Before"
          value={to}
          onChange={(event) => set({ to: event.currentTarget.value })}
        />
        {accountId !== null && (
          <Button variant="default" onClick={() => set({ account: '' })}>
            Show all accounts
          </Button>
        )}
      </Group>
      <PagedList
        found={found}
        rows={found.data?.pages.flatMap((page) => page.events)}
        of={params.toString()}
        empty={<Empty title="Nothing happened">Choose another time.</Empty>}
      >
        {(events) => <LogEvents events={events} isOfAll />}
      </PagedList>
    </Page>
  );
}
