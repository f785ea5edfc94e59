import type { SkipTraceJob } from '@skiptrace/contract';
import { Button, Stack } from '@mantine/core';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Problem } from '../api/problem.js';
import { ProblemNote } from '../parts/problem-note.js';
import { jobQuery } from './queries.js';

/** A link that was signed just now: those of earlier answers expire after minutes. */
export async function freshDownloadUrl(queries: QueryClient, jobId: string): Promise<string> {
  const job = await queries.fetchQuery({ ...jobQuery(jobId), staleTime: 0 });
  if (typeof job.downloadUrl === 'string') return job.downloadUrl;
  throw new Problem('The file is not kept any more, so it can’t be downloaded again.', 404);
}

/** Hands the enriched file to the browser's own downloads. */
export function DownloadButton({ job }: { job: SkipTraceJob }) {
  const queries = useQueryClient();
  const download = useMutation({
    mutationFn: () => freshDownloadUrl(queries, job.id),
    onSuccess: (url) => window.location.assign(url),
  });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        size="md"
        leftSection={<Download size={18} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate()}
      >
        Download CSV
      </Button>
      {download.isError && <ProblemNote error={download.error} />}
    </Stack>
  );
}
