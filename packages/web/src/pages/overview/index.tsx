import { Text } from '@mantine/core';
import { money } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useAccount } from '../../session/sessions.js';

export default function OverviewPage() {
  const account = useAccount();
  return (
    <Page title="Overview">
      {account.isError && <ProblemNote error={account.error} retry={() => void account.refetch()} />}
      {account.data !== undefined && <Text>{money(account.data.balanceCents)}</Text>}
    </Page>
  );
}
