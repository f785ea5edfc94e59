import { Progress, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { reader } from '../../lead-file/reader.js';
import { NOTHING_DECIDED } from '../../lead-file/report.js';
import { FileDrop } from '../../parts/file-drop.js';
import { bytes } from '../../parts/format.js';
import { settingsQuery, useSession } from '../../session/sessions.js';
import { Unfinished } from './later-steps.js';
import { ListProblem } from './list-problem.js';
import { recordQuery } from './queries.js';
import { keepRecord, type UploadRecord } from './records.js';
import { requireSize } from './require-size.js';
import { StepPage } from './steps.js';

const ACCEPTED =
  '.csv,.tsv,.txt,.xlsx,.xlsm,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The first step: a file, dropped or chosen, or an upload to go on with. */
export function Choose() {
  const { accountId } = useSession();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const limits = useQuery(settingsQuery).data;
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
      <FileDrop
        title="Drop a list here, or choose a file"
        accept={ACCEPTED}
        onFile={(file) => open.mutate(file)}
        isBusy={open.isPending}
      >
        CSV or Excel (.xlsx)
        {limits !== undefined &&
          `, up to ${limits.rowsPerJob.toLocaleString('en-US')} rows and ${bytes(limits.maxUploadBytes)}`}
      </FileDrop>
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
