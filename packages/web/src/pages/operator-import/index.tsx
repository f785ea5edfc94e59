import { Button, Skeleton, Stack, Card, Group, Progress, Text, Table, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useState, lazy, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { sourcesQuery } from '../../operator/owners.js';
import {
  importQuery,
  ownerFileQuery,
  startImport,
  type OwnerImport,
  type OwnerImportRequest,
  sendOwnerFile,
  type OwnerFile,
  throwAway,
  waitingFilesQuery,
  type WaitingOwnerFile,
} from '../../operator/owner-import.js';
import { Page } from '../../parts/page.js';
import { QueryProblem } from '../../parts/loaded.js';
import { ProblemNote } from '../../parts/problem-note.js';
import { Steps } from '../../parts/steps.js';
import { FileDrop } from '../../parts/file-drop.js';
import { bytes, dateAndTime } from '../../parts/format.js';
import { Confirm } from '../../parts/confirm.js';

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
      <Card withBorder padding="xl">
        <Stack gap="xs">
          <Group justify="space-between">
            <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
              {name}, {bytes(size)}
            </Text>
            <Button variant="default" size="xs" onClick={() => stopping.current?.abort()}>
              Stop
            </Button>
          </Group>
          <Progress value={(100 * sentBytes) / Math.max(size, 1)} aria-label="How much of the file is sent" />
          <Text size="sm" c="dimmed" role="status">
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

/** Uploaded files that weren't imported yet, to continue with. */
function WaitingFiles({ onGoOn }: { onGoOn: (file: WaitingOwnerFile) => void }) {
  const found = useQuery(waitingFilesQuery);
  const [leaving, setLeaving] = useState<WaitingOwnerFile | null>(null);
  const remove = useMutation({
    mutationFn: ({ id }: WaitingOwnerFile) => throwAway(id),
    onSuccess: () => setLeaving(null),
    onSettled: () => found.refetch(),
  });
  if (found.isError) return <QueryProblem of={found} />;
  if (found.data === undefined || found.data.files.length === 0) return null;
  return (
    <Stack component="section" gap="xs" aria-labelledby="waiting-files">
      <Title order={2} size="h4" id="waiting-files">
        Not imported yet
      </Title>
      <Table verticalSpacing="sm" aria-label="Files that are not imported yet">
        <Table.Tbody>
          {found.data.files.map((file) => (
            <Table.Tr key={file.id}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                <Text size="sm" fw={500}>
                  {file.name}
                </Text>
                <Text size="xs" c="dimmed">
                  {bytes(file.bytes)}, sent {dateAndTime(file.receivedAt)}. {becameOf(file)}
                </Text>
              </Table.Td>
              <Table.Td>
                <Group gap="xs" justify="flex-end">
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Delete ${file.name}`}
                    onClick={() => {
                      remove.reset();
                      setLeaving(file);
                    }}
                  >
                    Delete
                  </Button>
                  <Button
                    size="compact-sm"
                    variant="light"
                    aria-label={`Continue with ${file.name}`}
                    onClick={() => onGoOn(file)}
                  >
                    Continue
                  </Button>
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Confirm
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={`Delete ${leaving?.name ?? 'the file'}?`}
        action="Delete the file"
        isDangerous
        onConfirm={() => {
          if (leaving !== null) remove.mutate(leaving);
        }}
        isPending={remove.isPending}
        error={remove.error}
      >
        The file is deleted from the server, with the columns chosen for it. To import it, send it again.
      </Confirm>
    </Stack>
  );
}

function becameOf({ lastImport }: WaitingOwnerFile): string {
  if (lastImport === null) return 'Not checked yet.';
  const { dryRun, state } = lastImport;
  if (state === 'running') return dryRun ? 'Is being checked.' : 'Is being imported.';
  if (state === 'failed') return dryRun ? 'The check failed.' : 'The import failed.';
  return 'Checked.';
}
