import { Button, Stack, Stepper } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { sourcesQuery } from '../../operator/owners.js';
import {
  importQuery,
  startImport,
  throwAway,
  type OwnerFile,
  type OwnerImportRequest,
} from '../../operator/owner-import.js';
import { Page } from '../../parts/page.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { ChooseColumns } from './choose-columns.js';
import { ChooseFile } from './choose-file.js';
import { RunView } from './run-view.js';

/** What is imported, and how; known until the page is left. */
interface Plan {
  file: OwnerFile;
  request: OwnerImportRequest | null;
}

/** The run is named in the URL, so a page that is opened again goes on showing it. */
export default function ImportPage() {
  const queries = useQueryClient();
  const [params, setParams] = useSearchParams();
  const runId = params.get('run');
  const [plan, setPlan] = useState<Plan | null>(null);
  const run = useQuery({ ...importQuery(runId ?? ''), enabled: runId !== null });
  const begin = useMutation({
    mutationFn: ({ fileId, request }: { fileId: string; request: OwnerImportRequest }) =>
      startImport(fileId, request),
    onSuccess: (begun) => {
      queries.setQueryData(importQuery(begun.id).queryKey, begun);
      void queries.invalidateQueries({ queryKey: sourcesQuery.queryKey });
      setParams({ run: begun.id });
    },
  });
  const startOver = () => {
    // What is not going to be imported need not lie there for a day. If this fails, the server does it then.
    if (plan !== null && run.data?.dryRun !== false) throwAway(plan.file.id).catch(() => undefined);
    setPlan(null);
    begin.reset();
    setParams({});
  };
  const change = () => {
    begin.reset();
    setParams({});
  };
  const tryOut = (file: OwnerFile, request: OwnerImportRequest) => {
    setPlan({ file, request });
    begin.mutate({ fileId: file.id, request });
  };
  const step =
    runId !== null
      ? run.data?.dryRun === false
        ? run.data.state === 'done'
          ? 4
          : 3
        : 2
      : plan === null
        ? 0
        : 1;
  const request = plan?.request ?? null;
  return (
    <Page
      title="Import owners"
      about="From a CSV or Excel file. Look-ups go on meanwhile, and see the new owners when all of them are there."
    >
      <Stepper active={step} size="sm" allowNextStepsSelect={false} visibleFrom="sm">
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
            {run.isError && run.data === undefined && (
              <div>
                <Button variant="default" onClick={startOver}>
                  Import a file
                </Button>
              </div>
            )}
            {run.data !== undefined && (
              <RunView
                run={run.data}
                isStarting={begin.isPending}
                onImport={
                  plan === null || request === null
                    ? null
                    : () => begin.mutate({ fileId: plan.file.id, request: { ...request, dryRun: false } })
                }
                onChange={plan === null ? null : change}
                onStartOver={startOver}
              />
            )}
          </>
        ) : plan === null ? (
          <ChooseFile onSent={(file) => setPlan({ file, request: null })} />
        ) : (
          <ChooseColumns
            file={plan.file}
            before={plan.request}
            isStarting={begin.isPending}
            onTry={(next) => tryOut(plan.file, next)}
            onStartOver={startOver}
          />
        )}
      </Stack>
    </Page>
  );
}
