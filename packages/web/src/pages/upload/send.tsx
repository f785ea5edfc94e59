import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { readAgain } from '../../api/clients.js';
import { Problem } from '../../api/problem.js';
import { OF_JOBS } from '../../jobs/queries.js';
import { isInThisTabAlone, type Sending, type UploadRecord } from '../../lead-file/records.js';
import { money } from '../../parts/format.js';
import { ButtonTo, PlainButton, ProblemNote, Warning } from '../../parts/text.js';
import { sessionQuery, UPLOAD_IS_SAFE, useAccount } from '../../session/sessions.js';
import { recordQuery } from './queries.js';
import { JobCancelled } from './send-file.js';
import { sender, useSending, type Sent, sendWords, waitWords } from './sender.js';
import { StepPage } from './steps.js';

/** Fourth step: sends the file to the server, with retries. */
export function Send({ record, sending }: { record: UploadRecord; sending: Sending }) {
  const { id, name } = record;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const sent = useSending(id);
  const jobId = sent.doing === 'sent' ? sent.jobId : sent.doing === 'gone' ? sending.jobId : null;
  const isOver = sent.doing === 'sent' || sent.doing === 'gone';
  useEffect(() => {
    if (!isOver) return;
    if (jobId !== null) void readAgain(queries, OF_JOBS);
    void navigate(jobId === null ? '/app/upload' : `/app/upload?job=${jobId}`, { replace: true });
  }, [isOver, jobId, navigate, queries]);
  useEffect(() => {
    queries.setQueryData(UPLOAD_IS_SAFE, !isOver && !isInThisTabAlone(id));
  }, [queries, id, isOver]);
  const hasEnded = sent.doing === 'failed' && sent.error instanceof Problem && sent.error.status === 401;
  useEffect(() => {
    // The shell then asks the person to sign in, and returns here.
    if (hasEnded) void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [hasEnded, queries]);
  const cancel = useMutation({ mutationFn: () => sender.cancel(id) });
  const afterCancel = async (jobId: string | null) => {
    await navigate(jobId === null ? '/app/upload' : `/app/upload?job=${jobId}`, { replace: true });
    queries.removeQueries({ queryKey: recordQuery(id).queryKey });
  };
  return (
    <StepPage
      at="upload"
      title={name}
      about={isInThisTabAlone(id) ? 'Uploading is free.' : 'Uploading is free. You can leave this page.'}
    >
      <Stack gap="sm">
        <SendProgress sent={sent} totalBytes={sending.bytes} />
        {sent.doing === 'failed' && !cancel.isError && (
          <Failed id={id} sending={sending} error={sent.error} />
        )}
        {cancel.isError && <ProblemNote error={cancel.error} />}
        <Group>
          <PlainButton
            loading={cancel.isPending}
            onClick={() => cancel.mutate(undefined, { onSuccess: (jobId) => void afterCancel(jobId) })}
          >
            Cancel the upload
          </PlainButton>
          {cancel.isError && (
            <Button
              onClick={() => {
                cancel.reset();
                sender.start(id);
              }}
            >
              Continue the upload
            </Button>
          )}
          <ButtonTo to="/app" variant="subtle">
            Go to overview
          </ButtonTo>
        </Group>
        <Text c="dimmed">
          {isInThisTabAlone(id)
            ? 'This browser has no room to keep the file, so leave this tab open until it is uploaded.'
            : 'Close this page if you like. We’ll finish when you come back in this browser. Nothing has been charged.'}
        </Text>
      </Stack>
    </StepPage>
  );
}

function Failed({ id, sending, error }: { id: string; sending: Sending; error: unknown }) {
  if (error instanceof JobCancelled) return <Cancelled id={id} />;
  if (error instanceof Problem && error.code === 'price_changed')
    return <PriceChanged id={id} sending={sending} />;
  if (error instanceof Problem && error.status === 401) return <OtherSession />;
  return <ProblemNote error={error} retry={() => sender.start(id)} />;
}

/** Shown in a session of another account. After a sign-in with the right account, the upload continues here. */
const OtherSession = () => (
  <Warning role="alert">
    The upload has stopped, because this browser is not signed in to this list’s account any more. Nothing was
    charged, and the list is still here. Sign in with that account, and the upload goes on.
  </Warning>
);

/** The operator changed the price after the list was checked, so the new price needs another agreement. */
function PriceChanged({ id, sending }: { id: string; sending: Sending }) {
  const account = useAccount();
  const agree = useMutation({ mutationFn: (priceCents: number) => sender.agree(id, priceCents) });
  const { refetch } = account;
  // The cached account still has the old price.
  useEffect(() => void refetch(), [refetch]);
  const now = account.data?.pricePerMatchCents;
  const { priceCents: before, askedFor } = sending;
  if (account.isError) return <ProblemNote error={account.error} retry={() => void refetch()} />;
  if (now === undefined || account.isFetching) return <Text>Reading the new price…</Text>;
  return (
    <Warning role="alert" title="The price changed">
      <Stack gap="sm" align="flex-start">
        <Text>
          A match costs {money(now)} now. You saw {money(before)}. This list costs at most{' '}
          {money(askedFor * now)} instead of {money(askedFor * before)}. Nothing was uploaded or charged.
        </Text>
        <Button size="xs" loading={agree.isPending} onClick={() => agree.mutate(now)}>
          Upload at {money(now)} a match
        </Button>
      </Stack>
    </Warning>
  );
}

function Cancelled({ id }: { id: string }) {
  return (
    <Warning role="alert" title="This list was cancelled before its file arrived">
      <Stack gap="sm" align="flex-start">
        <Text>
          By you, or by itself after a day without its file. Nothing was charged, and the list is still here.
        </Text>
        <PlainButton size="xs" onClick={() => void sender.startOver(id)}>
          Upload it again
        </PlainButton>
      </Stack>
    </Warning>
  );
}

function SendProgress({ sent, totalBytes }: { sent: Sent; totalBytes: number }) {
  const sentBytes = 'sentBytes' in sent ? Math.min(sent.sentBytes, totalBytes) : 0;
  const [words, number] = sendWords(sent, totalBytes);
  return (
    <>
      <Progress
        size="lg"
        value={totalBytes === 0 ? 0 : (100 * sentBytes) / totalBytes}
        animated={sent.doing === 'sending'}
        aria-label="Uploading"
      />
      <Text>
        {/* Outside the status, because it changes constantly; screen readers get it from the progress bar. */}
        <span role="status">{words}</span> {number}
      </Text>
      {sent.doing === 'waiting' && (
        <Alert color="yellow" icon={<WifiOff />} role="alert">
          {waitWords(sent.problem)}
        </Alert>
      )}
    </>
  );
}
