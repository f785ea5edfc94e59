export { accountActivity, hasLookedUp } from './activity.js';
export { accountOverview, type OverviewNeeds } from './account-overview.js';
export { jobDetails, type JobDetails } from './job-details.js';
export { moneyToday } from './money-today.js';
export { named, type NamedAction } from './named-actions.js';
export { jobsToLookAt } from './to-do.js';
export { purchasesOf } from './purchases.js';
export { ServiceActivity } from './service-activity.js';
export { everyPurchase, statement } from './statement.js';
