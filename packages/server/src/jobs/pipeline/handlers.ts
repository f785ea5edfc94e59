import type { Billing } from '../../billing/index.js';
import type { TaskHandlers } from '../../queue/index.js';
import type { JobNeeds } from '../jobs.js';
import { EnrichTask } from './enrich-task.js';
import { MatchTask } from './match-task.js';
import type { JobWork } from './job-work.js';

/** What a worker does: give it to `TaskQueue.work`. */
export const jobTaskHandlers = (
  needs: Pick<JobNeeds, 'database' | 'clock' | 'ids'> & { billing: Billing },
  work: JobWork,
): TaskHandlers => ({ match: new MatchTask(needs, work), enrich: new EnrichTask(needs, work) });
