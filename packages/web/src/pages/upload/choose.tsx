import { Progress, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { Suspense, useEffect, useState, type DragEvent } from 'react';
import { useNavigate } from 'react-router';
import { reader } from '../../lead-file/reader.js';
import { NOTHING_DECIDED } from '../../lead-file/report.js';
import { bytes } from '../../parts/format.js';
import { settingsQuery, useSession } from '../../session/sessions.js';
import { Unfinished } from './later-steps.js';
import { ListProblem } from './list-problem.js';
import { recordQuery } from './queries.js';
import { keepRecord, type UploadRecord } from './records.js';
import { requireSize } from './require-size.js';
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
      <Suspense fallback={null}>
        <Unfinished accountId={accountId} />
      </Suspense>
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
