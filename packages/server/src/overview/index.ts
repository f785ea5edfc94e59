export { accountOverview, type OverviewNeeds } from './account-overview.js';
