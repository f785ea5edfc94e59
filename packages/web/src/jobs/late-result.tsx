import type { SkipTraceJob } from '@skiptrace/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

const LoadedDownloads = lazy(async () => ({
  default: (await import('./result-downloads.js')).ResultDownloads,
}));
const LoadedReceipt = lazy(async () => ({ default: (await import('./receipt.js')).Receipt }));

/** Loaded when a job has a result: most pages that show jobs need nothing of it. */
export function ResultDownloads({ job }: { job: SkipTraceJob }) {
  return (
    <Suspense fallback={null}>
      <LoadedDownloads job={job} />
    </Suspense>
  );
}

/** The same of what it cost and what is in it. */
export function Receipt({ job }: { job: SkipTraceJob }) {
  return (
    <Suspense fallback={<Skeleton h={240} radius="md" />}>
      <LoadedReceipt job={job} />
    </Suspense>
  );
}
