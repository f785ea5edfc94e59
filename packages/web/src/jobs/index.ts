export { CancelButton } from './cancel-button.js';
export { JobBadge, JobStatusBadge } from './job-badge.js';
export { JobNow, NO_SUCH_JOB } from './job-now.js';
export { JobStory } from './job-story.js';
export { JobTable } from './job-table.js';
export { jobKeys } from './keys.js';
export { jobChanged, unfinishedJobsQuery, useJob } from './queries.js';
export { canCancel, isApproved, isWorking, JOB_WORDS, priceOf } from './words.js';
