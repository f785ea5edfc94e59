import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AppSchemas } from '@skiptrace/contract/app';
import { priceChangesQuery } from '../../operator/accounts.js';
import { LogEvents } from '../../operator/log-events.js';
import { ProblemNote } from '../../parts/problem-note.js';

/** Table of the changes of price and limits: time, old and new value, author. */
export function PriceHistory({ account }: { account: AppSchemas['OperatorAccount'] }) {
  const found = useQuery(priceChangesQuery(account.id));
  if (found.isError) return <ProblemNote error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return null;
  if (found.data.events.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Price and limits were never changed.
      </Text>
    );
  return <LogEvents label="Changes of price and limits" events={found.data.events} />;
}
