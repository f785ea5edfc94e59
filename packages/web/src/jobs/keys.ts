// Query keys of jobs. Queries with keys that begin with `lists` are refetched after a job has changed.

const lists = ['jobs'] as const;

export const jobKeys = {
  lists,
  /** Statuses of jobs in progress or waiting for an approval. */
  unfinished: [...lists, 'unfinished'],
  /** The newest jobs, for the overview. */
  last: [...lists, 'last'],
  /** Statuses of jobs that the server works on. */
  working: [...lists, 'working'],
  /** All pages of a search. */
  found: (filter: string | null, search: string) => [...lists, 'found', filter, search] as const,
  allFound: [...lists, 'found'],
  /** Jobs of one list, by its content digest. */
  ofList: (contentDigest: string) => [...lists, 'of list', contentDigest] as const,
  one: (jobId: string) => ['job', jobId] as const,
  file: (jobId: string) => ['job', jobId, 'file'] as const,
  rows: (jobId: string) => ['job', jobId, 'rows'] as const,
  approval: (jobId: string) => ['job', jobId, 'approval'] as const,
} as const;
