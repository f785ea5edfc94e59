import { Text } from '@mantine/core';
import { Plus, Search } from 'lucide-react';
import { given, own, usePages } from '../../api/clients.js';
import { AccountBadge, OF_ACCOUNTS, type OperatorAccount } from '../../operator/accounts.js';
import type { Column } from '../../parts/data-table.js';
import { UrlText } from '../../parts/filters.js';
import { dateAndTime, money } from '../../parts/format.js';
import { loadedPart } from '../../parts/late.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedTable } from '../../parts/paged-list.js';
import { SecretButton } from '../../parts/secret-dialog.js';
import { Fine, LinkTo } from '../../parts/text.js';
import { useUrlSearch } from '../../parts/url-search.js';
import type { Sent } from './new-account.js';

const COLUMNS: readonly Column<OperatorAccount>[] = [
  {
    title: 'Name',
    breaks: 'anywhere',
    cell: ({ id, name, email, status }) => (
      <>
        <LinkTo to={`/operator/accounts/${id}`} fw={500}>
          {name.trim() === '' ? 'No name' : name}
        </LinkTo>
        {/* Names aren't unique. */}
        <Fine ff="monospace">{id.slice(0, 8)}</Fine>
        <Fine hiddenFrom="sm">{email ?? ''}</Fine>
        {status !== 'active' && (
          <Text span hiddenFrom="xs">
            <AccountBadge status={status} />
          </Text>
        )}
      </>
    ),
  },
  {
    title: 'Email',
    from: 'sm',
    breaks: 'anywhere',
    cell: ({ email }) => (
      <Text lineClamp={2} miw={180} title={email ?? ''}>
        {email ?? ''}
      </Text>
    ),
  },
  { title: 'Status', from: 'xs', cell: AccountBadge },
  {
    title: 'Balance',
    isNumber: true,
    breaks: 'never',
    cell: ({ balanceCents }) => money(balanceCents),
  },
  { title: 'Price', isNumber: true, from: 'md', cell: ({ terms }) => money(terms.priceCents) },
  { title: 'Created', from: 'lg', breaks: 'never', cell: ({ createdAt }) => dateAndTime(createdAt) },
];

export default function AccountsPage() {
  const search = useUrlSearch().params.get('search') ?? '';
  const asked = { limit: 50, ...given({ search }) };
  const found = usePages('/operator/api/accounts', { params: { query: asked } });
  return (
    <Page title="Accounts" about="Customers with their balances, newest first." actions={<CreateAccount />}>
      <UrlText
        name="search"
        role="searchbox"
        aria-label="Search accounts"
        placeholder="Part of a name or email, or an account ID"
        leftSection={<Search size={16} />}
        clear="Clear the search"
      />
      <PagedTable
        label="Accounts"
        found={found}
        rows={found.data?.pages.flatMap((page) => page.accounts)}
        of={search}
        columns={COLUMNS}
        highlightOnHover
        empty={
          search === '' ? (
            <Empty title="No accounts yet">Create one and hand its key to your first customer.</Empty>
          ) : (
            <Empty title="No accounts match">
              Search for another part of the name, the email, or the whole ID.
            </Empty>
          )
        }
      />
    </Page>
  );
}

// Loaded when its dialog opens.
const NewAccountForm = loadedPart(async () => (await import('./new-account.js')).NewAccountForm);

/** Asks for the account's details, then shows its first key once. */
function CreateAccount() {
  return (
    <SecretButton
      label="Create account"
      button={{ variant: 'filled', leftSection: <Plus size={16} /> }}
      title="Create account"
      send={({ body, key }: Sent) =>
        own.POST('/operator/api/accounts', { params: { header: { 'Idempotency-Key': key } }, body })
      }
      changes={OF_ACCOUNTS}
      done="I have copied the key"
      secretOf={({ account, apiKey }) => ({
        title: `${account.name} is ready`,
        label: 'API key',
        value: apiKey,
        about:
          "Copy the key now: it isn't shown again. Give it to the customer in a way that only they can read.",
        more: (
          <Text>
            With the key they sign in at {window.location.origin}/app, or use it in programs. Customers who
            need no key can get a sign-in link instead, on the account&apos;s page.
          </Text>
        ),
      })}
    >
      {(create) => <NewAccountForm create={create} />}
    </SecretButton>
  );
}
