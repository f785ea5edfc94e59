import { Anchor, Group, NativeSelect, Skeleton, Switch, Text } from '@mantine/core';
import type { Account } from '@skiptrace/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OF_MONEY, TopUpSentence } from '../../money.js';
import { ActButton, Confirm } from '../../parts/dialog.js';
import { Facts } from '../../parts/facts.js';
import { count, dateAndTime, Emails, money, plural } from '../../parts/format.js';
import { Page, Section } from '../../parts/page.js';
import { PlainButton, ProblemNote, QueryProblem, To } from '../../parts/text.js';
import { say } from '../../parts/toast.js';
import { SAVED_LOOKUPS } from '../../session/saved-lookups.js';
import { settingsQuery, useAccount, useChoose, usePreferences, useSession } from '../../session/sessions.js';
import { useSignOut } from '../../session/sign-out.js';

export default function AccountPage() {
  const account = useAccount();
  const isLoading = [account, usePreferences(), useQuery(settingsQuery)].some((query) => query.isLoading);
  return (
    <Page title="Account">
      <Who />
      <QueryProblem of={account} />
      {/* All at once, so that nothing moves when the rest arrives. */}
      {isLoading ? (
        <Skeleton h={560} radius="md" />
      ) : (
        <>
          {account.data !== undefined && <Terms account={account.data} />}
          <Saved />
          <SignedIn />
        </>
      )}
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
      <Text c="dimmed">
        To change the name or the email, write to <To to="/app/support">support</To>.
      </Text>
    </Section>
  );
}

function Terms({ account }: { account: Account }) {
  return (
    <Section title="Price and limits">
      <Facts
        areFigures
        facts={[
          ['Balance', <span style={{ whiteSpace: 'nowrap' }}>{money(account.balanceCents)}</span>],
          [
            'Price per match',
            account.mode === 'test' ? 'Free in test mode' : money(account.pricePerMatchCents),
          ],
          ['Free misses a day', count(account.dailyMisses.limit)],
          ['Rows per list', count(account.rowsPerJob)],
          ['Lookups a minute', count(account.requestsPerMinute.single)],
          ['Bulk lookups a minute', count(account.requestsPerMinute.bulk)],
        ]}
      />
      <Text>
        {account.mode === 'test'
          ? 'Test mode counts no misses.'
          : 'A lookup without a match uses one of the free misses; every four matches give one back, and lists use none.'}
      </Text>
      {account.freeRepeatDays !== undefined && (
        <Text>
          A property you paid for is free again for {plural(account.freeRepeatDays, 'day')}, in any spelling:
          in lookups, bulk lookups and lists.
        </Text>
      )}
      {account.topUpUrl !== undefined && (
        <Text>
          <TopUpSentence />.
        </Text>
      )}
      {account.termsUrl && (
        <Text>
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
  const here = useSignOut('/app');
  const everywhere = useSignOut('/app');
  return (
    <Section title="Sign-in">
      <Text>
        You signed in with {signedInWith === 'link' ? 'a link' : `a ${mode} API key`}. Your session ends by{' '}
        {dateAndTime(expiresAt)}.
      </Text>
      {here.isError && <ProblemNote error={here.error} />}
      <Group>
        <PlainButton loading={here.isPending} onClick={() => here.mutate({ everywhere: false })}>
          Sign out here
        </PlainButton>
        <ActButton
          label="Sign out everywhere"
          title="Sign out everywhere?"
          action="Sign out everywhere"
          send={() => everywhere.mutateAsync({ everywhere: true })}
        >
          Every browser that is signed in {mode === 'test' ? 'with this test key' : 'to this account'} has to
          sign in again, this one too. API keys go on working; revoke those you do not trust on the{' '}
          <To to="/app/keys">API keys</To> page.
        </ActButton>
      </Group>
    </Section>
  );
}

const CHOICES = [0, 7, 30, 90, 180, 365];

/** Choice of how many days the account's lookups are saved. */
function SavedLookupDays() {
  const preferences = usePreferences();
  const [asked, setAsked] = useState<number | null>(null);
  const choose = useChoose([SAVED_LOOKUPS, ...OF_MONEY], () => {
    say('Saved.');
    setAsked(null);
  });
  if (preferences.isError) return <QueryProblem of={preferences} />;
  // Shows a new choice before the server has confirmed it.
  const chosen = { ...preferences.data, ...(choose.isPending && choose.variables) };
  const days = chosen.savedLookupDays;
  if (days === undefined) return null;
  const choices = [...new Set([...CHOICES, days])].sort((one, other) => one - other);
  const set = (change: Parameters<typeof choose.run>[0]) => {
    choose.reset();
    choose.run(change);
  };
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
          else set({ savedLookupDays: Number(value) });
        }}
      />
      {choose.isError && asked === null && <ProblemNote error={choose.error} />}
      <Text c="dimmed">
        Everyone who signs in to this account sees them, on any device. A saved address is shown again for
        free. Lookups with your API keys are saved too; lists and bulk lookups aren’t.
      </Text>
      <Switch
        label="Name addresses in Billing"
        description="Show the address of each saved lookup beside its charge, to you and to our support."
        checked={chosen.namePurchases === true}
        onChange={({ currentTarget: { checked } }) => set({ namePurchases: checked })}
      />
      <Confirm
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === 0 ? 'Delete all saved lookups?' : 'Delete older lookups?'}
        action={asked === 0 ? 'Delete all' : 'Delete older lookups'}
        isDangerous
        onConfirm={() => asked !== null && choose.run({ savedLookupDays: asked })}
        act={choose}
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
  const choose = useChoose([], () => say('Saved.'));
  if (email === null || settings.data?.signInByEmail !== true || preferences.data === undefined) return null;
  const chosen = { ...preferences.data, ...(choose.isPending && choose.variables) };
  return (
    <Section title="Emails">
      <Switch
        label="Email me about my lists"
        description={`We write to ${email} when a list needs your approval or is ready. The email has a link and nothing from your list.`}
        checked={chosen.mailLists}
        onChange={({ currentTarget: { checked } }) => choose.run({ mailLists: checked })}
      />
      {choose.isError && <ProblemNote error={choose.error} />}
    </Section>
  );
}
