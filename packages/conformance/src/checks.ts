import { csvFiles } from './readings/csv-files.js';
import { idempotency } from './readings/idempotency.js';
import { limitReadings } from './readings/limits.js';
import { money } from './readings/money.js';
import { contractChecks, contractReadings } from './specification/contract.js';
import { everyRequest } from './specification/every-request.js';
import { jobs } from './specification/jobs.js';
import { lookups } from './specification/lookups.js';
import type { Check } from './suite/check.js';

/** Checks of docs/specification.md; the first are made from openapi.yaml. */
export const specification: readonly Check[] = [...contractChecks, ...lookups, ...jobs, ...everyRequest];

/** Checks of skiptrace's own server where the specification is silent (docs/readings.md; sections name its numbers). */
export const readings: readonly Check[] = [
  ...contractReadings,
  ...idempotency,
  ...money,
  ...limitReadings,
  ...csvFiles,
].map((check) => ({ ...check, id: `reading.${check.id}` }));
