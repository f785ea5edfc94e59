import type { SkipTraceJob } from '@skiptrace/contract';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';

const LoadedDownloads = lazy(async () => ({
  default: (await import('./result-downloads.js')).ResultDownloads,
}));
const LoadedReceipt = lazy(async () => ({ default: (await import('./receipt.js')).Receipt }));

/** Loads the result code only for a job that has a result: most pages with jobs don't need it. */
export function ResultDownloads({ job }: { job: SkipTraceJob }) {
  return (
    <Suspense fallback={null}>
      <LoadedDownloads job={job} />
    </Suspense>
  );
}

/** Loads the receipt in the same way. */
export function Receipt({ job }: { job: SkipTraceJob }) {
  return (
    <Suspense fallback={<Skeleton h={240} radius="md" />}>
      <LoadedReceipt job={job} />
    </Suspense>
  );
}
