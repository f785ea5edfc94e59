import {
  Alert,
  Anchor,
  Button,
  Checkbox,
  Group,
  Menu,
  NativeSelect,
  Radio,
  Stack,
  Text,
} from '@mantine/core';
import type { SkipTraceJob } from '@skiptrace/contract';
import {
  DNC_CHOICES,
  LAYOUT_NAMES,
  ONLY_CHOICES,
  type DncChoice,
  type ExportChoice,
  type LayoutName,
  type OnlyChoice,
} from '@skiptrace/csv/layouts';
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { useState } from 'react';
import { Problem } from '../api/problem.js';
import { ownAddress } from '../api/send.js';
import { ListError, reader } from '../lead-file/reader.js';
import type { Exported, Found } from '../lead-file/report.js';
import { Dialog, DialogForm } from '../parts/dialog.js';
import { count, plural, share, dateAndTime } from '../parts/format.js';
import { save } from '../parts/save.js';
import { PlainButton, ProblemNote } from '../parts/text.js';
import { jobFileQuery, readJob } from './queries.js';

const foundWords = ({ rows, filled, owners, phones, emails }: Found): string =>
  `Owners for ${count(filled)} of ${plural(rows, 'row')} (${share(filled, rows)}), ${owners < filled ? `${count(owners)} different ones, ` : ''}with ${plural(phones, 'phone number')} and ${plural(emails, 'email address', 'email addresses')}.`;

/** Sentences about an export for another program: what it contains and what it leaves out. */
function exportWords(exported: Omit<Exported, 'csv'>): string[] {
  const { leads, records, phones, droppedNumbers, uncheckedNumbers, wholeNames } = exported;
  const sentences = [`${plural(leads, 'lead')}, ${plural(records, 'line')}.`];
  const listed = droppedNumbers - uncheckedNumbers;
  const dropped = [
    ...(listed > 0 ? [`${count(listed)} listed`] : []),
    ...(uncheckedNumbers > 0 ? [`${count(uncheckedNumbers)} not checked`] : []),
  ];
  if (droppedNumbers > 0)
    sentences.push(
      `${plural(droppedNumbers, 'number')} left out by Do Not Call status: ${dropped.join(', ')}.${phones === 0 ? ' The file has no phone number.' : ''}`,
    );
  if (wholeNames > 0)
    sentences.push(
      `The name of ${plural(wholeNames, 'owner')} is known in one piece only, like that of a company. It is in Last Name, and First Name is empty.`,
    );
  return sentences;
}

const LAYOUTS: Record<LayoutName, string> = {
  phones: 'Dialer: one row per phone, without Do Not Call numbers',
  split: 'One row per lead, mobile and landline in separate columns',
  reisift: 'REISift',
  hubspot: 'HubSpot contacts, without Do Not Call numbers',
  ghl: 'GoHighLevel contacts, without Do Not Call numbers',
  long: 'One row per phone or email, for databases',
};

const DNC_WORDS: Record<DncChoice, string> = {
  'only-not-listed': 'Only numbers that are not listed (callable)',
  'drop-listed': 'All but listed numbers, so also those not checked',
  keep: 'All numbers',
};

const ONLY_WORDS: Record<Exclude<OnlyChoice, 'callable'>, string> = {
  mobile: 'Mobile numbers only',
  absentee: 'Absentee owners only',
  'first-phone': 'First phone of each owner only',
};

/** The same formats, where the Do Not Call status is chosen apart. */
const FORMAT_WORDS: Record<LayoutName, string> = {
  ...LAYOUTS,
  phones: 'Dialer: one row per phone',
  hubspot: 'HubSpot contacts',
  ghl: 'GoHighLevel contacts',
};

interface ExportOrder extends ExportChoice {
  layout: LayoutName;
}

/** Downloads of the result, built in this browser: the list with its owners, or in another program's import layout. */
export function ResultDownloads({ job }: { job: SkipTraceJob }) {
  const queries = useQueryClient();
  const file = useQuery(jobFileQuery(job.id));
  const [said, setSaid] = useState<readonly string[]>([]);
  /** The export that left out some numbers. */
  const [lacking, setLacking] = useState<ExportOrder | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const download = useMutation({
    mutationFn: async (order: ExportOrder | null) => {
      setSaid([]);
      setLacking(null);
      const result = await fetchResult(queries, job.id);
      if (order === null) {
        const whole = await reader.ask('restore', [result]);
        save(whole, resultName(job, 'enriched'));
        // The file is already saved: without a count, only the summary is missing.
        const found = await queries
          .query({ ...jobFileQuery(job.id), staleTime: 'static' })
          .then(({ columnMapping }) => reader.ask('count', [result, columnMapping]))
          .catch(() => null);
        if (found !== null) setSaid([foundWords(found)]);
        return;
      }
      const { columnMapping } = await queries.query({ ...jobFileQuery(job.id), staleTime: 'static' });
      const { layout, ...choice } = order;
      const { csv, ...exported } = await reader.ask('export', [result, layout, columnMapping, choice]);
      save(csv, resultName(job, layout));
      setSaid(exportWords(exported));
      if (exported.droppedNumbers > 0) setLacking(order);
    },
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Group gap="xs">
        <Button
          size="md"
          leftSection={<Download />}
          loading={download.isPending}
          onClick={() => download.mutate(null)}
        >
          Download CSV
        </Button>
        <Menu position="bottom-start" width={320}>
          <Menu.Target>
            <PlainButton
              size="md"
              maw="100%"
              px={{ base: 'sm', xs: 'lg' }}
              rightSection={<ChevronDown size={16} />}
              disabled={download.isPending}
            >
              Export for a CRM or dialer
            </PlainButton>
          </Menu.Target>
          <Menu.Dropdown>
            {LAYOUT_NAMES.map((layout) => (
              <Menu.Item key={layout} onClick={() => download.mutate({ layout })}>
                {LAYOUTS[layout]}
              </Menu.Item>
            ))}
            <Menu.Item onClick={() => download.mutate({ layout: 'phones', dnc: 'keep' })}>
              Dialer: one row per phone, all numbers with their Do Not Call status
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => setChoosing(true)}>Choose numbers and owners…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <ChooseExport
        isOpen={isChoosing}
        onClose={() => setChoosing(false)}
        onExport={(order) => {
          setChoosing(false);
          download.mutate(order);
        }}
      />
      <div role="status">
        {said.map((sentence) => (
          <Text key={sentence}>{sentence}</Text>
        ))}
        {lacking !== null && (
          <Anchor
            component="button"
            type="button"
            onClick={() => download.mutate({ ...lacking, dnc: 'keep' })}
          >
            Download it with these numbers
          </Anchor>
        )}
      </div>
      {typeof file.data?.keptUntil === 'string' && (
        <Text c="dimmed">You can download it until {dateAndTime(file.data.keptUntil)}.</Text>
      )}
      {download.isError && (
        <Failed error={download.error} isExport={download.variables !== null} jobId={job.id} />
      )}
    </Stack>
  );
}

interface ChooseExportProps {
  isOpen: boolean;
  onClose: () => void;
  onExport: (order: ExportOrder) => void;
}

function ChooseExport({ isOpen, onClose, onExport }: ChooseExportProps) {
  const [layout, setLayout] = useState<LayoutName>('phones');
  const [dnc, setDnc] = useState<DncChoice>('only-not-listed');
  const [only, setOnly] = useState<readonly string[]>([]);
  return (
    <Dialog opened={isOpen} onClose={onClose} title="Export for a CRM or dialer">
      <DialogForm
        act={{ isPending: false, error: null }}
        action="Export"
        onSubmit={() => onExport({ layout, dnc, only: ONLY_CHOICES.filter((one) => only.includes(one)) })}
      >
        <NativeSelect
          label="Format"
          value={layout}
          data={LAYOUT_NAMES.map((value) => ({ value, label: FORMAT_WORDS[value] }))}
          onChange={(event) =>
            setLayout(LAYOUT_NAMES.find((name) => name === event.target.value) ?? 'phones')
          }
        />
        <Radio.Group
          label="Do Not Call"
          value={dnc}
          onChange={(value) => setDnc(DNC_CHOICES.find((name) => name === value) ?? 'only-not-listed')}
        >
          <Stack gap="xs" mt="xs">
            {[...DNC_CHOICES].reverse().map((value) => (
              <Radio key={value} value={value} label={DNC_WORDS[value]} />
            ))}
          </Stack>
        </Radio.Group>
        <Checkbox.Group label="Only" value={[...only]} onChange={setOnly}>
          <Stack gap="xs" mt="xs">
            {Object.entries(ONLY_WORDS).map(([value, label]) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      </DialogForm>
    </Dialog>
  );
}

interface FailedProps {
  error: unknown;
  /** Whether the file is for another program. */
  isExport: boolean;
  jobId: string;
}

/** Offers the server's original file when this page couldn't build the download. */
function Failed({ error, isExport, jobId }: FailedProps) {
  const queries = useQueryClient();
  const asItIs = useMutation({
    mutationFn: () => freshDownloadUrl(queries, jobId),
    onSuccess: (url) => window.location.assign(url),
  });
  if (!(error instanceof ListError) && !(error instanceof Problem)) return <ProblemNote error={error} />;
  return (
    <Alert color="red" role="alert" title={error.message}>
      <Text>
        Downloading is free, as often as you like. {isExport && 'Download CSV has everything in it, too. '}
        <Anchor component="button" type="button" onClick={() => asItIs.mutate()}>
          Download the file as the server keeps it
        </Anchor>
      </Text>
      {asItIs.isError && <ProblemNote error={asItIs.error} />}
    </Alert>
  );
}

async function fetchResult(queries: QueryClient, jobId: string): Promise<Blob> {
  const url = await freshDownloadUrl(queries, jobId);
  const response = await fetch(ownAddress(url)).catch((cause: unknown) => {
    throw Problem.notReached(cause);
  });
  if (!response.ok)
    throw new Problem(`The server answered ${response.status} instead of the file.`, response.status);
  // Rejects if the connection drops in the middle: the browser compares the bytes with Content-Length.
  return response.blob().catch((cause: unknown) => {
    throw Problem.notReached(cause);
  });
}

const resultName = ({ filename }: SkipTraceJob, kind: string): string =>
  `${filename.replace(/\.csv$/i, '')}.${kind}.csv`;

/** Reads the job again for a freshly signed link, because links expire after minutes. */
async function freshDownloadUrl(queries: QueryClient, jobId: string): Promise<string> {
  const job = await readJob(queries, jobId);
  if (typeof job.downloadUrl === 'string') return job.downloadUrl;
  throw new Problem('The file was deleted at the end of its retention, so you can’t download it again.', 404);
}
