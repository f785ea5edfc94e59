import { Button, Card, Group, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { own, query } from '../../api/clients.js';
import {
  importQuery,
  ownerFileQuery,
  sendOwnerFile,
  startImport,
  type OwnerFile,
  type OwnerImport,
  type OwnerImportRequest,
  type WaitingOwnerFile,
} from '../../operator/owner-import.js';
import { sourcesQuery } from '../../operator/owners.js';
import { DataTable } from '../../parts/data-table.js';
import { ActButton } from '../../parts/dialog.js';
import { FileDrop } from '../../parts/file-drop.js';
import { bytes, dateAndTime } from '../../parts/format.js';
import { Page, Section } from '../../parts/page.js';
import { Steps } from '../../parts/steps.js';
import { ButtonTo, Fine, PlainButton, ProblemNote, QueryProblem } from '../../parts/text.js';

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
      actions={<ButtonTo to="/operator/owners/imports">Past imports</ButtonTo>}
    >
      <Steps steps={STEPS} at={runId !== null ? stepOf(run.data) : fileId !== null ? 'Columns' : 'File'} />
      <Suspense fallback={<Skeleton h={480} radius="md" />}>
        <Stack>
          {begin.isError && <ProblemNote error={begin.error} />}
          {runId !== null ? (
            <>
              <QueryProblem of={run} />
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
  if (file.data === undefined) return <QueryProblem of={file} />;
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

const columns = () => import('./choose-columns.js');
const run = () => import('./run-view.js');

/** Later steps, most of the page's code; loaded while the first step is shown. */
const ChooseColumns = lazy(() => columns().then((loaded) => ({ default: loaded.ChooseColumns })));
const RunView = lazy(() => run().then((loaded) => ({ default: loaded.RunView })));

/** Preloads the later steps. A step that can't be loaded now is loaded when it is needed. */
const loadLaterSteps = (): void => {
  for (const load of [columns, run]) load().catch(() => undefined);
};

/** Uploads a dropped or chosen file to the server, which keeps it for a day at most. */
function ChooseFile({ onSent }: { onSent: (file: OwnerFile) => void }) {
  const [sentBytes, setSentBytes] = useState(0);
  const stopping = useRef<AbortController | null>(null);
  const send = useMutation({
    mutationFn: (file: File) => {
      stopping.current = new AbortController();
      setSentBytes(0);
      return sendOwnerFile(file, setSentBytes, stopping.current.signal);
    },
  });
  // Leaving the page aborts the upload, because its outcome couldn't be shown.
  useEffect(() => () => stopping.current?.abort(), []);
  if (send.isPending) {
    const { name, size } = send.variables;
    return (
      <Card padding="xl">
        <Stack gap="xs">
          <Group justify="space-between">
            <Text fw={500}>
              {name}, {bytes(size)}
            </Text>
            <PlainButton size="xs" onClick={() => stopping.current?.abort()}>
              Stop
            </PlainButton>
          </Group>
          <Progress value={(100 * sentBytes) / Math.max(size, 1)} aria-label="How much of the file is sent" />
          <Text c="dimmed" role="status">
            {sentBytes < size ? 'Sending the file.' : 'Reading the first rows.'}
          </Text>
        </Stack>
      </Card>
    );
  }
  return (
    <Stack>
      {send.isError && <ProblemNote error={send.error} />}
      <FileDrop
        title="Drop a file of owners here, or choose one"
        accept=".csv,.xlsx"
        onFile={(file) => send.mutate(file, { onSuccess: onSent })}
      >
        CSV or Excel (.xlsx), with the property&apos;s address and the owner&apos;s name. Social Security
        numbers and dates of birth are never read. The server keeps the file until it is imported, at most for
        a day.
      </FileDrop>
    </Stack>
  );
}

/** Uploaded files that weren't imported yet: they can still be tried, imported or discarded. */
function WaitingFiles({ onGoOn }: { onGoOn: (file: WaitingOwnerFile) => void }) {
  const found = useQuery({ ...query('/operator/api/owners/files'), staleTime: 0 });
  if (found.isError) return <QueryProblem of={found} />;
  if (found.data === undefined || found.data.files.length === 0) return null;
  return (
    <Section title="Not imported yet" gap="xs">
      <DataTable
        label="Files that are not imported yet"
        rows={found.data.files}
        columns={[
          {
            title: 'File',
            isHidden: true,
            breaks: 'anywhere',
            cell: (file) => (
              <>
                <Text fw={500}>{file.name}</Text>
                <Fine>
                  {bytes(file.bytes)}, sent {dateAndTime(file.receivedAt)}. {becameOf(file)}
                </Fine>
              </>
            ),
          },
          {
            title: 'Go on',
            isHidden: true,
            cell: (file) => (
              <Group gap="xs" justify="flex-end">
                <ActButton
                  label="Delete"
                  button={{ size: 'compact-sm', 'aria-label': `Delete ${file.name}` }}
                  title={`Delete ${file.name}?`}
                  action="Delete the file"
                  isDangerous
                  send={() =>
                    own.DELETE('/operator/api/owners/files/{fileId}', {
                      params: { path: { fileId: file.id } },
                    })
                  }
                  changes={['/operator/api/owners/files']}
                >
                  The file is deleted from the server, with the columns chosen for it. To import it, send it
                  again.
                </ActButton>
                <Button
                  size="compact-sm"
                  variant="light"
                  aria-label={`Continue with ${file.name}`}
                  onClick={() => onGoOn(file)}
                >
                  Continue
                </Button>
              </Group>
            ),
          },
        ]}
      />
    </Section>
  );
}

function becameOf({ lastImport }: WaitingOwnerFile): string {
  if (lastImport === null) return 'Not checked yet.';
  const { dryRun, state } = lastImport;
  if (state === 'running') return dryRun ? 'Is being checked.' : 'Is being imported.';
  if (state === 'failed') return dryRun ? 'The check failed.' : 'The import failed.';
  return 'Checked.';
}
