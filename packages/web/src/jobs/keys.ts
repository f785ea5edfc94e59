// The names under which answers about jobs are kept. What begins with `lists` is asked again after a job has changed.

const lists = ['jobs'] as const;

export const jobKeys = {
  lists,
  /** Statuses of jobs that go on or wait for an approval. */
  unfinished: [...lists, 'unfinished'],
  /** The few that the overview shows. */
  last: [...lists, 'last'],
  /** Statuses of jobs that the server works on. */
  working: [...lists, 'working'],
  /** Every page of what was searched for. */
  found: (filter: string | null, search: string) => [...lists, 'found', filter, search] as const,
  allFound: [...lists, 'found'],
  /** Jobs of one list, by its content digest. */
  ofList: (contentDigest: string) => [...lists, 'of list', contentDigest] as const,
  one: (jobId: string) => ['job', jobId] as const,
  file: (jobId: string) => ['job', jobId, 'file'] as const,
  rows: (jobId: string) => ['job', jobId, 'rows'] as const,
  approval: (jobId: string) => ['job', jobId, 'approval'] as const,
} as const;
