import { Button, Skeleton, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { sourcesQuery } from '../../operator/owners.js';
import {
  importQuery,
  ownerFileQuery,
  startImport,
  type OwnerImport,
  type OwnerImportRequest,
} from '../../operator/owner-import.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Steps } from '../../parts/steps.js';
import { ChooseFile } from './choose-file.js';
import { ChooseColumns, loadLaterSteps, RunView } from './later-steps.js';
import { WaitingFiles } from './waiting-files.js';

const BEGIN = ['operator', 'owners', 'begin import'];

/**
 * Steps of an import: file, columns, check, import. The URL holds the progress: `run` is an import or a trial run, `file` a
 * file at the columns step, `from` the trial run to take the choices from. All data is on the server, so a reload continues.
 */
export default function ImportPage() {
  useEffect(loadLaterSteps, []);
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const runId = params.get('run');
  const fileId = params.get('file');
  const run = useQuery({ ...importQuery(runId ?? ''), enabled: runId !== null });
  const begin = useMutation({
    mutationKey: BEGIN,
    mutationFn: ({ fileId: of, request }: Beginning) => startImport(of, request),
    onSuccess: (begun) => {
      queries.setQueryData(importQuery(begun.id).queryKey, begun);
      void queries.invalidateQueries({ queryKey: sourcesQuery.queryKey });
    },
  });
  const beginOnce = (what: Beginning) => {
    // The second click of a double click comes before the button is rendered as disabled.
    if (queries.isMutating({ mutationKey: BEGIN }) > 0) return;
    // Navigates only if this page is still mounted; otherwise the import is found among the waiting files.
    begin.mutate(what, { onSuccess: ({ id }) => setParams({ run: id }) });
  };
  const goTo = (next: Record<string, string>) => {
    begin.reset();
    setParams(next);
  };
  return (
    <Page
      title="Import owners"
      about="From a CSV or Excel file. Lookups keep working during the import. New owners go live when it finishes."
      actions={
        <Button component={Link} variant="default" to="/operator/owners/imports">
          Past imports
        </Button>
      }
    >
      <Steps steps={STEPS} at={runId !== null ? stepOf(run.data) : fileId !== null ? 'Columns' : 'File'} />
      <Suspense fallback={<Skeleton h={480} radius="md" />}>
        <Stack>
          {begin.isError && <ProblemNote error={begin.error} />}
          {runId !== null ? (
            <>
              {run.isError && <ProblemNote error={run.error} retry={() => void run.refetch()} />}
              {run.isError && run.data === undefined && (
                <ChooseFile onSent={({ id }) => goTo({ file: id })} />
              )}
              {run.data !== undefined && (
                <RunView
                  run={run.data}
                  isStarting={begin.isPending}
                  onImport={beginOnce}
                  onChange={({ id, fileId: of }) => goTo({ file: of, from: id })}
                  onStartOver={() => goTo({})}
                />
              )}
            </>
          ) : fileId === null ? (
            <>
              <ChooseFile onSent={({ id }) => goTo({ file: id })} />
              <WaitingFiles
                onGoOn={({ id, lastImport }) =>
                  goTo(lastImport === null ? { file: id } : { run: lastImport.id })
                }
              />
            </>
          ) : (
            <Columns
              fileId={fileId}
              from={params.get('from')}
              isStarting={begin.isPending}
              onTry={(request) => beginOnce({ fileId, request })}
              onStartOver={() => goTo({})}
            />
          )}
        </Stack>
      </Suspense>
    </Page>
  );
}

interface Beginning {
  fileId: string;
  request: OwnerImportRequest;
}

const STEPS = ['File', 'Columns', 'Check', 'Import'] as const;

const stepOf = (run: OwnerImport | undefined): (typeof STEPS)[number] =>
  run?.dryRun === false ? 'Import' : 'Check';

interface ColumnsProps {
  fileId: string;
  /** The trial run to take the choices from. */
  from: string | null;
  isStarting: boolean;
  onTry: (request: OwnerImportRequest) => void;
  onStartOver: () => void;
}

function Columns({ fileId, from, isStarting, onTry, onStartOver }: ColumnsProps) {
  const tried = useQuery({ ...importQuery(from ?? ''), enabled: from !== null });
  /** Choices made before the file was read in another way. */
  const [chosen, setChosen] = useState<OwnerImportRequest | null>(null);
  const before = chosen ?? tried.data?.request ?? null;
  const isAsked = from === null || tried.data !== undefined || tried.isError;
  const file = useQuery({ ...ownerFileQuery(fileId, before ?? {}), enabled: isAsked });
  const isWaiting = file.isPending || (from !== null && tried.isPending);
  if (isWaiting) return <Skeleton h={480} radius="md" />;
  if (file.data === undefined) return <ProblemNote error={file.error} retry={() => void file.refetch()} />;
  return (
    <ChooseColumns
      key={[fileId, before?.headerRow, before?.sheet].join(' ')}
      file={file.data}
      before={before}
      isStarting={isStarting}
      onTry={onTry}
      onReadAgain={setChosen}
      onStartOver={onStartOver}
    />
  );
}
