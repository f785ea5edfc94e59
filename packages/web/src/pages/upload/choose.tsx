import { Anchor, Group, Paper, Progress, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useEffect, useState, type DragEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { bodyOf, contract } from '../../api/clients.js';
import { isWorking, JobBadge } from '../../jobs/index.js';
import { reader } from '../../lead-file/reader.js';
import { NOTHING_DECIDED } from '../../lead-file/report.js';
import { bytes, time } from '../../parts/format.js';
import { settingsQuery, useSession } from '../../session/sessions.js';
import { ListProblem } from './list-problem.js';
import { recordQuery, recordsQuery } from './queries.js';
import { forgetRecord, keepRecord, type UploadRecord } from './records.js';
import { requireSize } from './require-size.js';
import { sendWords } from './send-words.js';
import { useSending } from './sender.js';
import { StepPage } from './steps.js';
import classes from './upload.module.css';

/** The first step: a file, dropped or chosen, or an upload to go on with. */
export function Choose() {
  const { accountId } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [fraction, setFraction] = useState(0);
  const open = useMutation({
    mutationFn: async (file: File) => {
      setFraction(0);
      const { csv, ...opened } = await reader.ask('open', [file, file.name], setFraction);
      // What is sent is at least as large.
      requireSize(csv, (await queries.ensureQueryData(settingsQuery)).maxUploadBytes);
      const record: UploadRecord = {
        ...opened,
        id: crypto.randomUUID(),
        accountId,
        startedAt: Date.now(),
        decisions: NOTHING_DECIDED,
        payOnce: true,
        sending: null,
      };
      await keepRecord(record, csv);
      return record;
    },
    onSuccess: async (record) => {
      queries.setQueryData(recordQuery(record.id).queryKey, record);
      await navigate(`/app/upload?list=${record.id}`);
    },
  });
  return (
    <StepPage
      at="Choose"
      title="Upload a list"
      about="You see the columns, the doubts and the highest price before anything is sent, and the exact price before anything is charged."
    >
      <DropZone onFile={(file) => open.mutate(file)} isBusy={open.isPending} />
      {open.isPending && (
        <div role="status">
          <Text size="sm">Reading the file…</Text>
          <Progress value={100 * fraction} animated aria-label="Reading the file" />
        </div>
      )}
      {open.isError && <ListProblem error={open.error} another={false} />}
      <Unfinished accountId={accountId} />
    </StepPage>
  );
}

function DropZone({ onFile, isBusy }: { onFile: (file: File) => void; isBusy: boolean }) {
  const [isOver, setOver] = useState(false);
  const settings = useQuery(settingsQuery);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const [file] = event.dataTransfer.files;
    if (file && !isBusy) onFile(file);
  };
  useEffect(() => {
    // A file that is dropped beside the zone would replace this page.
    const stay = (event: Event) => event.preventDefault();
    addEventListener('dragover', stay);
    addEventListener('drop', stay);
    return () => {
      removeEventListener('dragover', stay);
      removeEventListener('drop', stay);
    };
  }, []);
  const limits = settings.data;
  return (
    <label
      className={classes['drop']}
      data-over={isOver}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileUp size={32} aria-hidden />
      <Text fw={600} size="lg">
        Drop a list here, or choose a file
      </Text>
      <Text size="sm" c="dimmed">
        CSV or Excel (.xlsx)
        {limits !== undefined &&
          `, up to ${limits.rowsPerJob.toLocaleString('en-US')} rows and ${bytes(limits.maxUploadBytes)}`}
      </Text>
      <input
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,.xlsm,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        disabled={isBusy}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? [];
          // The same file may be chosen again after it was mended.
          event.currentTarget.value = '';
          if (file) onFile(file);
        }}
      />
    </label>
  );
}

/** An upload that was begun goes on while other things are done. */
function GoesOn({ id, totalBytes }: { id: string; totalBytes: number }) {
  const queries = useQueryClient();
  const sent = useSending(id);
  const isOver = sent.doing === 'sent' || sent.doing === 'gone';
  useEffect(() => {
    if (!isOver) return;
    void queries.invalidateQueries({ queryKey: ['uploads'] });
    void queries.invalidateQueries({ queryKey: ['jobs'] });
  }, [isOver, queries]);
  return sendWords(sent, totalBytes).join(' ');
}

/** Uploads that were left: those in this browser, and jobs of the account that go on or wait for a yes. */
function Unfinished({ accountId }: { accountId: string }) {
  const queries = useQueryClient();
  const records = useQuery(recordsQuery(accountId));
  const jobs = useQuery({
    queryKey: ['jobs', 'recent'],
    queryFn: () => bodyOf(contract.GET('/api/user/skip-trace')),
  });
  const forget = useMutation({
    mutationFn: forgetRecord,
    networkMode: 'always',
    onSettled: () => queries.invalidateQueries({ queryKey: recordsQuery(accountId).queryKey }),
  });
  const waiting = (jobs.data?.jobs ?? []).filter((job) => job.status === 'preview' || isWorking(job));
  if ((records.data ?? []).length + waiting.length === 0) return null;
  return (
    <section aria-labelledby="unfinished">
      <Title order={2} size="h4" mb="sm" id="unfinished">
        Go on with
      </Title>
      <Stack gap="xs">
        {(records.data ?? []).map(({ id, filename, startedAt, sending }) => (
          <Paper withBorder p="sm" key={id}>
            <Group justify="space-between" gap="sm">
              <Anchor component={Link} to={`/app/upload?list=${id}`} style={{ overflowWrap: 'anywhere' }}>
                {filename}
              </Anchor>
              <Group gap="sm">
                <Text size="sm" c="dimmed">
                  {sending === null ? (
                    `Not sent yet, ${time(new Date(startedAt).toISOString())}`
                  ) : (
                    <GoesOn id={id} totalBytes={sending.bytes} />
                  )}
                </Text>
                {sending === null && (
                  <Anchor component="button" type="button" size="sm" onClick={() => forget.mutate(id)}>
                    Forget<VisuallyHidden> {filename}</VisuallyHidden>
                  </Anchor>
                )}
              </Group>
            </Group>
          </Paper>
        ))}
        {waiting.map((job) => (
          <Paper withBorder p="sm" key={job.id}>
            <Group justify="space-between" gap="sm">
              <Anchor component={Link} to={`/app/upload?job=${job.id}`} style={{ overflowWrap: 'anywhere' }}>
                {job.filename}
              </Anchor>
              <JobBadge status={job.status} />
            </Group>
          </Paper>
        ))}
      </Stack>
    </section>
  );
}
