import type { SkipTraceJob } from '@skiptrace/contract';
import { Alert, Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { LAYOUT_NAMES, type LayoutName } from '@skiptrace/csv/layouts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { useState } from 'react';
import { ownAddress } from '../api/own-address.js';
import { Problem } from '../api/problem.js';
import { ListError, reader } from '../lead-file/reader.js';
import { count } from '../parts/format.js';
import { ProblemNote } from '../parts/problem-note.js';
import { freshDownloadUrl } from './download-url.js';

const LAYOUTS: Record<LayoutName, string> = {
  phones: 'A line for every phone, for dialers and texting',
  split: 'A line for every lead, mobiles and landlines apart',
  reisift: 'REISift',
  hubspot: 'HubSpot contacts',
  ghl: 'GoHighLevel contacts',
  long: 'A line for every phone and email, for databases',
};

/** The result as a file: the list with its owners, or as another program imports it. Made in this browser. */
export function ResultDownloads({ job }: { job: SkipTraceJob }) {
  const queries = useQueryClient();
  const [said, setSaid] = useState('');
  const download = useMutation({
    mutationFn: async (layout: LayoutName | null) => {
      setSaid('');
      const result = await fetchResult(queries, job.id);
      if (layout === null) return save(await reader.ask('restore', [result]), resultName(job, 'enriched'));
      const { csv, leads, records, droppedNumbers } = await reader.ask('export', [result, layout]);
      save(csv, resultName(job, layout));
      const dropped =
        droppedNumbers === 0
          ? ''
          : ` ${count(droppedNumbers)} numbers on a Do Not Call registry were left out, because this format can’t mark them.`;
      setSaid(`${count(leads)} leads, ${count(records)} lines.${dropped}`);
    },
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Group gap="xs">
        <Button
          size="md"
          leftSection={<Download size={18} aria-hidden />}
          loading={download.isPending}
          onClick={() => download.mutate(null)}
        >
          Download CSV
        </Button>
        <Menu position="bottom-start" width={320}>
          <Menu.Target>
            <Button
              size="md"
              variant="default"
              rightSection={<ChevronDown size={16} aria-hidden />}
              disabled={download.isPending}
            >
              For another program
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {LAYOUT_NAMES.map((layout) => (
              <Menu.Item key={layout} onClick={() => download.mutate(layout)}>
                {LAYOUTS[layout]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Group>
      <Text size="sm" role="status">
        {said}
      </Text>
      {download.isError && <Failed error={download.error} jobId={job.id} />}
    </Stack>
  );
}

/** The file may still be had as the server keeps it: without what this page makes of it. */
function Failed({ error, jobId }: { error: unknown; jobId: string }) {
  const queries = useQueryClient();
  const asItIs = useMutation({
    mutationFn: () => freshDownloadUrl(queries, jobId),
    onSuccess: (url) => window.location.assign(url),
  });
  if (!(error instanceof ListError) && !(error instanceof Problem)) return <ProblemNote error={error} />;
  return (
    <Alert color="red" role="alert" title={error.message}>
      <Text size="sm">
        The job is paid, and downloading is free.{' '}
        <Anchor component="button" type="button" size="sm" onClick={() => asItIs.mutate()}>
          Download the file as the server keeps it
        </Anchor>
      </Text>
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
  // A line that drops in the middle is noticed here: the browser compares with the length.
  return response.blob().catch((cause: unknown) => {
    throw Problem.notReached(cause);
  });
}

const resultName = ({ filename }: SkipTraceJob, kind: string): string =>
  `${filename.replace(/\.csv$/i, '')}.${kind}.csv`;

/** When the Blob's address is revoked: browsers begin a download a moment after the click, and none takes this long. */
const KEPT_MS = 60_000;

function save(csv: Blob, name: string): void {
  const url = URL.createObjectURL(csv);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
