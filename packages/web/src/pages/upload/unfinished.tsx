import { Anchor, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { jobKeys, unfinishedJobsQuery } from '../../jobs/queries.js';
import { JobBadge } from '../../jobs/words.js';
import { Ago, money } from '../../parts/format.js';
import { say } from '../../parts/toast.js';
import { recordsQuery } from './queries.js';
import { forgetRecord, forgetUnsent } from '../../lead-file/records.js';
import { sendWords, useSending } from './sender.js';

/** Progress of a background upload, in words. Refetches the lists when the upload has ended. */
function GoesOn({ id, totalBytes }: { id: string; totalBytes: number }) {
  const queries = useQueryClient();
  const sent = useSending(id);
  const isOver = sent.doing === 'sent' || sent.doing === 'gone';
  useEffect(() => {
    if (!isOver) return;
    void queries.invalidateQueries({ queryKey: ['uploads'] });
    void queries.invalidateQueries({ queryKey: jobKeys.lists });
  }, [isOver, queries]);
  return sendWords(sent, totalBytes).join(' ');
}

/** Unfinished uploads: records in this browser, and jobs in progress or waiting for an approval. */
export function Unfinished({ account }: { account: string }) {
  const queries = useQueryClient();
  const records = useQuery(recordsQuery(account));
  const waiting = useQuery(unfinishedJobsQuery).data?.jobs ?? [];
  const forgetting = {
    networkMode: 'always',
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
  if ((records.data ?? []).length + waiting.length === 0) return null;
  return (
    <section aria-labelledby="unfinished">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="unfinished">
          Drafts
        </Title>
        {unsent.length > 1 && (
          <Anchor component="button" type="button" size="sm" onClick={() => forgetAll.mutate()}>
            Discard all drafts
          </Anchor>
        )}
      </Group>
      <Stack gap="xs">
        {/* Uploads that wait for an approval come first. */}
        {waiting.map((job) => (
          <Paper withBorder p="sm" key={job.id}>
            <Group justify="space-between" gap="sm">
              <Anchor component={Link} to={`/app/upload?job=${job.id}`} style={{ overflowWrap: 'anywhere' }}>
                {job.filename}
              </Anchor>
              <Group gap="sm">
                <Text size="sm" c="dimmed">
                  {job.status === 'preview' && `${money(job.totalChargeCents ?? 0)}, `}
                  <Ago at={job.createdAt} />
                </Text>
                <JobBadge job={job} />
              </Group>
            </Group>
          </Paper>
        ))}
        {(records.data ?? []).map(({ id, name, startedAt, sending }) => (
          <Paper withBorder p="sm" key={id}>
            <Group justify="space-between" gap="sm">
              <Anchor component={Link} to={`/app/upload?list=${id}`} style={{ overflowWrap: 'anywhere' }}>
                {name}
              </Anchor>
              <Group gap="sm">
                <Text size="sm" c="dimmed">
                  {sending === null ? (
                    <>
                      Draft · <Ago at={startedAt} />
                    </>
                  ) : (
                    <GoesOn id={id} totalBytes={sending.bytes} />
                  )}
                </Text>
                {sending === null && (
                  <Anchor component="button" type="button" size="sm" onClick={() => forget.mutate(id)}>
                    Discard<VisuallyHidden> {name}</VisuallyHidden>
                  </Anchor>
                )}
              </Group>
            </Group>
          </Paper>
        ))}
      </Stack>
    </section>
  );
}
