import { Alert, Button, Checkbox, Group, Stack, Switch, Text } from '@mantine/core';
import type { Account } from '@skiptrace/contract';
import { STATE_NAMES } from '@skiptrace/csv';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { reader } from '../../lead-file/reader.js';
import { beginSending, type UploadRecord } from '../../lead-file/records.js';
import type { Survey } from '../../lead-file/report.js';
import { Facts } from '../../parts/facts.js';
import { count, money, plural, shortUtcDate } from '../../parts/format.js';
import { Bad, ButtonTo, QueryProblem, Sentences, To, Warning } from '../../parts/text.js';
import { settingsQuery, useAccount } from '../../session/sessions.js';
import { LABELS as FIELD_LABELS } from './column-uses.js';
import { requireSize, remember } from './open-file.js';
import { decide, fileOf, lookQuery, recordQuery, surveyedQuery, surveyQuery } from './queries.js';
import { ListProblem, StepPage, Working } from './steps.js';
import { isBetterOpened, UploadedBefore, useEarlierJob } from './uploaded-before.js';

/** Third step: contents of the whole list, and its maximum cost. */
export function Check({ record }: { record: UploadRecord }) {
  const { id, name, decisions } = record;
  const account = useAccount();
  const { data: fraction } = useQuery(surveyedQuery(id, decisions));
  const maxRows = account.data?.rowsPerJob;
  const survey = useQuery({ ...surveyQuery(id, decisions, maxRows ?? 0), enabled: maxRows !== undefined });
  return (
    <StepPage at="check" title={name} about="Review your list. Nothing has been uploaded yet.">
      <QueryProblem of={account} />
      {survey.isPending && !account.isError && <Working on="Reading every row" fraction={fraction} />}
      {survey.isError && (
        <>
          <ListProblem error={survey.error} />
          <BackToColumns id={id} />
        </>
      )}
      {survey.data !== undefined && account.data !== undefined && (
        <Checked record={record} survey={survey.data} account={account.data} />
      )}
    </StepPage>
  );
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

interface CheckedProps {
  record: UploadRecord;
  survey: Survey;
  account: Account;
}

function Checked({ record, survey, account }: CheckedProps) {
  const { pricePerMatchCents: priceCents, balanceCents, rowsPerJob: maxRows, freeRepeatDays = 0 } = account;
  const isTest = account.mode === 'test';
  const queries = useQueryClient();
  const { id, payOnce, requirePhone = false } = record;
  const { rows, unmatchable, properties, repeated, hasNames } = survey;
  const asked = payOnce ? properties : rows - unmatchable;
  const highest = asked * priceCents;
  const before = useEarlierJob(survey.digests, !isTest && highest > 0);
  const opensBefore = before !== undefined && isBetterOpened(before, freeRepeatDays);
  const send = useSend(record, { maxRows, priceCents, askedFor: asked });
  const [isSameProperty, setSameProperty] = useState(false);
  if (properties === 0) return <NothingToMatch record={record} survey={survey} />;
  return (
    <>
      <Facts
        areFigures
        facts={[
          ['Rows', count(rows)],
          [hasNames ? 'Unique properties and owners' : 'Unique properties', count(properties)],
          ['Duplicates', count(repeated)],
          ['Can’t match', count(unmatchable)],
          ['Maximum cost', money(highest)],
          ['Your balance', money(balanceCents)],
        ]}
      />
      <MappedColumns record={record} />
      <Text>
        {isTest
          ? 'A test key finds made-up owners at the sandbox addresses only; owners are made up, and nothing is charged.'
          : `${money(priceCents)} per match${requirePhone ? ' with a phone' : ', even if there’s no phone number'}. No match, no charge. Maximum: ${money(highest)}${freeRepeatDays > 0 && priceCents > 0 ? `, less if you paid for some of them since ${shortUtcDate(daysAgo(freeRepeatDays))}: those are free` : ''}. You approve the exact price before you pay.`}
      </Text>
      {repeated > 0 && (
        <Switch
          label={`Charge duplicates once (${plural(repeated, 'duplicate row')} filled in free)`}
          checked={payOnce}
          onChange={({ currentTarget: { checked } }) =>
            void decide(queries, record, () => ({ payOnce: checked }))
          }
        />
      )}
      <Switch
        label="Pay only for matches with a phone"
        description="All other rows come back without an owner and are free."
        checked={requirePhone}
        onChange={({ currentTarget: { checked } }) =>
          void decide(queries, record, () => ({ requirePhone: checked }))
        }
      />
      {before !== undefined && <UploadedBefore job={before} freeRepeatDays={freeRepeatDays} />}
      {highest > balanceCents && (
        <Warning>
          You may need up to {money(highest - balanceCents)} more. Matching is free, so you can start now and
          add funds later.
        </Warning>
      )}
      <Doubts survey={survey} />
      {survey.apart !== null && (
        <Warning title="Are these rows the same property?">
          <Stack gap="xs">
            <Text>{survey.apart}</Text>
            <Checkbox
              label="They are the same property"
              checked={isSameProperty}
              onChange={({ currentTarget: { checked } }) => setSameProperty(checked)}
            />
          </Stack>
        </Warning>
      )}
      {send.isError && <ListProblem error={send.error} />}
      {send.isPending && <Working on="Preparing the file" fraction={send.fraction} />}
      <Group className="step-actions">
        {before !== undefined && (
          <ButtonTo to={`/app/jobs/${before.id}`} size="md" variant={opensBefore ? 'filled' : 'default'}>
            Open that list
          </ButtonTo>
        )}
        <Button
          size="md"
          variant={opensBefore ? 'default' : 'filled'}
          loading={send.isPending}
          disabled={survey.apart !== null && !isSameProperty}
          onClick={send.go}
        >
          Upload {count(rows)} {rows === 1 ? 'row' : 'rows'}
        </Button>
        <BackToColumns id={id} />
      </Group>
      <Text c="dimmed">Uploading and matching are free.</Text>
    </>
  );
}

/** The chosen columns in one line. If they were certain, the columns step was skipped and only this line shows them. */
function MappedColumns({ record: { id, decisions } }: { record: UploadRecord }) {
  const look = useQuery(lookQuery(id, decisions)).data;
  if (look === undefined) return null;
  const named = look.fields
    .filter(({ headers }) => headers.length > 0)
    .map(({ field, headers }) => `${FIELD_LABELS[field]} ← ${headers.join(' + ')}`);
  const { state } = decisions;
  if (state !== null) named.push(`State ← ${STATE_NAMES[state] ?? state}, as you chose for all rows`);
  return (
    <Text c="dimmed">
      Columns: {named.join(' · ')}. <To to={`/app/upload?list=${id}&step=columns`}>Edit</To>
    </Text>
  );
}

/** Prepares the file and saves it with its idempotency key before sending. */
function useSend(
  record: UploadRecord,
  { maxRows, priceCents, askedFor }: { maxRows: number; priceCents: number; askedFor: number },
) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [fraction, setFraction] = useState(0);
  const { id, decisions, payOnce, requirePhone = false } = record;
  const send = useMutation({
    mutationFn: async () => {
      setFraction(0);
      const wanted = { id, csv: await fileOf(id), decisions, maxRows };
      const { csv, ...told } = await reader.ask('copy', [wanted, { payOnce, requirePhone }], setFraction);
      const { maxUploadBytes } = await queries.query({ ...settingsQuery, staleTime: 'static' });
      requireSize(csv, maxUploadBytes);
      // The upload continues even if this fails.
      void remember(queries, record).catch(() => undefined);
      const idempotencyKey = crypto.randomUUID();
      const bytes = csv.size;
      return beginSending(id, { idempotencyKey, ...told, jobId: null, bytes, priceCents, askedFor }, csv);
    },
    onSuccess: (kept) => {
      queries.setQueryData(recordQuery(id).queryKey, kept);
    },
  });
  // Passed to mutate(), so it doesn't run if the person has left this page.
  const onSuccess = () => void navigate(`/app/upload?list=${id}`, { replace: true });
  return { ...send, go: () => send.mutate(undefined, { onSuccess }), fraction };
}

function Doubts({ survey: { doubts } }: { survey: Survey }) {
  const groups = [
    ['cannot-match', 'yellow', 'Rows that can’t match (free)'],
    ['form', 'yellow', 'Rows to look at'],
    ['repaired', 'blue', 'Repaired'],
  ] as const;
  return (
    <Stack gap="sm">
      {groups.map(([kind, color, title]) => {
        const own = doubts.filter((doubt) => doubt.kind === kind);
        if (own.length === 0) return null;
        return (
          <Alert
            key={kind}
            color={color}
            title={title}
            icon={color === 'blue' ? <Info /> : <TriangleAlert />}
          >
            <Sentences of={own.map(({ text }) => text)} />
          </Alert>
        );
      })}
    </Stack>
  );
}

/** Shown if no row has an address, most likely because of a wrong column. */
function NothingToMatch({ record, survey }: { record: UploadRecord; survey: Survey }) {
  return (
    <>
      <Bad role="alert" title="None of your rows has a complete address">
        Check the address column. Nothing was uploaded or charged.
      </Bad>
      <Doubts survey={survey} />
      <Group>
        <BackToColumns id={record.id} />
      </Group>
    </>
  );
}

function BackToColumns({ id }: { id: string }) {
  return (
    <ButtonTo to={`/app/upload?list=${id}&step=columns`} size="md">
      Change columns
    </ButtonTo>
  );
}
