import { Text } from '@mantine/core';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, lazy, useState } from 'react';
import { useSearchParams, useNavigate } from 'react-router';
import { accountName } from '../../api/clients.js';
import { reader } from '../../lead-file/reader.js';
import type { UploadRecord } from '../../lead-file/records.js';
import { FileDrop } from '../../parts/file-drop.js';
import { bytes } from '../../parts/format.js';
import { ButtonTo, QueryProblem } from '../../parts/text.js';
import { useSession, settingsQuery } from '../../session/sessions.js';
import { openFile } from './open-file.js';
import { recordQuery } from './queries.js';
import { ListProblem, StepPage, Working } from './steps.js';

/** Upload page. URL parameters select the view: `list` (a draft in this browser), `job` (on the server), or neither. */
export default function UploadPage() {
  useEffect(loadLaterSteps, []);
  return (
    <Suspense fallback={null}>
      <CurrentStep />
    </Suspense>
  );
}

function CurrentStep() {
  const [search] = useSearchParams();
  const job = search.get('job');
  const list = search.get('list');
  if (job !== null) return <Follow key={job} jobId={job} />;
  if (list !== null) return <List key={list} id={list} step={search.get('step')} />;
  return <Choose />;
}

/** @param step `columns` or `check`; null opens the columns and skips them if they are certain */
function List({ id, step }: { id: string; step: string | null }) {
  const account = accountName(useSession());
  const record = useQuery(recordQuery(id));
  if (record.isPending) return null;
  if (record.isError) return <QueryProblem of={record} />;
  if (record.data === null || record.data.account !== account) return <NotHere />;
  const { sending } = record.data;
  if (sending !== null) return <Send record={record.data} sending={sending} />;
  if (step === 'check') return <Check record={record.data} />;
  return <Columns record={record.data} mayPassOver={step === null} />;
}

function NotHere() {
  return (
    <StepPage at="choose" title="This list is not in this browser">
      <Text size="md">
        It was uploaded, discarded, or chosen in another browser. Uploaded lists are under Lists. You weren’t
        charged without your approval.
      </Text>
      <div>
        <ButtonTo variant="filled" to="/app/upload">
          Upload a list
        </ButtonTo>{' '}
        <ButtonTo to="/app/jobs">Lists</ButtonTo>
      </div>
    </StepPage>
  );
}

// Only the file picker loads at once; the rest loads while the person picks a file.
const columns = () => import('./columns.js');
const check = () => import('./check.js');
const send = () => import('./send.js');
const follow = () => import('./follow.js');
const unfinished = () => import('./unfinished.js');

const Columns = lazy(async () => ({ default: (await columns()).Columns }));
const Check = lazy(async () => ({ default: (await check()).Check }));
const Send = lazy(async () => ({ default: (await send()).Send }));
const Unfinished = lazy(async () => ({ default: (await unfinished()).Unfinished }));
const Follow = lazy(async () => ({ default: (await follow()).Follow }));

/** Loads the code of the later steps early, so that an upload can continue while the server is down. */
function loadLaterSteps(): void {
  reader.start();
  for (const load of [columns, check, send, follow]) load().catch(() => undefined);
}

const ACCEPTED =
  '.csv,.tsv,.txt,.xlsx,.xlsm,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** First step: drop or choose a file, or continue an upload. */
function Choose() {
  const account = accountName(useSession());
  const queries = useQueryClient();
  const navigate = useNavigate();
  const limits = useQuery(settingsQuery).data;
  const [fraction, setFraction] = useState(0);
  const open = useMutation({
    mutationFn: (file: File) => {
      setFraction(0);
      return openFile(queries, { file, account, sheet: null }, setFraction);
    },
  });
  // Passed to mutate(), so it doesn't run if the person has left this page.
  const goOn = { onSuccess: ({ id }: UploadRecord) => void navigate(`/app/upload?list=${id}`) };
  return (
    <StepPage
      at="choose"
      title="Upload a list"
      about="Review your columns and see the maximum cost before uploading. You approve the exact price before you pay."
    >
      <FileDrop
        title="Drop your list here or browse"
        accept={ACCEPTED}
        onFile={(file) => open.mutate(file, goOn)}
        isBusy={open.isPending}
      >
        CSV or Excel (.xlsx)
        {limits !== undefined &&
          `, up to ${limits.rowsPerJob.toLocaleString('en-US')} rows and ${bytes(limits.maxUploadBytes)}`}
      </FileDrop>
      {open.isPending && <Working on="Reading the file" fraction={fraction} />}
      {open.isError && <ListProblem error={open.error} another={false} />}
      <Suspense fallback={null}>
        <Unfinished account={account} />
      </Suspense>
    </StepPage>
  );
}
