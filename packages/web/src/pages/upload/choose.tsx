import { Progress, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useNavigate } from 'react-router';
import { accountName } from '../../api/clients.js';
import { FileDrop } from '../../parts/file-drop.js';
import { bytes } from '../../parts/format.js';
import { settingsQuery, useSession } from '../../session/sessions.js';
import { Unfinished } from './later-steps.js';
import { ListProblem } from './list-problem.js';
import type { UploadRecord } from '../../lead-file/records.js';
import { openFile } from './open-file.js';
import { StepPage } from './steps.js';

const ACCEPTED =
  '.csv,.tsv,.txt,.xlsx,.xlsm,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** First step: drop or choose a file, or continue an upload. */
export function Choose() {
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
      {open.isPending && (
        <div role="status">
          <Text size="sm">Reading the file…</Text>
          <Progress value={100 * fraction} animated aria-label="Reading the file" />
        </div>
      )}
      {open.isError && <ListProblem error={open.error} another={false} />}
      <Suspense fallback={null}>
        <Unfinished account={account} />
      </Suspense>
    </StepPage>
  );
}
