import type { Account } from '@skiptrace/contract';
import { Anchor, Button, Group, Text, NativeSelect, Skeleton, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'react-router';
import { TopUpSentence, afterMoneyMoved } from '../../money.js';
import { Confirm } from '../../parts/confirm.js';
import { Emails, count, money, plural, dateAndTime } from '../../parts/format.js';
import { Facts } from '../../parts/facts.js';
import { Page, Section } from '../../parts/page.js';
import { QueryProblem } from '../../parts/loaded.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useAccount, useSession, settingsQuery, useChoose, usePreferences } from '../../session/sessions.js';
import { useSignOut } from '../../session/sign-out.js';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { say } from '../../parts/toast.js';
import { SAVED_LOOKUPS } from '../../session/saved-lookups.js';

export default function AccountPage() {
  const account = useAccount();
  return (
    <Page title="Account">
      <Who />
      <QueryProblem of={account} />
      {!account.isError && <Terms account={account.data} />}
      <Saved />
      <SignedIn />
    </Page>
  );
}

function Who() {
  const { name, email, accountId } = useSession();
  return (
    <Section title="You">
      <Facts
        facts={[
          ['Name', name],
          ['Email', email === null ? 'None' : <Emails key="email" of={[email]} />],
          ['Account ID', accountId],
        ]}
      />
      <Text size="sm" c="dimmed">
        To change the name or the email, write to{' '}
        <Anchor component={Link} to="/app/support" inherit>
          support
        </Anchor>
        .
      </Text>
    </Section>
  );
}

/** @param account undefined until it is known */
function Terms({ account }: { account: Account | undefined }) {
  return (
    <Section title="Price and limits">
      <Facts
        areFigures
        facts={[
          ['Balance', account && <span style={{ whiteSpace: 'nowrap' }}>{money(account.balanceCents)}</span>],
          [
            'Price per match',
            account && (account.mode === 'test' ? 'Free in test mode' : money(account.pricePerMatchCents)),
          ],
          ['Free misses a day', account && count(account.dailyMisses.limit)],
          ['Rows per list', account && count(account.rowsPerJob)],
          ['Lookups a minute', account && count(account.requestsPerMinute.single)],
          ['Bulk lookups a minute', account && count(account.requestsPerMinute.bulk)],
        ]}
      />
      {account !== undefined && (
        <Text size="sm">
          {account.mode === 'test'
            ? 'Test mode counts no misses.'
            : 'A lookup without a match uses one of the free misses; every four matches give one back, and lists use none.'}
        </Text>
      )}
      {account?.freeRepeatDays !== undefined && (
        <Text size="sm">
          A property you paid for is free again for {plural(account.freeRepeatDays, 'day')}, in any spelling:
          in lookups, bulk lookups and lists.
        </Text>
      )}
      {account?.topUpUrl !== undefined && (
        <Text size="sm">
          <TopUpSentence />.
        </Text>
      )}
      {account?.termsUrl && (
        <Text size="sm">
          <Anchor href={account.termsUrl} target="_blank" rel="noreferrer" inherit>
            Terms of use
          </Anchor>
        </Text>
      )}
    </Section>
  );
}

function Saved() {
  return useSession().mode === 'live' ? (
    <>
      <Section title="Saved lookups">
        <SavedLookupDays />
      </Section>
      <ListMails />
    </>
  ) : null;
}

function SignedIn() {
  const { signedInWith, expiresAt, mode } = useSession();
  const [isAsking, asking] = useDisclosure(false);
  const here = useSignOut();
  const everywhere = useSignOut();
  return (
    <Section title="Sign-in">
      <Text size="sm">
        You signed in with {signedInWith === 'link' ? 'a link' : `a ${mode} API key`}. Your session ends by{' '}
        {dateAndTime(expiresAt)}.
      </Text>
      {here.isError && <ProblemNote error={here.error} />}
      <Group>
        <Button variant="default" loading={here.isPending} onClick={() => here.mutate({ everywhere: false })}>
          Sign out here
        </Button>
        <Button
          variant="default"
          onClick={() => {
            everywhere.reset();
            asking.open();
          }}
        >
          Sign out everywhere
        </Button>
      </Group>
      <Confirm
        opened={isAsking}
        onClose={asking.close}
        title="Sign out everywhere?"
        action="Sign out everywhere"
        onConfirm={() => everywhere.mutate({ everywhere: true })}
        isPending={everywhere.isPending}
        error={everywhere.error}
      >
        Every browser that is signed in {mode === 'test' ? 'with this test key' : 'to this account'} has to
        sign in again, this one too. API keys go on working; revoke those you do not trust on the{' '}
        <Anchor component={Link} to="/app/keys" inherit>
          API keys
        </Anchor>{' '}
        page.
      </Confirm>
    </Section>
  );
}

const CHOICES = [0, 7, 30, 90, 180, 365];

/** Choice of how many days the account's lookups are saved. */
function SavedLookupDays() {
  const queries = useQueryClient();
  const preferences = usePreferences();
  const [asked, setAsked] = useState<number | null>(null);
  const choose = useChoose(() => {
    say('Saved.');
    setAsked(null);
    void queries.invalidateQueries({ queryKey: SAVED_LOOKUPS });
    afterMoneyMoved(queries);
  });
  if (preferences.isError) return <QueryProblem of={preferences} />;
  // Shows a new choice before the server has confirmed it.
  const chosen = { ...preferences.data, ...(choose.isPending && choose.variables) };
  const days = chosen.savedLookupDays;
  if (days === undefined) return <Skeleton h={60} maw={280} />;
  const choices = [...new Set([...CHOICES, days])].sort((one, other) => one - other);
  return (
    <>
      <NativeSelect
        label="Save my lookups for"
        maw={280}
        data={choices.map((choice) => ({
          value: String(choice),
          label: choice === 0 ? 'Don’t save them' : plural(choice, 'day'),
        }))}
        value={String(days)}
        onChange={({ currentTarget: { value } }) => {
          choose.reset();
          if (Number(value) < days) setAsked(Number(value));
          else choose.mutate({ savedLookupDays: Number(value) });
        }}
      />
      {choose.isError && asked === null && <ProblemNote error={choose.error} />}
      <Text size="sm" c="dimmed">
        Everyone who signs in to this account sees them, on any device. A saved address is shown again for
        free. Lookups with your API keys are saved too; lists and bulk lookups aren’t.
      </Text>
      <Switch
        label="Name addresses in Billing"
        description="Show the address of each saved lookup beside its charge, to you and to our support."
        checked={chosen.namePurchases === true}
        onChange={({ currentTarget: { checked } }) => {
          choose.reset();
          choose.mutate({ namePurchases: checked });
        }}
      />
      <Confirm
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 0 ? 'Delete all saved lookups?' : 'Delete older lookups?'}
        action={asked === 0 ? 'Delete all' : 'Delete older lookups'}
        isDangerous
        onConfirm={() => {
          if (asked !== null) choose.mutate({ savedLookupDays: asked });
        }}
        isPending={choose.isPending}
        error={choose.error}
      >
        {asked === 0
          ? 'We delete all saved lookups now and save no new ones. Looking the same address up again costs the price of a match each time.'
          : `We delete lookups older than ${plural(asked ?? 0, 'day')} now. You can’t undo this.`}
      </Confirm>
    </>
  );
}

/** Switches for mails about lists that need approval or are ready; hidden if the server can't send mail. */
function ListMails() {
  const { email } = useSession();
  const preferences = usePreferences();
  const settings = useQuery(settingsQuery);
  const choose = useChoose(() => say('Saved.'));
  if (email === null || settings.data?.signInByEmail !== true || preferences.data === undefined) return null;
  const chosen = { ...preferences.data, ...(choose.isPending && choose.variables) };
  return (
    <Section title="Emails">
      <Switch
        label="Email me about my lists"
        description={`We write to ${email} when a list needs your approval or is ready. The email has a link and nothing from your list.`}
        checked={chosen.mailLists}
        onChange={({ currentTarget: { checked } }) => choose.mutate({ mailLists: checked })}
      />
      {choose.isError && <ProblemNote error={choose.error} />}
    </Section>
  );
}
