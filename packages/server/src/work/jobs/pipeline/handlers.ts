import type { TermDefaults } from '../../../money/accounts/index.js';
import type { Billing } from '../../../money/billing/index.js';
import type { TaskHandlers } from '../../../platform/queue/index.js';
import type { JobNeeds } from '../jobs.js';
import { EnrichTask } from './enrich-task.js';
import { JobWork, PartsHere } from './job-work.js';
import { MatchTask } from './match-task.js';
import type { PartStore } from './part-store.js';
import type { PartWork } from './part-work.js';
import { partTask, SharedParts } from './shared-parts.js';

type Needs = Pick<
  JobNeeds,
  | 'database'
  | 'clock'
  | 'ids'
  | 'queue'
  | 'store'
  | 'repeats'
  | 'audit'
  | 'listVersion'
  | 'webhooks'
  | 'listMails'
> & {
  billing: Billing;
  termDefaults: TermDefaults;
};

export interface WorkOnParts {
  work: PartWork;
  /** Parts of a job that are worked on at the same time in this process. */
  atOnce: number;
  /** Null on SQLite, where one worker does all parts. */
  store: PartStore | null;
}

/** A worker's task handlers: pass them to `TaskQueue.work`. */
export function jobTaskHandlers(needs: Needs, { work, atOnce, store }: WorkOnParts): TaskHandlers {
  if (store === null) {
    const jobWork = new JobWork(work, new PartsHere(work, atOnce));
    return { match: new MatchTask(needs, jobWork), enrich: new EnrichTask(needs, jobWork) };
  }
  const parts = new SharedParts({ ...needs, work, parts: store });
  const jobWork = new JobWork(work, parts);
  const [match, enrich] = [new MatchTask(needs, jobWork), new EnrichTask(needs, jobWork)];
  return {
    match,
    'match-part': partTask('match', parts, match),
    'match-end': match,
    enrich,
    'enrich-part': partTask('enrich', parts, enrich),
    'enrich-end': enrich,
  };
}
