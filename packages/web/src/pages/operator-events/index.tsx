import { Group } from '@mantine/core';
import { given, usePages } from '../../api/clients.js';
import { KIND_WORDS, LogEvents } from '../../operator/events.js';
import { UrlSelect, UrlTime } from '../../parts/filters.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedList } from '../../parts/paged-list.js';
import { PlainButton } from '../../parts/text.js';
import { useUrlChoice, useUrlSearch } from '../../parts/url-search.js';

/** @param local as the browser's input has it: `2026-11-26T03:00`, in its time zone */
const isoOf = (local: string | null): string | undefined => {
  const at = new Date(local ?? '');
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};

export default function EventsPage() {
  const { params, set } = useUrlSearch();
  const accountId = params.get('account');
  const kind = useUrlChoice('kind', KIND_WORDS);
  const query = given({ kind, accountId, from: isoOf(params.get('from')), to: isoOf(params.get('to')) });
  const found = usePages('/operator/api/events', { params: { query } });
  return (
    <Page
      title="Events"
      about="What customers, operators and the server did, newest first: the log of disclosures without lookups."
    >
      <Group align="flex-end">
        <UrlSelect name="kind" label="What" all="Everything" choices={KIND_WORDS} />
        <UrlTime type="datetime-local" label="From" name="from" />
        <UrlTime type="datetime-local" label="Before" name="to" />
        {accountId !== null && (
          <PlainButton onClick={() => set({ account: '' })}>Show all accounts</PlainButton>
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
