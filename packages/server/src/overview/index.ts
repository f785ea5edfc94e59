export { accountActivity } from './activity.js';
export { accountOverview, type OverviewNeeds } from './account-overview.js';
export { ServiceActivity, type ActivityDay } from './service-activity.js';
