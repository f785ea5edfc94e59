import type { SkipTraceJob } from '@skiptrace/contract';
import { lazy, Suspense } from 'react';

const Loaded = lazy(async () => ({ default: (await import('./result-downloads.js')).ResultDownloads }));

/** Loaded when a job has a result: most pages that show jobs need nothing of it. */
export function ResultDownloads({ job }: { job: SkipTraceJob }) {
  return (
    <Suspense fallback={null}>
      <Loaded job={job} />
    </Suspense>
  );
}
