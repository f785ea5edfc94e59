import { Anchor, Button, CloseButton, Stack, Table, Text, TextInput, Accordion } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { Link } from 'react-router';
import {
  AccountBadge,
  accountsQuery,
  type OperatorAccount,
  DOLLARS_AT_ONCE,
  isSameName,
} from '../../operator/accounts.js';
import { Empty, Page } from '../../parts/page.js';
import { money, dateAndTime } from '../../parts/format.js';
import { DataTable } from '../../parts/data-table.js';
import { PagedList } from '../../parts/paged-list.js';
import { DialogForm } from '../../parts/dialog-form.js';
import { useTypedSearch } from '../../parts/url-search.js';
import { useState } from 'react';
import { bodyOf, own } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { areGood, PROPOSED_TERMS, TermsFields, termsOf, type TermsInput } from '../../operator/terms.js';
import { faultOf, numberIn, NumberField } from '../../parts/number-field.js';
import { useRequestKeys } from '../../parts/request-key.js';
import { SecretDialog, useSecret } from '../../parts/secret-dialog.js';

export default function AccountsPage() {
  const [creating, { open, close }] = useDisclosure(false);
  return (
    <Page
      title="Accounts"
      about="Customers with their balances, newest first."
      actions={
        <Button leftSection={<Plus size={16} />} onClick={open}>
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
        leftSection={<Search size={16} />}
        value={typed}
        maxLength={100}
        onChange={(event) => type(event.currentTarget.value)}
        rightSection={typed !== '' && <CloseButton aria-label="Clear the search" onClick={() => type('')} />}
      />
      <PagedList
        found={found}
        rows={accounts}
        of={search}
        empty={
          search === '' ? (
            <Empty title="No accounts yet">Create one and hand its key to your first customer.</Empty>
          ) : (
            <Empty title="No accounts match">
              Search for another part of the name, the email, or the whole ID.
            </Empty>
          )
        }
      >
        {(rows) => (
          <DataTable
            label="Accounts"
            highlightOnHover
            heads={[
              'Name',
              { title: 'Email', from: 'sm' },
              { title: 'Status', from: 'xs' },
              { title: 'Balance', isNumber: true },
              { title: 'Price', isNumber: true, from: 'md' },
              { title: 'Created', from: 'lg' },
            ]}
          >
            {rows.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </DataTable>
        )}
      </PagedList>
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
        {dateAndTime(createdAt)}
      </Table.Td>
    </Table.Tr>
  );
}

interface Draft {
  name: string;
  email: string;
  balance: string;
  purpose: string;
  terms: TermsInput;
}

const EMPTY: Draft = { name: '', email: '', balance: '', purpose: '', terms: PROPOSED_TERMS };

/** Asks for the account's details, then shows its first key once. */
function CreateAccount({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(EMPTY);
  const keys = useRequestKeys();
  const create = useSecret({
    name: 'account',
    make: ({ name, email, balance, purpose, terms, mayShareName }: Draft & { mayShareName: boolean }) => {
      const body = {
        name: name.trim(),
        email: email.trim() === '' ? null : email.trim(),
        balanceCents: balance.trim() === '' ? 0 : Math.round(numberIn(balance) * 100),
        terms: termsOf(terms),
        mayShareName,
        ...(purpose.trim() !== '' && { purpose: purpose.trim() }),
      };
      // One key per dialog, so a retry after a lost response can't create a second account, even with changed input.
      const header = { 'Idempotency-Key': keys.keyOf('account') };
      return bodyOf(own.POST('/operator/api/accounts', { params: { header }, body }));
    },
    onSuccess: () => keys.renew(),
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator', 'accounts'] }),
    onClose: () => {
      keys.renew();
      setDraft(EMPTY);
      onClose();
    },
  });
  const made = create.data;
  const isGood =
    draft.name.trim() !== '' &&
    faultOf(draft.balance, DOLLARS_AT_ONCE) === null &&
    areGood(draft.terms) &&
    (draft.purpose.trim() === '' || draft.purpose.trim().length >= 10);
  return (
    <SecretDialog
      opened={opened}
      onClose={create.close}
      title={made === undefined ? 'Create account' : `${made.account.name} is ready`}
      isPending={create.isPending}
      secret={
        made === undefined
          ? null
          : {
              label: 'API key',
              value: made.apiKey,
              about:
                "Copy the key now: it isn't shown again. Give it to the customer in a way that only they can read.",
              more: (
                <Text size="sm">
                  With the key they sign in at {window.location.origin}/app, or use it in programs. Customers
                  who need no key can get a sign-in link instead, on the account&apos;s page.
                </Text>
              ),
            }
      }
      done="I have copied the key"
    >
      <DialogForm
        action={isSameName(create.error) ? 'Create another one' : 'Create account'}
        onSubmit={() => create.make({ ...draft, mayShareName: isSameName(create.error) })}
        onCancel={create.close}
        isPending={create.isPending}
        isBlocked={!isGood}
        error={create.error}
        advice={
          create.error instanceof Problem &&
          create.error.status === null && (
            <Text size="sm">
              The account may have been made. Trying again here makes no second one: change nothing, and you
              get its key.
            </Text>
          )
        }
      >
        <TextInput
          label="Name"
          required
          maxLength={200}
          data-autofocus
          value={draft.name}
          onChange={(event) => {
            setDraft({ ...draft, name: event.currentTarget.value });
            if (isSameName(create.error)) create.reset();
          }}
        />
        <TextInput
          label="Email"
          type="email"
          description="Sign-in links go there. It can stay empty."
          maxLength={254}
          value={draft.email}
          onChange={(event) => setDraft({ ...draft, email: event.currentTarget.value })}
        />
        <NumberField
          label="Opening balance"
          bounds={DOLLARS_AT_ONCE}
          placeholder="0.00"
          value={draft.balance}
          onChange={(balance) => setDraft({ ...draft, balance })}
        />
        <TextInput
          label="Purpose"
          description="What they use results for. It accepts the terms of use for them; leave it empty to let them do it."
          maxLength={500}
          value={draft.purpose}
          onChange={(event) => setDraft({ ...draft, purpose: event.currentTarget.value })}
          error={
            draft.purpose.trim() !== '' && draft.purpose.trim().length < 10 ? 'Say it in a few words.' : null
          }
        />
        <Accordion variant="contained">
          <Accordion.Item value="terms">
            <Accordion.Control>Price, limits and free repeats</Accordion.Control>
            <Accordion.Panel>
              <TermsFields value={draft.terms} onChange={(terms) => setDraft({ ...draft, terms })} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      </DialogForm>
    </SecretDialog>
  );
}
