import { Card, Group, Progress, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { own } from '../../api/clients.js';
import {
  AccountBadge,
  OF_ACCOUNTS,
  operatorAccountQuery,
  type OperatorAccount,
} from '../../operator/accounts.js';
import { Copyable } from '../../parts/copy.js';
import { ActButton } from '../../parts/dialog.js';
import { count, dateAndTime, money } from '../../parts/format.js';
import { KeyTable } from '../../parts/key-table.js';
import { late } from '../../parts/late.js';
import { Empty, PageMissing, PageOf, Section } from '../../parts/page.js';
import { ButtonTo, Heading } from '../../parts/text.js';
import { Balance } from './balance.js';
import { EditDetails, SignInLink } from './dialogs.js';

const PriceHistory = late(async () => (await import('./terms.js')).PriceHistory);
const Terms = late(async () => (await import('./terms.js')).Terms);
const Ledger = late(async () => (await import('./ledger.js')).default, {
  placeholder: <Skeleton height={160} radius="md" />,
  instead: <Text>The ledger could not be loaded. Reload the page.</Text>,
});

export default function AccountPage() {
  const { accountId = '' } = useParams();
  const found = useQuery(operatorAccountQuery(accountId));
  return (
    <PageOf
      found={found}
      missing={<PageMissing home="/operator/accounts" />}
      before="Account"
      title={({ account }) => account.name}
      about={found.data && <About account={found.data.account} />}
      actions={found.data && <Actions account={found.data.account} />}
    >
      {({ account, keys, usedMissesToday, terms }) => (
        <>
          <SimpleGrid cols={{ base: 1, md: 2 }}>
            <Balance account={account} />
            <Card>
              <Stack>
                <Heading>Price, limits and free repeats</Heading>
                <Misses used={usedMissesToday} of={account.terms.dailyMisses} />
                <Terms account={account} />
              </Stack>
            </Card>
          </SimpleGrid>
          <Section title="Price history">
            <PriceHistory account={account} />
          </Section>
          <Section title="API keys">
            {keys.length === 0 ? (
              <Empty title="This account has no keys" />
            ) : (
              <KeyTable
                keys={keys}
                changes={OF_ACCOUNTS}
                revoke={(keyId) =>
                  own.DELETE('/operator/api/accounts/{accountId}/keys/{keyId}', {
                    params: { path: { accountId, keyId } },
                  })
                }
              />
            )}
          </Section>
          <Section title="Terms of use">
            <Text>
              {terms === null
                ? 'Not accepted yet.'
                : `Version ${terms.version}, accepted ${dateAndTime(terms.acceptedAt)} by ${terms.acceptedBy}. Purpose: ${terms.purpose}`}
            </Text>
          </Section>
          <Section title="Ledger" id="ledger">
            <Ledger account={account} />
          </Section>
        </>
      )}
    </PageOf>
  );
}

function About({ account: { id, email, status, createdAt } }: { account: OperatorAccount }) {
  return (
    <Stack gap={4} mt={4}>
      <Group gap="xs">
        <AccountBadge status={status} />
        <Text>{email ?? 'No email'}</Text>
        <Text>Created {dateAndTime(createdAt)}</Text>
      </Group>
      <Copyable value={id} what="the account ID" />
    </Stack>
  );
}

const Actions = ({ account }: { account: OperatorAccount }) => (
  <>
    <ButtonTo to={`/operator/jobs?account=${account.id}`}>Jobs</ButtonTo>
    <ButtonTo to={`/operator/events?account=${account.id}`}>Events</ButtonTo>
    <SignInLink account={account} />
    <EditDetails account={account} />
    <ChangeState account={account} />
  </>
);

function Misses({ used, of }: { used: number; of: number }) {
  return (
    <div>
      <Text>
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
  const button = (status: State, label: string, about: string) => (
    <ActButton
      key={status}
      label={label}
      button={status === 'active' ? { variant: 'filled' } : {}}
      title={`${label} ${account.name}?`}
      action={`${label} the account`}
      isDangerous={status !== 'active'}
      send={() =>
        own.PATCH('/operator/api/accounts/{accountId}', {
          params: { path: { accountId: account.id } },
          body: { status },
        })
      }
      changes={OF_ACCOUNTS}
    >
      {about}
    </ActButton>
  );
  const rest =
    account.balanceCents === 0
      ? 'Its balance is $0.00.'
      : `Its balance of ${money(account.balanceCents)} stays in the ledger. Take it back on this page if you pay it out.`;
  return (
    <>
      {account.status === 'active' &&
        button(
          'suspended',
          'Suspend',
          'All keys and sign-ins of the account are refused from now on. Its balance and jobs stay as they are.',
        )}
      {account.status !== 'closed' &&
        button(
          'closed',
          'Close',
          `All keys and sign-ins of the account are refused from now on. Jobs that were paid for are finished. ${rest} You can reopen it.`,
        )}
      {account.status !== 'active' &&
        button(
          'active',
          account.status === 'closed' ? 'Reopen' : 'Activate',
          'The keys of the account are accepted again. People sign in anew.',
        )}
    </>
  );
}
