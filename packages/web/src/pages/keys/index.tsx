import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { Empty } from '../../parts/empty.js';
import { KeyTable } from '../../parts/key-table.js';
import { late } from '../../parts/late.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { CreateKey } from './create-key.js';

const Webhooks = late(() => import('./webhooks.js'));

const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: () => bodyOf(own.GET('/app/api/keys')),
});

export default function KeysPage() {
  const found = useQuery(keysQuery);
  const [isCreating, creating] = useDisclosure(false);
  return (
    <Page
      title="API keys"
      about="For programs and the command line. Whoever has a key can spend your balance with it."
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={creating.open}>
          Create key
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        A live key finds real owners and charges for matches. A test key finds made-up owners and never
        charges.
      </Text>
      {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
      {found.data?.keys.length === 0 && (
        <Empty title="No API keys yet">Create one for each program, so that you can revoke it alone.</Empty>
      )}
      {(found.data === undefined ? !found.isError : found.data.keys.length > 0) && (
        <KeyTable
          keys={found.data?.keys}
          revoke={async ({ id: keyId }) => {
            await bodyOf(own.DELETE('/app/api/keys/{keyId}', { params: { path: { keyId } } }));
            await found.refetch();
          }}
        />
      )}
      <Suspense fallback={null}>
        <Webhooks />
      </Suspense>
      <CreateKey opened={isCreating} onClose={creating.close} />
    </Page>
  );
}
