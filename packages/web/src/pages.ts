import type { ComponentType } from 'react';

type Load = () => Promise<{ default: ComponentType }>;

/** Every page by its path. Each is a chunk of its own, loaded when it is first opened. The acceptance tests look at all of them. */
export const PAGES: Readonly<Record<string, Load>> = {
  '/app': () => import('./pages/overview/index.js'),
  '/app/sign-in': () => import('./pages/sign-in/index.js'),
  '/app/upload': () => import('./pages/upload/index.js'),
  '/app/lookup': () => import('./pages/lookup/index.js'),
  '/app/jobs': () => import('./pages/jobs/index.js'),
  '/app/jobs/:jobId': () => import('./pages/job/index.js'),
  '/app/jobs/:jobId/receipt': () => import('./pages/receipt/index.js'),
  '/app/keys': () => import('./pages/keys/index.js'),
  '/app/billing': () => import('./pages/billing/index.js'),
  '/app/account': () => import('./pages/account/index.js'),
  '/app/support': () => import('./pages/support/index.js'),
  '/app/terms': () => import('./pages/terms/index.js'),
  '/operator': () => import('./pages/operator-health/index.js'),
  '/operator/sign-in': () => import('./pages/operator-sign-in/index.js'),
  '/operator/accounts': () => import('./pages/operator-accounts/index.js'),
  '/operator/accounts/:accountId': () => import('./pages/operator-account/index.js'),
  '/operator/jobs': () => import('./pages/operator-jobs/index.js'),
  '/operator/jobs/:jobId': () => import('./pages/operator-job/index.js'),
  '/operator/owners': () => import('./pages/operator-owners/index.js'),
  '/operator/owners/import': () => import('./pages/operator-import/index.js'),
  '/operator/owners/imports': () => import('./pages/operator-owner-imports/index.js'),
  '/operator/owners/imports/:importId': () => import('./pages/operator-owner-import/index.js'),
  '/operator/owners/explain': () => import('./pages/operator-explain/index.js'),
  '/operator/support': () => import('./pages/operator-support/index.js'),
  '/operator/support/:messageId': () => import('./pages/operator-message/index.js'),
  '/operator/events': () => import('./pages/operator-events/index.js'),
  '/operator/requests': () => import('./pages/operator-requests/index.js'),
  '/operator/requests/:requestId': () => import('./pages/operator-request/index.js'),
  '/operator/person': () => import('./pages/operator-person/index.js'),
  '/operator/disclosures': () => import('./pages/operator-disclosures/index.js'),
  '/operator/suppressions': () => import('./pages/operator-suppressions/index.js'),
  '/operator/dnc': () => import('./pages/operator-dnc/index.js'),
  '/operator/drop': () => import('./pages/operator-drop/index.js'),
  // For people who aren't customers; the paths below it open the same page.
  '/opt-out/*': () => import('./pages/opt-out/index.js'),
};
