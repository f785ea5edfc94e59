export { ApproveButton } from './approve-button.js';
export { CancelButton } from './cancel-button.js';
export { JobBadge } from './job-badge.js';
export { JobCounts } from './job-counts.js';
export { JobStory } from './job-story.js';
export { jobChanged, useJob } from './queries.js';
export { ResultDownloads } from './late-result-downloads.js';
export { canCancel, isWorking, JOB_WORDS, situationOf } from './words.js';
