import { Skeleton, Stack, Stepper } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { sourcesQuery } from '../../operator/owners.js';
import {
  importQuery,
  ownerFileQuery,
  startImport,
  throwAway,
  waitingFilesQuery,
  type OwnerImport,
  type OwnerImportRequest,
} from '../../operator/owner-import.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { ChooseColumns } from './choose-columns.js';
import { ChooseFile } from './choose-file.js';
import { RunView } from './run-view.js';
import { WaitingFiles } from './waiting-files.js';

/**
 * File, columns, try, import. How far it is stands in the URL: `run` names an import or a try, `file` a file whose columns are
 * chosen, `from` the try whose choices are changed. What belongs to it is on the server, so a page that is opened again goes on.
 */
export default function ImportPage() {
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const runId = params.get('run');
  const fileId = params.get('file');
  const run = useQuery({ ...importQuery(runId ?? ''), enabled: runId !== null });
  const begin = useMutation({
    mutationFn: ({ fileId: of, request }: { fileId: string; request: OwnerImportRequest }) =>
      startImport(of, request),
    onSuccess: (begun) => {
      queries.setQueryData(importQuery(begun.id).queryKey, begun);
      void queries.invalidateQueries({ queryKey: sourcesQuery.queryKey });
      setParams({ run: begun.id });
    },
  });
  const goTo = (next: Record<string, string>) => {
    begin.reset();
    setParams(next);
  };
  const throwAwayAndStartOver = (of: string | null) => {
    // What is not going to be imported need not lie there for a day. If this fails, the list of waiting files shows it.
    if (of !== null) {
      void throwAway(of)
        .catch(() => undefined)
        .then(() => queries.invalidateQueries({ queryKey: waitingFilesQuery.queryKey, exact: true }));
    }
    goTo({});
  };
  return (
    <Page
      title="Import owners"
      about="From a CSV or Excel file. Lookups go on meanwhile, and find the new owners once all of them are there."
    >
      <Stepper
        active={runId !== null ? stepOf(run.data) : fileId !== null ? 1 : 0}
        size="sm"
        allowNextStepsSelect={false}
        visibleFrom="sm"
      >
        <Stepper.Step label="File" />
        <Stepper.Step label="Columns" />
        <Stepper.Step label="Try" />
        <Stepper.Step label="Import" />
      </Stepper>
      <Stack>
        {begin.isError && <ProblemNote error={begin.error} />}
        {runId !== null ? (
          <>
            {run.isError && <ProblemNote error={run.error} retry={() => void run.refetch()} />}
            {run.isError && run.data === undefined && <ChooseFile onSent={({ id }) => goTo({ file: id })} />}
            {run.data !== undefined && (
              <RunView
                run={run.data}
                isStarting={begin.isPending}
                onImport={({ fileId: of, request }) => begin.mutate({ fileId: of, request })}
                onChange={({ id, fileId: of }) => goTo({ file: of, from: id })}
                onStartOver={({ fileId: of, dryRun }) => throwAwayAndStartOver(dryRun ? of : null)}
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
            onTry={(request) => begin.mutate({ fileId, request })}
            onThrowAway={() => throwAwayAndStartOver(fileId)}
          />
        )}
      </Stack>
    </Page>
  );
}

function stepOf(run: OwnerImport | undefined): number {
  if (run?.dryRun !== false) return 2;
  return run.state === 'done' ? 4 : 3;
}

interface ColumnsProps {
  fileId: string;
  /** The try whose choices are changed. */
  from: string | null;
  isStarting: boolean;
  onTry: (request: OwnerImportRequest) => void;
  onThrowAway: () => void;
}

function Columns({ fileId, from, isStarting, onTry, onThrowAway }: ColumnsProps) {
  const file = useQuery(ownerFileQuery(fileId));
  const tried = useQuery({ ...importQuery(from ?? ''), enabled: from !== null });
  const isWaiting = file.isPending || (from !== null && tried.isPending);
  if (isWaiting) return <Skeleton h={480} radius="md" />;
  if (file.data === undefined) return <ProblemNote error={file.error} retry={() => void file.refetch()} />;
  return (
    <ChooseColumns
      key={fileId}
      file={file.data}
      before={tried.data?.request ?? null}
      isStarting={isStarting}
      onTry={onTry}
      onStartOver={onThrowAway}
    />
  );
}
