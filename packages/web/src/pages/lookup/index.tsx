import { Alert, Anchor, Button, Group, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Search, SearchX } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { Link } from 'react-router';
import { Problem } from '../../api/problem.js';
import { count, money } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { accountQuery, settingsQuery, useAccount, useSession } from '../../session/sessions.js';
import { ask, type Answer } from './ask.js';
import { LookupProblem } from './lookup-problem.js';
import { OwnerCard } from './owner-card.js';
import { forgetQuestion, noteUnanswered, oneLine, questionFor, unansweredLine } from './questions.js';

/** The contract refuses longer ones. */
const MAX_LENGTH = 10_000;
/** The rules of addresses are larger than the page; they are there before somebody has typed one. */
const rules = () => import('./missing-parts.js');
/** A line that dropped is tried again by itself so often: the idempotency key makes that safe. */
const RETRIES = 3;

export default function LookupPage() {
  const session = useSession();
  const queries = useQueryClient();
  const [unanswered] = useState(() => unansweredLine(session));
  const [text, setText] = useState(unanswered ?? '');
  const [refusal, setRefusal] = useState<string | null>(null);
  const lookup = useMutation({
    mutationFn: ask,
    retry: (failures, error) => failures < RETRIES && error instanceof Problem && error.status === null,
    onMutate: (question) => noteUnanswered(session, question),
    onSuccess: ({ line, match }) => {
      noteUnanswered(session, null);
      if (match === null) forgetQuestion(session, line);
    },
    onError: (error) => {
      const isKnown = error instanceof Problem && error.status !== null && error.status < 500;
      if (isKnown) noteUnanswered(session, null);
    },
    onSettled: () => {
      for (const queryKey of [accountQuery.queryKey, ['activity'], ['transactions']]) {
        void queries.invalidateQueries({ queryKey });
      }
    },
  });
  useEffect(() => void rules().catch(() => undefined), []);
  const lookUp = async (line: string) => {
    // Without the rules, on a line that dropped, the server says what it cannot look up.
    const missing = await rules().then(
      ({ missingParts }) => missingParts(line),
      () => null,
    );
    setRefusal(missing);
    if (missing === null) lookup.mutate(questionFor(session, line));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!lookup.isPending) void lookUp(oneLine(text));
  };
  return (
    <Page title="Lookup" about="One address in, its owner out: names, phones, emails and mailing address.">
      <Paper withBorder p="md">
        <form onSubmit={submit} noValidate autoComplete="off">
          <Stack gap="sm">
            <TextInput
              label="Property address"
              description="On one line: street, city and state, or ZIP code."
              placeholder="12 Oak St, Dover, DE 19901"
              size="md"
              maxLength={MAX_LENGTH}
              autoComplete="off"
              spellCheck={false}
              value={text}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setRefusal(null);
              }}
              error={refusal}
            />
            <Group gap="md">
              <Button
                type="submit"
                size="md"
                leftSection={<Search size={18} aria-hidden />}
                loading={lookup.isPending}
              >
                Look up
              </Button>
              <Price />
            </Group>
          </Stack>
        </form>
      </Paper>
      {unanswered !== null && lookup.isIdle && (
        <Alert color="yellow" role="status">
          The last lookup was cut off before its answer came. Look the address up again: it is not charged
          twice.
        </Alert>
      )}
      {lookup.isPending && <Skeleton h={220} radius="md" aria-label="Looking it up" />}
      {lookup.isError && <LookupProblem error={lookup.error} retry={() => lookup.mutate(lookup.variables)} />}
      {lookup.isSuccess && <Outcome answer={lookup.data} />}
      {lookup.isIdle && unanswered === null && <ToTry choose={setText} />}
    </Page>
  );
}

/** What pressing the button may cost, known before it is pressed. */
function Price() {
  const account = useAccount().data;
  if (account === undefined) return <Skeleton h={22} w={260} />;
  const { mode, pricePerMatchCents, balanceCents, dailyMisses } = account;
  if (mode === 'test') {
    return <Text size="sm">Test mode: made-up owners only, nothing is charged.</Text>;
  }
  return (
    <Text size="sm">
      {pricePerMatchCents === 0
        ? 'Matches and misses are free.'
        : `A match costs ${money(pricePerMatchCents)}, a miss is free.`}{' '}
      <Text span size="sm" c="dimmed">
        Balance {money(balanceCents)}; {count(dailyMisses.remaining)} free misses left today.
      </Text>
    </Text>
  );
}

function Outcome({ answer }: { answer: Answer }) {
  const { match, line } = answer;
  if (match === null) return <Miss address={line} />;
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        Owner found for {line}. <Cost charged={match.charged} isReplayed={answer.isReplayed} />
      </Text>
      <OwnerCard match={match} />
    </Stack>
  );
}

function Cost({ charged, isReplayed }: { charged: number; isReplayed: boolean }) {
  const account = useAccount();
  const isSettling = account.isFetching || account.data === undefined;
  const balance = isSettling ? null : account.data.balanceCents;
  if (account.data?.mode === 'test') return <>Test mode: nothing was charged.</>;
  return (
    <>
      {isReplayed
        ? `You asked for it before, so it was not charged again.`
        : charged === 0
          ? 'It was free.'
          : `It cost ${money(charged)}.`}
      {balance !== null && ` Your balance is ${money(balance)}.`}
    </>
  );
}

function Miss({ address }: { address: string }) {
  const account = useAccount();
  return (
    <Alert color="gray" role="status" icon={<SearchX size={18} aria-hidden />} title="No owner found">
      <Stack gap="xs">
        <Text size="sm">
          Nobody is on file for {address}. It was free.
          {account.data?.mode === 'live' &&
            !account.isFetching &&
            ` You have ${count(account.data.dailyMisses.remaining)} free misses left today.`}
        </Text>
        <Text size="sm">
          Check the house number, the unit and the ZIP code. If the address is right, the owner is not in this
          server’s directory.
        </Text>
      </Stack>
    </Alert>
  );
}

const MADE_UP = [
  ['100 Sandbox Match St, Austin, TX 78701', 'a match'],
  ['200 Sandbox Absentee Ave, Dayton, OH 45402', 'an owner who lives elsewhere'],
  ['404 Sandbox Miss Blvd, Reno, NV 89501', 'a miss'],
] as const;

/** Where made-up addresses are answered: those that show what there is to see. */
function ToTry({ choose }: { choose: (address: string) => void }) {
  const { mode } = useSession();
  const settings = useQuery(settingsQuery);
  if (mode !== 'test' && settings.data?.sandbox !== true) return null;
  return (
    <section aria-label="Addresses to try">
      <Text size="sm" mb={4}>
        Made-up addresses to try:
      </Text>
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {MADE_UP.map(([address, what]) => (
          <li key={address}>
            <Anchor component="button" type="button" size="sm" onClick={() => choose(address)}>
              {address}
            </Anchor>
            <Text span size="sm" c="dimmed">
              {' '}
              – {what}
            </Text>
          </li>
        ))}
      </Stack>
      <Text size="sm" mt="md">
        More than one address?{' '}
        <Anchor component={Link} to="/app/upload" inherit>
          Upload a list
        </Anchor>
      </Text>
    </section>
  );
}
