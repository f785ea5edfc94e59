import { Alert, Group, Stack, Text } from '@mantine/core';
import type { SkipTraceMatch } from '@skiptrace/contract';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Problem } from '../../api/problem.js';
import { TopUpSentence } from '../../money.js';
import { capital, count, money, plural, shortUtcDate, dateAndTime, timeOfDay } from '../../parts/format.js';
import { Bad, PlainButton, To } from '../../parts/text.js';
import { useAccount } from '../../session/sessions.js';
import type { Corrected } from './address.js';
import { addressRules, type Answered, type Lookup } from './look-up.js';
import { OwnerCard } from './owner-card.js';
import { mailingPlace, nameOf, propertyPlace } from './owner-text.js';

interface AnswerProps extends Answered {
  /** Looks the address up again. A match is charged again, unless the property is still free (`Lookup.freeUntil`). */
  again: () => void;
  /** Looks another address up. */
  lookUp: (line: string) => void;
}

/** The owner of one address, or "no owner on file", and the charge. */
export function Answer({ lookup, from, corrected, again, lookUp }: AnswerProps) {
  const { line, match, at } = lookup;
  if (match === null) return <Miss lookup={lookup} lookUp={lookUp} />;
  if (from === 'before') {
    return (
      <Stack gap="sm">
        <Group gap="md">
          <Text role="status">
            {corrected !== null && `${correctedWords(corrected)} `}
            You looked up {propertyPlace(match.contact) ?? line} on {dateAndTime(at)}
            {match.charged > 0 && ` for ${money(match.charged)}`}. This is your saved answer. You weren’t
            charged.
          </Text>
          <Again go={again} freeUntil={lookup.freeUntil} />
        </Group>
        <Owners lookup={lookup} match={match} />
      </Stack>
    );
  }
  return (
    <Stack gap="sm">
      <Text role="status">
        {corrected === null ? `${foundWords(match)} ${line}.` : correctedWords(corrected)}{' '}
        <Cost match={match} isRepeated={from === 'a repeat'} />
      </Text>
      <Owners lookup={lookup} match={match} />
    </Stack>
  );
}

/** The owner and the co-owners of the property; a sale needs the signature of each. */
function Owners({ lookup: { coOwners }, match }: { lookup: Lookup; match: SkipTraceMatch }) {
  return (
    <>
      {coOwners.length > 0 && (
        <Text>
          This property has {count(coOwners.length + 1)} owners. You see all of them for the price of one.
        </Text>
      )}
      <OwnerCard owner={match} />
      {coOwners.map((owner, index) => (
        <OwnerCard key={index} owner={owner} isFurther />
      ))}
    </>
  );
}

const correctedWords = ({ matched, typed }: Corrected) => `Matched to ${matched}. You typed “${typed}”.`;

/** Heading of a match, which may have only the property on file. */
function foundWords({ contact, phones, emails }: SkipTraceMatch): string {
  const hasDetails = nameOf(contact) !== null || mailingPlace(contact) !== null;
  return hasDetails || phones.length + emails.length > 0
    ? 'Owner found for'
    : 'The property is on file, but no details of its owner:';
}

const costOf = (charged: number) => (charged === 0 ? 'It was free.' : `It cost ${money(charged)}.`);

function Again({ go, freeUntil }: { go: () => void; freeUntil: string | null }) {
  const price = useAccount().data?.pricePerMatchCents;
  if (price === undefined) return null;
  return (
    <PlainButton size="xs" onClick={go}>
      {price === 0
        ? 'Refresh'
        : freeUntil !== null
          ? `Refresh (free until ${shortUtcDate(freeUntil)})`
          : `Look up again for ${money(price)}`}
    </PlainButton>
  );
}

function Cost({ match: { charged, paidOn }, isRepeated }: { match: SkipTraceMatch; isRepeated: boolean }) {
  const account = useAccount();
  const isSettling = account.isFetching || account.data === undefined;
  const balance = isSettling ? null : account.data.balanceCents;
  if (account.data?.mode === 'test') return <>Test mode: nothing was charged.</>;
  return (
    <>
      {paidOn !== undefined
        ? `You already paid for this property on ${shortUtcDate(paidOn)}: free.`
        : isRepeated && charged > 0
          ? `It cost ${money(charged)}, once.`
          : costOf(charged)}
      {balance !== null && ` Your balance is ${money(balance)}.`}
    </>
  );
}

function Miss({ lookup: { line, units }, lookUp }: Pick<AnswerProps, 'lookup' | 'lookUp'>) {
  const account = useAccount();
  return (
    <Alert color="gray" role="status" icon={<SearchX />} title="No owner found">
      <Stack gap="xs">
        <Text>
          No owner found for {line}. You weren’t charged.
          {account.data?.mode === 'live' &&
            !account.isFetching &&
            ` ${count(account.data.dailyMisses.remaining)} free misses left today.`}
        </Text>
        {units.length === 0 ? (
          <Text>
            Check the house number, unit and ZIP. If they’re right, we have no owner for this property yet.
          </Text>
        ) : (
          <Units line={line} units={units} lookUp={lookUp} />
        )}
      </Stack>
    </Alert>
  );
}

/** Units on file in the building; a click looks one up. */
function Units({
  line,
  units,
  lookUp,
}: {
  line: string;
  units: readonly string[];
  lookUp: AnswerProps['lookUp'];
}) {
  const choose = (unit: string) => void addressRules().then(({ withUnit }) => lookUp(withUnit(line, unit)));
  return (
    <>
      <Text>This building has {plural(units.length, 'unit')} on file. Which one do you mean?</Text>
      <Group gap="xs">
        {units.map((unit) => (
          <PlainButton key={unit} size="xs" onClick={() => choose(unit)}>
            {unit.replace(/^[A-Z]+(?= )/, (word) => capital(word.toLowerCase()))}
          </PlainButton>
        ))}
      </Group>
    </>
  );
}

/** Explains a failed lookup: the reason, whether it may have been charged, and what to do next. */
export function LookupProblem({ error, retry }: { error: unknown; retry: () => void }) {
  const { title, words, canRetry } = useExplanation(error);
  return (
    <Bad role="alert" title={title}>
      <Stack gap="sm">
        <Text component="div">{words}</Text>
        {canRetry && (
          <Group>
            <PlainButton size="xs" onClick={retry}>
              Try again
            </PlainButton>
          </Group>
        )}
      </Stack>
    </Bad>
  );
}

function useExplanation(error: unknown): { title: string; words: ReactNode; canRetry: boolean } {
  const account = useAccount().data;
  const problem = error instanceof Problem ? error : null;
  if (problem?.status === 402) {
    const price = account === undefined ? 'the price of a match' : money(account.pricePerMatchCents);
    const balance = account === undefined ? '' : ` of ${money(account.balanceCents)}`;
    const evenIfFree = account?.freeRepeatDays === undefined ? '' : ', even if it turns out to be free';
    return {
      title: 'The balance is too low',
      words: (
        <>
          A lookup needs {price}
          {evenIfFree}, and your balance{balance} doesn’t cover it. You weren’t charged. <TopUpSentence />.
        </>
      ),
      canRetry: false,
    };
  }
  if (problem?.status === 429 && problem.dailyMissLimit !== null) {
    const resets =
      account === undefined ? 'at midnight UTC' : `at ${timeOfDay(account.dailyMisses.resetsAt)}`;
    return {
      title: 'No free misses left today',
      words: (
        <>
          {count(problem.dailyMissLimit)} addresses without an owner are free each day, and today’s are used
          up. Nothing was looked up or charged. You can look up more {resets}. Lists have no such limit:{' '}
          <To to="/app/upload">upload one</To>.
        </>
      ),
      canRetry: false,
    };
  }
  if (problem?.status === 429) {
    return {
      title: 'Too many lookups in a minute',
      words: `Nothing was looked up or charged this time. Try again in ${count(problem.retryAfterSeconds ?? 60)} seconds, or upload the addresses as a list.`,
      canRetry: true,
    };
  }
  if (problem?.isNothingDone !== true) {
    return {
      title: 'No answer came',
      words:
        'The connection was cut off, so we don’t know whether the lookup went through. Try again: you’re never charged twice.',
      canRetry: true,
    };
  }
  if (problem.status === 500) {
    return {
      title: 'Something went wrong on our end',
      words: 'You weren’t charged. Try again in a moment.',
      canRetry: true,
    };
  }
  return {
    title: 'We couldn’t look it up',
    words: `${problem.message} Nothing was charged.`,
    canRetry: false,
  };
}
