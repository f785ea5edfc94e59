import { Anchor, Button, CloseButton, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { Link } from 'react-router';
import { AccountBadge } from '../../operator/account-badge.js';
import { accountsQuery, type OperatorAccount } from '../../operator/accounts.js';
import { Empty } from '../../parts/empty.js';
import { money, time } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ShowMore } from '../../parts/show-more.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useTypedSearch } from '../../parts/url-search.js';
import { CreateAccount } from './create-account.js';

export default function AccountsPage() {
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="Accounts"
      about="Customers with their balances, newest first."
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={open}>
          Create account
        </Button>
      }
    >
      <AccountList />
      <CreateAccount opened={creating} onClose={close} />
    </Page>
  );
}

function AccountList() {
  const { search, typed, type } = useTypedSearch('search');
  const found = useInfiniteQuery(accountsQuery(search));
  const accounts = found.data?.pages.flatMap((page) => page.accounts);
  return (
    <Stack>
      <TextInput
        role="searchbox"
        aria-label="Search accounts"
        placeholder="Part of a name or email, or an account ID"
        leftSection={<Search size={16} aria-hidden />}
        value={typed}
        maxLength={100}
        onChange={(event) => type(event.currentTarget.value)}
        rightSection={typed !== '' && <CloseButton aria-label="Clear the search" onClick={() => type('')} />}
      />
      {found.isError && <ProblemNote error={found.error} retry={() => void found.refetch()} />}
      {accounts === undefined ? (
        !found.isError && <Skeleton height={240} radius="md" />
      ) : accounts.length === 0 ? (
        search === '' ? (
          <Empty title="No accounts yet">Create one and hand its key to your first customer.</Empty>
        ) : (
          <Empty title="No accounts match">
            Search for another part of the name, the email, or the whole ID.
          </Empty>
        )
      ) : (
        <>
          <Table verticalSpacing="sm" highlightOnHover aria-label="Accounts">
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Name</Table.Th>
                <Table.Th scope="col" visibleFrom="sm">
                  Email
                </Table.Th>
                <Table.Th scope="col" visibleFrom="xs">
                  Status
                </Table.Th>
                <Table.Th scope="col" ta="right">
                  Balance
                </Table.Th>
                <Table.Th scope="col" visibleFrom="md" ta="right">
                  Price
                </Table.Th>
                <Table.Th scope="col" visibleFrom="lg">
                  Created
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {accounts.map((account) => (
                <AccountRow key={account.id} account={account} />
              ))}
            </Table.Tbody>
          </Table>
          <ShowMore pages={found} of={search} />
        </>
      )}
    </Stack>
  );
}

function AccountRow({ account }: { account: OperatorAccount }) {
  const { id, name, email, status, balanceCents, terms, createdAt } = account;
  const badge = <AccountBadge status={status} />;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          to={`/operator/accounts/${id}`}
          size="sm"
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name.trim() === '' ? 'No name' : name}
        </Anchor>
        {/* Names aren't unique. */}
        <Text size="xs" c="dimmed" ff="monospace">
          {id.slice(0, 8)}
        </Text>
        <Text hiddenFrom="sm" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email ?? ''}
        </Text>
        {status !== 'active' && (
          <Text span hiddenFrom="xs">
            {badge}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" lineClamp={2} title={email ?? ''}>
          {email ?? ''}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="xs">{badge}</Table.Td>
      <Table.Td ta="right" style={{ whiteSpace: 'nowrap' }}>
        {money(balanceCents)}
      </Table.Td>
      <Table.Td visibleFrom="md" ta="right">
        {money(terms.priceCents)}
      </Table.Td>
      <Table.Td visibleFrom="lg" style={{ whiteSpace: 'nowrap' }}>
        {time(createdAt)}
      </Table.Td>
    </Table.Tr>
  );
}
