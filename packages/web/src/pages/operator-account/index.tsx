import { Button, Card, Group, Progress, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link, useParams } from 'react-router';
import { bodyOf, own } from '../../api/clients.js';
import { isNotFound } from '../../api/problem.js';
import {
  AccountBadge,
  operatorAccountQuery,
  type OperatorAccount,
  accountChanged,
} from '../../operator/accounts.js';
import { Copyable } from '../../parts/copy.js';
import { Empty, Page, Section, PageMissing } from '../../parts/page.js';
import { count, dateAndTime, money } from '../../parts/format.js';
import { KeyTable } from '../../parts/key-table.js';
import { late } from '../../parts/late.js';
import { QueryProblem } from '../../parts/loaded.js';
import { Balance } from './balance.js';
import { Confirm } from '../../parts/confirm.js';

const EditDetails = late(async () => ({ default: (await import('./dialogs.js')).EditDetails }));
const SignInLink = late(async () => ({ default: (await import('./dialogs.js')).SignInLink }));
const PriceHistory = late(async () => ({ default: (await import('./terms.js')).PriceHistory }));
const Terms = late(async () => ({ default: (await import('./terms.js')).Terms }));
const Ledger = late(
  () => import('./ledger.js'),
  () => <Text size="sm">The ledger could not be loaded. Reload the page.</Text>,
);

export default function AccountPage() {
  const { accountId = '' } = useParams();
  const found = useQuery(operatorAccountQuery(accountId));
  if (isNotFound(found.error)) {
    return <PageMissing home="/operator/accounts" />;
  }
  if (found.data === undefined) {
    return (
      <Page title="Account">
        {found.isError ? <QueryProblem of={found} /> : <Skeleton height={320} radius="md" />}
      </Page>
    );
  }
  const { account, keys, usedMissesToday, terms } = found.data;
  return (
    <Page title={account.name} about={<About account={account} />} actions={<Actions account={account} />}>
      <QueryProblem of={found} />
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Balance account={account} />
        <Card withBorder padding="lg">
          <Stack>
            <Title order={2} size="h4">
              Price, limits and free repeats
            </Title>
            <Misses used={usedMissesToday} of={account.terms.dailyMisses} />
            <Suspense fallback={null}>
              <Terms account={account} />
            </Suspense>
            <Title order={3} size="h5">
              History
            </Title>
            <Suspense fallback={null}>
              <PriceHistory account={account} />
            </Suspense>
          </Stack>
        </Card>
      </SimpleGrid>
      <Section title="API keys">
        {keys.length === 0 ? (
          <Empty title="This account has no keys" />
        ) : (
          <KeyTable
            keys={keys}
            revoke={async ({ id: keyId }) => {
              await bodyOf(
                own.DELETE('/operator/api/accounts/{accountId}/keys/{keyId}', {
                  params: { path: { accountId, keyId } },
                }),
              );
              await found.refetch();
            }}
          />
        )}
      </Section>
      <Section title="Terms of use">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {terms === null
            ? 'Not accepted yet.'
            : `Version ${terms.version}, accepted ${dateAndTime(terms.acceptedAt)} by ${terms.acceptedBy}. Purpose: ${terms.purpose}`}
        </Text>
      </Section>
      <Section title="Ledger" id="ledger">
        <Suspense fallback={<Skeleton height={160} radius="md" />}>
          <Ledger account={account} />
        </Suspense>
      </Section>
    </Page>
  );
}

function About({ account: { id, email, status, createdAt } }: { account: OperatorAccount }) {
  return (
    <Stack gap={4} mt={4}>
      <Group gap="xs">
        <AccountBadge status={status} />
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {email ?? 'No email'}
        </Text>
        <Text size="sm">Created {dateAndTime(createdAt)}</Text>
      </Group>
      <Copyable value={id} what="the account ID" />
    </Stack>
  );
}

function Actions({ account }: { account: OperatorAccount }) {
  const [linking, link] = useDisclosure(false);
  const [editing, edit] = useDisclosure(false);
  const isActive = account.status === 'active';
  return (
    <>
      <Button variant="default" component={Link} to={`/operator/jobs?account=${account.id}`}>
        Jobs
      </Button>
      <Button variant="default" component={Link} to={`/operator/events?account=${account.id}`}>
        Events
      </Button>
      <Button variant="default" leftSection={<LogIn size={16} />} onClick={link.open} disabled={!isActive}>
        Sign-in link
      </Button>
      <Button variant="default" onClick={edit.open}>
        Edit
      </Button>
      <ChangeState account={account} />
      <Suspense fallback={null}>
        <EditDetails account={account} opened={editing} onClose={edit.close} />
        <SignInLink account={account} opened={linking} onClose={link.close} />
      </Suspense>
    </>
  );
}

function Misses({ used, of }: { used: number; of: number }) {
  return (
    <div>
      <Text size="sm">
        {count(used)} of {count(of)} free misses used today
      </Text>
      <Progress
        value={of === 0 ? 100 : Math.min(100, (100 * used) / of)}
        aria-label={`${count(used)} of ${count(of)} free misses used today`}
        color={used >= of ? 'red' : 'brand'}
        mt={4}
      />
    </div>
  );
}

type State = OperatorAccount['status'];

/** Suspends, closes or activates an account, after a dialog that explains the consequences for its money. */
function ChangeState({ account }: { account: OperatorAccount }) {
  const queries = useQueryClient();
  const [asking, ask] = useDisclosure(false);
  // Kept while the dialog fades out.
  const [wanted, want] = useState<State>('suspended');
  const change = useMutation({
    mutationFn: (status: State) =>
      bodyOf(
        own.PATCH('/operator/api/accounts/{accountId}', {
          params: { path: { accountId: account.id } },
          body: { status },
        }),
      ),
    onSuccess: async () => {
      await accountChanged(queries, account.id);
      ask.close();
    },
  });
  const begin = (status: State) => {
    want(status);
    change.reset();
    ask.open();
  };
  const { verb, about } = questionOf(wanted, account);
  return (
    <>
      {account.status === 'active' ? (
        <>
          <Button variant="light" color="red" onClick={() => begin('suspended')}>
            Suspend
          </Button>
          <Button variant="light" color="red" onClick={() => begin('closed')}>
            Close
          </Button>
        </>
      ) : (
        <>
          {account.status === 'suspended' && (
            <Button variant="light" color="red" onClick={() => begin('closed')}>
              Close
            </Button>
          )}
          <Button color="green.9" onClick={() => begin('active')}>
            {account.status === 'closed' ? 'Reopen' : 'Activate'}
          </Button>
        </>
      )}
      <Confirm
        opened={asking}
        onClose={ask.close}
        title={`${verb} ${account.name}?`}
        action={`${verb} the account`}
        isDangerous={wanted !== 'active'}
        onConfirm={() => change.mutate(wanted)}
        isPending={change.isPending}
        error={change.error}
      >
        <Text size="sm">{about}</Text>
      </Confirm>
    </>
  );
}

function questionOf(
  wanted: State,
  { status, balanceCents }: OperatorAccount,
): { verb: string; about: string } {
  switch (wanted) {
    case 'suspended':
      return {
        verb: 'Suspend',
        about:
          'All keys and sign-ins of the account are refused from now on. Its balance and jobs stay as they are.',
      };
    case 'closed': {
      const rest =
        balanceCents === 0
          ? 'Its balance is $0.00.'
          : `Its balance of ${money(balanceCents)} stays in the ledger. Take it back on this page if you pay it out.`;
      return {
        verb: 'Close',
        about: `All keys and sign-ins of the account are refused from now on. Jobs that were paid for are finished. ${rest} You can reopen it.`,
      };
    }
    case 'active':
      return {
        verb: status === 'closed' ? 'Reopen' : 'Activate',
        about: 'The keys of the account are accepted again. People sign in anew.',
      };
  }
}
