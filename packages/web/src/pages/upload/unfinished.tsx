import { Anchor, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { readAgain } from '../../api/clients.js';
import { OF_JOBS, unfinishedJobsQuery } from '../../jobs/queries.js';
import { JobBadge } from '../../jobs/words.js';
import { forgetRecord, forgetUnsent } from '../../lead-file/records.js';
import { Ago, count, money } from '../../parts/format.js';
import { Section } from '../../parts/page.js';
import { LinkTo } from '../../parts/text.js';
import { say } from '../../parts/toast.js';
import { recordsQuery } from './queries.js';
import { sendWords, useSending } from './sender.js';

/** Progress of a background upload, in words. Refetches the lists when the upload has ended. */
function GoesOn({ id, totalBytes }: { id: string; totalBytes: number }) {
  const queries = useQueryClient();
  const sent = useSending(id);
  const isOver = sent.doing === 'sent' || sent.doing === 'gone';
  useEffect(() => {
    if (!isOver) return;
    void readAgain(queries, ['uploads', ...OF_JOBS]);
  }, [isOver, queries]);
  return sendWords(sent, totalBytes).join(' ');
}

/** Older drafts are shown on request: each file that was only looked at is one. They are deleted after a day. */
const SHOWN_DRAFTS = 3;

/** Unfinished uploads: lists that the server has or is getting, and drafts, which are only in this browser. */
export function Unfinished({ account }: { account: string }) {
  const queries = useQueryClient();
  const records = useQuery(recordsQuery(account));
  const waiting = useQuery(unfinishedJobsQuery).data?.jobs ?? [];
  const forgetting = {
    onSettled: () => queries.invalidateQueries({ queryKey: recordsQuery(account).queryKey }),
  } as const;
  const forget = useMutation({
    ...forgetting,
    mutationFn: forgetRecord,
    onSuccess: () => say('Draft discarded.'),
  });
  const forgetAll = useMutation({
    ...forgetting,
    mutationFn: () => forgetUnsent(account),
    onSuccess: () => say('Drafts discarded.'),
  });
  const unsent = (records.data ?? []).filter(({ sending }) => sending === null);
  const uploading = (records.data ?? []).filter(({ sending }) => sending !== null);
  const [isAll, setAll] = useState(false);
  const shown = isAll ? unsent : unsent.slice(0, SHOWN_DRAFTS);
  return (
    <>
      {waiting.length + uploading.length > 0 && (
        <Section title="In progress">
          <Stack gap="xs">
            {waiting.map((job) => (
              <Item key={job.id} name={job.filename} to={`/app/upload?job=${job.id}`}>
                <Text c="dimmed">
                  {job.status === 'preview' && `${money(job.totalChargeCents ?? 0)}, `}
                  <Ago at={job.createdAt} />
                </Text>
                <JobBadge job={job} />
              </Item>
            ))}
            {uploading.map(({ id, name, sending }) => (
              <Item key={id} name={name} to={`/app/upload?list=${id}`}>
                <Text c="dimmed">
                  <GoesOn id={id} totalBytes={sending?.bytes ?? 0} />
                </Text>
              </Item>
            ))}
          </Stack>
        </Section>
      )}
      {unsent.length > 0 && (
        <Section
          title="Drafts"
          actions={
            unsent.length > 1 && (
              <Anchor component="button" type="button" onClick={() => forgetAll.mutate()}>
                Discard all drafts
              </Anchor>
            )
          }
        >
          <Stack gap="xs" align="stretch">
            {shown.map(({ id, name, startedAt }) => (
              <Item key={id} name={name} to={`/app/upload?list=${id}`}>
                <Text c="dimmed">
                  <Ago at={startedAt} />
                </Text>
                <Anchor component="button" type="button" onClick={() => forget.mutate(id)}>
                  Discard<VisuallyHidden> {name}</VisuallyHidden>
                </Anchor>
              </Item>
            ))}
          </Stack>
          {shown.length < unsent.length && (
            <Anchor component="button" type="button" mt="xs" onClick={() => setAll(true)}>
              Show all {count(unsent.length)} drafts
            </Anchor>
          )}
        </Section>
      )}
    </>
  );
}

function Item({ name, to, children }: { name: string; to: string; children: ReactNode }) {
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" gap="sm">
        <LinkTo size="md" to={to}>
          {name}
        </LinkTo>
        <Group gap="sm">{children}</Group>
      </Group>
    </Paper>
  );
}
