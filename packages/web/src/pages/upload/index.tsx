import { Button, Text } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { accountName } from '../../api/clients.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { useSession } from '../../session/sessions.js';
import { Choose } from './choose.js';
import { Check, Columns, Follow, loadLaterSteps, Send } from './later-steps.js';
import { recordQuery } from './queries.js';
import { StepPage } from './steps.js';

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
  if (record.isError) return <ProblemNote error={record.error} retry={() => void record.refetch()} />;
  if (record.data === null || record.data.account !== account) return <NotHere />;
  const { sending } = record.data;
  if (sending !== null) return <Send record={record.data} sending={sending} />;
  if (step === 'check') return <Check record={record.data} />;
  return <Columns record={record.data} mayPassOver={step === null} />;
}

function NotHere() {
  return (
    <StepPage at="choose" title="This list is not in this browser">
      <Text>
        It was uploaded, discarded, or chosen in another browser. Uploaded lists are under Lists. You weren’t
        charged without your approval.
      </Text>
      <div>
        <Button component={Link} to="/app/upload">
          Upload a list
        </Button>{' '}
        <Button component={Link} to="/app/jobs" variant="default">
          Lists
        </Button>
      </div>
    </StepPage>
  );
}
