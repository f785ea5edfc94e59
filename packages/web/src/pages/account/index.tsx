import type { Account } from '@skiptrace/contract';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from 'react-router';
import { TopUpSentence } from '../../money/top-up.js';
import { Confirm } from '../../parts/confirm.js';
import { Emails } from '../../parts/emails.js';
import { Facts } from '../../parts/facts.js';
import { count, money, plural, time } from '../../parts/format.js';
import { Page, Section } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useAccount, useSession } from '../../session/sessions.js';
import { useSignOut } from '../../session/sign-out.js';
import { ListMails, SavedLookupDays } from './preferences.js';

export default function AccountPage() {
  const account = useAccount();
  return (
    <Page title="Account">
      <Who />
      {account.isError && <ProblemNote error={account.error} retry={() => void account.refetch()} />}
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
        {time(expiresAt)}.
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
