export { accountActivity, hasLookedUp, ServiceActivity } from './activity.js';
export { accountOverview, type OverviewNeeds } from './account-overview.js';
export { jobDetails, type JobDetails } from './job-details.js';
export { jobsToLookAt, moneyToday } from './operator-home.js';
export { named, type NamedAction } from './named-actions.js';
export { everyPurchase, purchasesOf, statement } from './statement.js';
