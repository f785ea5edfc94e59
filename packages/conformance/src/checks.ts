import type { Check } from './suite/check.js';
import { addressInput, lookupEndpoints, lookupFields } from './specification/lookups.js';
import { authentication, errors, pages, versioning } from './specification/every-request.js';
import { contactEndpoint } from './specification/contact.js';
import { createEndpoint, jobEndpoints, uploadEndpoints } from './specification/jobs.js';
import { jobFields, states } from './specification/job-fields.js';
import { serviceLimits } from './specification/limits.js';
import { overview, pricing } from './specification/overview-and-pricing.js';
import { account, deliveries, readingsOfMoney } from './readings/money.js';
import { contact, order, requests } from './readings/requests.js';
import { csvFiles, downloads, failedFiles } from './readings/csv-files.js';
import { headers } from './readings/headers.js';
import { idempotency } from './readings/idempotency.js';
import { jobs } from './readings/jobs.js';
import { owners } from './readings/owners.js';

/** Checks of docs/specification.md, in its order. */
export const specification: readonly Check[] = [
  ...overview,
  ...pricing,
  ...addressInput,
  ...lookupFields,
  ...jobFields,
  ...states,
  ...lookupEndpoints,
  ...createEndpoint,
  ...uploadEndpoints,
  ...jobEndpoints,
  ...contactEndpoint,
  ...pages,
  ...authentication,
  ...errors,
  ...serviceLimits,
  ...versioning,
];

/** Checks of skiptrace's own server where the specification is silent (docs/readings.md; sections name its numbers). */
export const readings: readonly Check[] = [
  ...order,
  ...requests,
  ...contact,
  ...idempotency,
  ...headers,
  ...readingsOfMoney,
  ...jobs,
  ...failedFiles,
  ...csvFiles,
  ...owners,
  ...downloads,
  ...account,
  ...deliveries,
].map((check) => ({ ...check, id: `reading.${check.id}` }));
