import { Alert, Anchor, Button, Group, Paper, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { accountName, readAgain } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { OF_MONEY, TopUpLink } from '../../money.js';
import { Form } from '../../parts/fields.js';
import { count, money, plural } from '../../parts/format.js';
import { Page } from '../../parts/page.js';
import { QueryProblem, To } from '../../parts/text.js';
import { SAVED_LOOKUPS } from '../../session/saved-lookups.js';
import { settingsQuery, useAccount, useSession } from '../../session/sessions.js';
import { Answer, LookupProblem } from './answer.js';
import { addressRules, lookUp, type Lookup, type Wish } from './look-up.js';
import { oneLine, unansweredLine } from './questions.js';
import { SavedLookups } from './saved-lookups.js';

/** Maximum length of an address in the contract. */
const MAX_LENGTH = 10_000;
/** Automatic retries after a dropped connection, safe because of the idempotency key. */
const RETRIES = 3;
const LOOK_UP = ['look up'];

export default function LookupPage() {
  const nameOfAccount = accountName(useSession());
  const queries = useQueryClient();
  const [unanswered] = useState(() => unansweredLine(nameOfAccount));
  const [text, setText] = useState(unanswered ?? '');
  /** A saved lookup to show instead of the last one. */
  const [reopened, setReopened] = useState<Lookup | null>(null);
  const answer = useRef<HTMLDivElement>(null);
  const lookup = useMutation({
    mutationKey: LOOK_UP,
    mutationFn: (wish: Wish) => lookUp(nameOfAccount, wish),
    retry: (failures, error) => failures < RETRIES && error instanceof Problem && error.status === null,
    onSettled: () => void readAgain(queries, [...OF_MONEY, SAVED_LOOKUPS]),
  });
  useEffect(() => void addressRules().catch(() => undefined), []);
  useEffect(() => {
    if (reopened !== null) answer.current?.focus();
  }, [reopened]);
  const account = useAccount();
  const priceCents = account.data?.pricePerMatchCents;
  // The price takes lines of its own, and a sandbox has addresses to try: what stands below comes after both.
  const settings = useQuery(settingsQuery);
  const isLoading = account.isLoading || settings.isLoading;
  const [isTooEarly, setTooEarly] = useState(false);
  const start = (wish: Omit<Wish, 'priceCents'>) => {
    // No lookup before the page shows its price.
    setTooEarly(priceCents === undefined);
    if (priceCents === undefined) return;
    // The second click of a double click comes before the button is rendered as disabled.
    if (queries.isMutating({ mutationKey: LOOK_UP }) > 0) return;
    setReopened(null);
    lookup.mutate({ ...wish, priceCents });
  };
  const submit = () => {
    start({ line: oneLine(text), payAgain: false });
  };
  const outcome = lookup.data;
  const missing =
    outcome?.kind === 'incomplete' && lookup.variables?.line === oneLine(text) ? outcome.missing : null;
  const last = outcome?.kind === 'answered' ? outcome.answered : null;
  const shown = reopened === null ? last : { lookup: reopened, from: 'before' as const, corrected: null };
  return (
    <Page
      title="Lookup"
      about="Enter an address to get the owner’s name, phones, emails and mailing address."
    >
      <Paper withBorder p="md">
        <Form onSubmit={submit} noValidate autoComplete="off">
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
              onChange={(event) => setText(event.currentTarget.value)}
              error={missing}
            />
            <Group gap="md">
              <Button type="submit" size="md" leftSection={<Search />} loading={lookup.isPending}>
                Look up
              </Button>
              <Price isAwaited={isTooEarly} />
            </Group>
          </Stack>
        </Form>
      </Paper>
      {unanswered !== null && lookup.isIdle && (
        <Alert color="yellow" role="status">
          The last lookup was cut off before its answer came. Look the address up again: it is not charged
          twice.
        </Alert>
      )}
      {lookup.isPending && <Skeleton h={220} radius="md" aria-label="Looking it up" />}
      {lookup.isError && reopened === null && (
        <LookupProblem error={lookup.error} retry={() => start(lookup.variables)} />
      )}
      {shown !== null && (
        <div ref={answer} tabIndex={-1} style={{ outline: 'none' }}>
          <Answer
            {...shown}
            again={() => start({ line: shown.lookup.line, payAgain: true })}
            lookUp={(line) => {
              setText(line);
              start({ line: oneLine(line), payAgain: false });
            }}
          />
        </div>
      )}
      {!isLoading && lookup.isIdle && reopened === null && unanswered === null && (
        <>
          <Text>
            More than one address? <To to="/app/upload">Upload a list</To>
          </Text>
          <ToTry choose={setText} />
        </>
      )}
      {!isLoading && <SavedLookups open={setReopened} />}
    </Page>
  );
}

/**
 * The most that pressing the button may cost.
 * @param isAwaited the button was pressed before the price was known
 */
function Price({ isAwaited }: { isAwaited: boolean }) {
  const account = useAccount();
  if (account.data === undefined) {
    if (account.isError) return <QueryProblem of={account} />;
    return isAwaited ? (
      <Text role="status">
        The price is still loading. Nothing was looked up: press Look up again when you see it.
      </Text>
    ) : (
      <Skeleton h={22} w={260} />
    );
  }
  const { mode, pricePerMatchCents, freeRepeatDays, balanceCents, dailyMisses } = account.data;
  if (mode === 'test') {
    return <Text>Test mode: made-up owners only, nothing is charged.</Text>;
  }
  const isShort = balanceCents < pricePerMatchCents;
  return (
    <Text>
      {pricePerMatchCents === 0
        ? 'Matches and misses are free.'
        : `${money(pricePerMatchCents)} per match, even if there’s no phone number. No match, no charge.`}
      {pricePerMatchCents > 0 &&
        freeRepeatDays !== undefined &&
        ` The same property is free again for ${plural(freeRepeatDays, 'day')}.`}{' '}
      {isShort ? (
        <Text span fw={600} c="var(--mantine-color-orange-light-color)">
          Your balance of {money(balanceCents)} is too low for a match. <TopUpLink />
        </Text>
      ) : (
        <Text span c="dimmed">
          Balance {money(balanceCents)}; {count(dailyMisses.remaining)} free misses left today.
        </Text>
      )}
    </Text>
  );
}

const MADE_UP = [
  ['100 Sandbox Match St, Austin, TX 78701', 'a match'],
  ['200 Sandbox Absentee Ave, Dayton, OH 45402', 'an owner who lives elsewhere'],
  ['404 Sandbox Miss Blvd, Reno, NV 89501', 'a miss'],
] as const;

/** Made-up addresses for test mode or a sandbox, one for each kind of answer. */
function ToTry({ choose }: { choose: (address: string) => void }) {
  const { mode } = useSession();
  const settings = useQuery(settingsQuery);
  if (mode !== 'test' && settings.data?.sandbox !== true) return null;
  return (
    <section aria-label="Addresses to try">
      <Text mb={4}>Made-up addresses to try{mode === 'live' && ', at the price of real ones'}:</Text>
      <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {MADE_UP.map(([address, what]) => (
          <li key={address}>
            <Anchor component="button" type="button" ta="left" onClick={() => choose(address)}>
              {address}
            </Anchor>
            <Text span c="dimmed">
              {' '}
              – {what}
            </Text>
          </li>
        ))}
      </Stack>
    </section>
  );
}
