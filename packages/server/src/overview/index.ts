export { accountActivity } from './activity.js';
export { accountOverview, type OverviewNeeds } from './account-overview.js';
export { ServiceActivity } from './service-activity.js';
