import { Accordion, Text, TextInput } from '@mantine/core';
import { Plus, Search } from 'lucide-react';
import type { Doing } from '../../api/act.js';
import { given, own, usePages } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { useRequestKeys } from '../../api/request-key.js';
import {
  AccountBadge,
  DOLLARS_AT_ONCE,
  isSameName,
  OF_ACCOUNTS,
  type OperatorAccount,
} from '../../operator/accounts.js';
import { areGood, PROPOSED_TERMS, TermsFields, termsOf } from '../../operator/terms.js';
import type { Column } from '../../parts/data-table.js';
import { DialogForm } from '../../parts/dialog.js';
import { useDraft } from '../../parts/fields.js';
import { UrlText } from '../../parts/filters.js';
import { dateAndTime, money } from '../../parts/format.js';
import { faultOf, numberIn, NumberField } from '../../parts/number-field.js';
import { Empty, Page } from '../../parts/page.js';
import { PagedTable } from '../../parts/paged-list.js';
import { SecretButton } from '../../parts/secret-dialog.js';
import { Fine, LinkTo } from '../../parts/text.js';
import { useUrlSearch } from '../../parts/url-search.js';

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
      <Text lineClamp={2} title={email ?? ''}>
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

interface NewAccount {
  name: string;
  email: string | null;
  balanceCents: number;
  terms: OperatorAccount['ownTerms'];
  purpose?: string;
  mayShareName: boolean;
}

interface Sent {
  body: NewAccount;
  key: string;
}

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
      {(create) => <Form create={create} />}
    </SecretButton>
  );
}

const EMPTY = { name: '', email: '', balance: '', purpose: '', terms: PROPOSED_TERMS };

function Form({ create }: { create: Doing & { run: (sent: Sent) => void; reset: () => void } }) {
  const { draft, change, text } = useDraft(EMPTY);
  // One key per dialog, so a retry after a lost response can't create a second account, even with changed input.
  const key = useRequestKeys().keyOf('account');
  const { error } = create;
  const purpose = draft.purpose.trim();
  const isShort = purpose !== '' && purpose.length < 10;
  const isGood =
    draft.name.trim() !== '' &&
    faultOf(draft.balance, DOLLARS_AT_ONCE) === null &&
    areGood(draft.terms) &&
    !isShort;
  const submit = () => {
    const body = {
      name: draft.name.trim(),
      email: draft.email.trim() || null,
      balanceCents: draft.balance.trim() === '' ? 0 : Math.round(numberIn(draft.balance) * 100),
      terms: termsOf(draft.terms),
      mayShareName: isSameName(error),
      ...given({ purpose }),
    };
    create.run({ body, key });
  };
  return (
    <DialogForm
      act={create}
      action={isSameName(error) ? 'Create another one' : 'Create account'}
      onSubmit={submit}
      isBlocked={!isGood}
      advice={
        error instanceof Problem &&
        error.status === null && (
          <Text>
            The account may have been made. Trying again here makes no second one: change nothing, and you get
            its key.
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
          change({ name: event.currentTarget.value });
          if (isSameName(error)) create.reset();
        }}
      />
      <TextInput
        label="Email"
        type="email"
        description="Sign-in links go there. It can stay empty."
        maxLength={254}
        {...text('email')}
      />
      <NumberField label="Opening balance" bounds={DOLLARS_AT_ONCE} placeholder="0.00" {...text('balance')} />
      <TextInput
        label="Purpose"
        description="What they use results for. It accepts the terms of use for them; leave it empty to let them do it."
        maxLength={500}
        error={isShort ? 'Say it in a few words.' : null}
        {...text('purpose')}
      />
      <Accordion variant="contained">
        <Accordion.Item value="terms">
          <Accordion.Control>Price, limits and free repeats</Accordion.Control>
          <Accordion.Panel>
            <TermsFields value={draft.terms} onChange={(terms) => change({ terms })} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </DialogForm>
  );
}
