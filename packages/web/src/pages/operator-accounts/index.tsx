import { Anchor, Badge, Button, CloseButton, Skeleton, Stack, Table, Text, TextInput } from '@mantine/core';
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { accountsQuery, type OperatorAccount } from '../../operator/accounts.js';
import { Empty } from '../../parts/empty.js';
import { date, money } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { ShowMore } from '../../parts/show-more.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { CreateAccount } from './create-account.js';

const TYPING_PAUSE_MS = 250;

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

/** What is searched for stands in the URL, so that going back finds the same list. */
function AccountList() {
  const [params, setParams] = useSearchParams();
  const search = params.get('search') ?? '';
  const [typed, setTyped] = useState(search);
  const apply = useDebouncedCallback((text: string) => {
    setParams(text.trim() === '' ? {} : { search: text.trim() }, { replace: true });
  }, TYPING_PAUSE_MS);
  const type = (text: string) => {
    setTyped(text);
    apply(text);
  };
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
          <Empty title="No account fits">
            Search for another part of the name, the email, or the whole ID.
          </Empty>
        )
      ) : (
        <>
          <Table verticalSpacing="sm" highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Name</Table.Th>
                <Table.Th visibleFrom="sm">Email</Table.Th>
                <Table.Th visibleFrom="xs">Status</Table.Th>
                <Table.Th ta="right">Balance</Table.Th>
                <Table.Th visibleFrom="md" ta="right">
                  Price
                </Table.Th>
                <Table.Th visibleFrom="md">Created</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {accounts.map((account) => (
                <AccountRow key={account.id} account={account} />
              ))}
            </Table.Tbody>
          </Table>
          <ShowMore pages={found} />
        </>
      )}
    </Stack>
  );
}

function AccountRow({ account }: { account: OperatorAccount }) {
  const { id, name, email, status, balanceCents, terms, createdAt } = account;
  const badge = (
    <Badge color={status === 'active' ? 'green' : 'red'} variant="light">
      {status}
    </Badge>
  );
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor
          component={Link}
          to={`/operator/accounts/${id}`}
          fw={500}
          style={{ overflowWrap: 'anywhere' }}
        >
          {name}
        </Anchor>
        <Text hiddenFrom="sm" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email ?? ''}
        </Text>
        {status === 'suspended' && (
          <Text span hiddenFrom="xs">
            {badge}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
        {email ?? ''}
      </Table.Td>
      <Table.Td visibleFrom="xs">{badge}</Table.Td>
      <Table.Td ta="right">{money(balanceCents)}</Table.Td>
      <Table.Td visibleFrom="md" ta="right">
        {money(terms.priceCents)}
      </Table.Td>
      <Table.Td visibleFrom="md">{date(createdAt)}</Table.Td>
    </Table.Tr>
  );
}
