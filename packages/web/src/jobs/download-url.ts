import type { QueryClient } from '@tanstack/react-query';
import { Problem } from '../api/problem.js';
import { jobQuery } from './queries.js';

/** A link that was signed just now: those of earlier answers expire after minutes. */
export async function freshDownloadUrl(queries: QueryClient, jobId: string): Promise<string> {
  const job = await queries.fetchQuery({ ...jobQuery(jobId), staleTime: 0 });
  if (typeof job.downloadUrl === 'string') return job.downloadUrl;
  throw new Problem('The file is not kept any more, so it can’t be downloaded again.', 404);
}
